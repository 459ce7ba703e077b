// Reading and hashing.
#include "bytes.h"

#include <fcntl.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cstring>

namespace torchada::port {

namespace {

constexpr std::size_t kLarge = 32 << 20;
constexpr std::size_t kPiece = 1 << 18;

// Of large files, one at a time is in memory.
std::mutex& large_file_mutex() {
  static std::mutex mutex;
  return mutex;
}

// The bytes read, 0 at the end, -1 on failure.
ssize_t read_some(int file, char* bytes, std::size_t size) {
  while (true) {
    const ssize_t got = ::read(file, bytes, size);
    if (got >= 0 || errno != EINTR) return got;
  }
}

bool read_all(int file, std::size_t size, std::string* bytes) {
  bytes->resize(size + 1);  // one byte more than expected: the file may have grown
  std::size_t done = 0;
  while (done < bytes->size()) {
    const ssize_t got = read_some(file, bytes->data() + done, bytes->size() - done);
    if (got < 0) return false;
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  bytes->resize(done);
  return true;
}

// Read as a whole, and the same behind as before.
bool is_unchanged(int file, const struct stat& before, std::size_t size) {
  struct stat after{};
  if (::fstat(file, &after) != 0) return false;
  if (stamp_of(after) == stamp_of(before) && size == static_cast<std::size_t>(before.st_size)) {
    return true;
  }
  errno = kFileChanged;
  return false;
}

}  // namespace

void Descriptor::reset(int value) {
  const int reason = errno;
  if (value_ >= 0) ::close(value_);
  errno = reason;
  value_ = value;
}

int Descriptor::release() {
  const int value = value_;
  value_ = -1;
  return value;
}

std::string reason_of(int error) {
  return error == kFileChanged ? "the file changed while it was read" : std::strerror(error);
}

int open_regular(const std::string& path, struct stat* status) {
  Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (file.value() < 0 || ::fstat(file.value(), status) != 0) return -1;
  if (!S_ISREG(status->st_mode)) {
    errno = S_ISDIR(status->st_mode) ? EISDIR : kFileChanged;
    return -1;
  }
  return file.release();
}

void FileBytes::release() {
  std::string().swap(text_);  // an assignment would keep the memory
  if (turn_.owns_lock()) turn_.unlock();
}

bool FileBytes::read(const std::string& path) {
  release();
  struct stat status{};
  const Descriptor file(open_regular(path, &status));
  if (file.value() < 0) return false;
  const auto size = static_cast<std::size_t>(status.st_size);
  if (size > kLarge) turn_ = std::unique_lock<std::mutex>(large_file_mutex());
  if (read_all(file.value(), size, &text_) && is_unchanged(file.value(), status, text_.size())) {
    return true;
  }
  const int reason = errno;
  release();
  errno = reason;
  return false;
}

bool hash_file(const std::string& path, std::uint64_t* hash) {
  struct stat status{};
  const Descriptor file(open_regular(path, &status));
  if (file.value() < 0) return false;
  Hasher hasher;
  std::string piece(std::min<std::size_t>(kPiece, static_cast<std::size_t>(status.st_size) + 1),
                    '\0');
  while (true) {
    const ssize_t got = read_some(file.value(), piece.data(), piece.size());
    if (got < 0) return false;
    if (got == 0) break;
    hasher.add({piece.data(), static_cast<std::size_t>(got)});
  }
  *hash = hasher.value();
  return true;
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
