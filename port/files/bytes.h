// The bytes of input files.
#pragma once

#include <sys/stat.h>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "text_memory.h"

namespace torchada::port {

// The size of a file and the time of its last change, which tell whether it was changed since.
struct Stamp {
  std::int64_t size = -1;
  std::int64_t nanoseconds = 0;
  bool operator==(const Stamp& other) const {
    return size == other.size && nanoseconds == other.nanoseconds;
  }
  bool operator!=(const Stamp& other) const { return !(*this == other); }
};

Stamp stamp_of(const struct stat& status);

// Closes a descriptor, and keeps errno.
class Descriptor {
 public:
  explicit Descriptor(int value = -1) : value_(value) {}
  ~Descriptor() { reset(-1); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int value() const { return value_; }
  void reset(int value);
  int release();

 private:
  int value_;
};

// A value for errno: the file was replaced by another one after it was looked at.
inline constexpr int kFileChanged = 1000000;
// strerror(), with our own reason.
std::string reason_of(int error);

// Opens a regular file; waits for no pipe. -1 and errno, which may be kFileChanged.
int open_regular(const std::string& path, struct stat* status);

// Never mapped: a file that somebody cuts short would end the process.
class FileBytes {
 public:
  // Into `memory`, if it has room, or into its own. Waits while another thread holds a large file, so
  // that memory stays bounded. False, and errno, when it cannot be read, or changes meanwhile.
  bool read(const std::string& path, TextMemory* memory = nullptr);
  // Refers to a text that somebody else keeps.
  void refer(std::string_view text);
  void release();

  std::string_view text() const { return text_; }
  bool is_lent() const { return !text_.empty() && own_ == nullptr; }
  bool is_large() const { return turn_.owns_lock(); }

 private:
  char* room(std::size_t size, TextMemory* memory);

  std::unique_ptr<char[]> own_;
  std::string_view text_;
  std::unique_lock<std::mutex> turn_;
};

// Hash of bytes that come in pieces of any size.
class Hasher {
 public:
  void add(std::string_view bytes);
  std::uint64_t value() const;

 private:
  static constexpr std::size_t kLanes = 4;
  static constexpr std::size_t kBlock = kLanes * sizeof(std::uint64_t);
  void mix(const char* block);

  std::uint64_t states_[kLanes] = {0x243F6A8885A308D3ULL, 0x13198A2E03707344ULL,
                                   0xA4093822299F31D0ULL, 0x082EFA98EC4E6C89ULL};
  char pending_[kBlock];  // the bytes behind the last block
  std::uint64_t size_ = 0;
};

std::uint64_t hash_of(std::string_view text);
// Hashes a file piece by piece. False, and errno, when it cannot be read.
bool hash_file(const std::string& path, std::uint64_t* hash);

}  // namespace torchada::port
