// Reading, mapping and hashing.
#include "bytes.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>
#include <cerrno>
#include <cstring>

#include <utility>

namespace torchada::port {

namespace {

constexpr std::size_t kLargestRead = 32 << 20;

bool read_all(int file, std::size_t size, std::string* bytes) {
  bytes->resize(size);
  std::size_t done = 0;
  while (true) {
    // One byte more than expected: the file may have grown.
    if (done == bytes->size()) bytes->resize(done + (done == size ? 1 : done / 2));
    const ssize_t got = ::read(file, bytes->data() + done, bytes->size() - done);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return false;
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  bytes->resize(done);
  return true;
}

}  // namespace

FileBytes::~FileBytes() { release(); }

FileBytes::FileBytes(FileBytes&& other) noexcept { *this = std::move(other); }

FileBytes& FileBytes::operator=(FileBytes&& other) noexcept {
  if (this == &other) return *this;
  release();
  read_ = std::move(other.read_);
  mapped_ = std::exchange(other.mapped_, nullptr);
  mapped_size_ = std::exchange(other.mapped_size_, 0);
  return *this;
}

void FileBytes::release() {
  if (mapped_ != nullptr) ::munmap(const_cast<char*>(mapped_), mapped_size_);
  mapped_ = nullptr;
}

bool FileBytes::read(const std::string& path) {
  release();
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  struct stat status{};
  bool done = ::fstat(file, &status) == 0;
  if (done && S_ISDIR(status.st_mode)) {
    errno = EISDIR;
    done = false;
  }
  if (done) {
    const auto size = static_cast<std::size_t>(status.st_size);
    if (size > kLargestRead) {
      void* const at = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
      done = at != MAP_FAILED;
      if (done) {
        mapped_ = static_cast<const char*>(at);
        mapped_size_ = size;
      }
    } else {
      done = read_all(file, size, &read_);
    }
  }
  const int reason = errno;
  ::close(file);
  errno = reason;
  return done;
}

void Hasher::mix(std::uint64_t word) {
  state_ = (state_ ^ word) * 0x9E3779B97F4A7C15ULL;
  state_ ^= state_ >> 32;
}

void Hasher::add(std::string_view bytes) {
  size_ += bytes.size();
  while (pending_bytes_ != 0 && !bytes.empty()) {
    pending_ |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes.front()))
                << (8 * pending_bytes_);
    bytes.remove_prefix(1);
    if (++pending_bytes_ == 8) {
      mix(pending_);
      pending_ = 0;
      pending_bytes_ = 0;
    }
  }
  for (; bytes.size() >= 8; bytes.remove_prefix(8)) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data(), 8);
    mix(word);
  }
  for (const char c : bytes) {
    pending_ |= static_cast<std::uint64_t>(static_cast<unsigned char>(c)) << (8 * pending_bytes_);
    ++pending_bytes_;
  }
}

std::uint64_t Hasher::value() const {
  Hasher last = *this;
  last.mix(last.pending_);
  last.mix(last.size_);
  return last.state_;
}

Stamp stamp_of(const struct stat& status) {
  return {status.st_size,
          status.st_mtim.tv_sec * std::int64_t{1000000000} + status.st_mtim.tv_nsec};
}

}  // namespace torchada::port
