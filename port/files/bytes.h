// The bytes of input files.
#pragma once

#include <sys/stat.h>
#include <cstdint>
#include <string>
#include <string_view>

namespace torchada::port {

// Small files are read, large ones mapped, so that memory stays bounded.
class FileBytes {
 public:
  FileBytes() = default;
  ~FileBytes();
  FileBytes(FileBytes&& other) noexcept;
  FileBytes& operator=(FileBytes&& other) noexcept;

  // False, and errno, when it cannot be read.
  bool read(const std::string& path);

  std::string_view text() const {
    return mapped_ != nullptr ? std::string_view(mapped_, mapped_size_) : std::string_view(read_);
  }
  bool is_mapped() const { return mapped_ != nullptr; }

 private:
  void release();

  std::string read_;
  const char* mapped_ = nullptr;
  std::size_t mapped_size_ = 0;
};

// Hash of bytes that come in pieces of any size.
class Hasher {
 public:
  void add(std::string_view bytes);
  std::uint64_t value() const;

 private:
  void mix(std::uint64_t word);

  std::uint64_t state_ = 0x243F6A8885A308D3ULL;
  std::uint64_t pending_ = 0;
  unsigned pending_bytes_ = 0;
  std::uint64_t size_ = 0;
};

// What tells whether a file was changed since: size and time of change.
struct Stamp {
  std::int64_t size = -1;
  std::int64_t nanoseconds = 0;
  bool operator==(const Stamp& other) const {
    return size == other.size && nanoseconds == other.nanoseconds;
  }
};

Stamp stamp_of(const struct stat& status);

}  // namespace torchada::port
