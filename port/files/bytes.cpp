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

// One large file at a time is in memory.
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

// Reads as many bytes as the file has, but no more than asked for; -1 on failure.
ssize_t read_all(int file, char* bytes, std::size_t size) {
  std::size_t done = 0;
  while (done < size) {
    const ssize_t got = read_some(file, bytes + done, size - done);
    if (got < 0) return -1;
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  return static_cast<ssize_t>(done);
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
  return error == kFileChanged ? "the file changed while torchada read it" : std::strerror(error);
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

void FileBytes::refer(std::string_view text) {
  release();
  text_ = text;
}

void FileBytes::release() {
  text_ = {};
  own_.reset();
  if (turn_.owns_lock()) turn_.unlock();
}

char* FileBytes::room(std::size_t size, TextMemory* memory) {
  char* const lent = memory != nullptr && !is_large() ? memory->allocate(size) : nullptr;
  if (lent != nullptr) return lent;
  own_.reset(new char[size]);  // make_unique would clear it
  return own_.get();
}

bool FileBytes::read(const std::string& path, TextMemory* memory) {
  release();
  struct stat status{};
  const Descriptor file(open_regular(path, &status));
  if (file.value() < 0) return false;
  const auto size = static_cast<std::size_t>(status.st_size);
  if (size > kLarge) turn_ = std::unique_lock<std::mutex>(large_file_mutex());
  // Some files say to be empty and are not.
  const std::size_t wanted = std::max<std::size_t>(size, 1);
  char* const bytes = room(wanted, memory);
  const ssize_t got = read_all(file.value(), bytes, wanted);
  if (got >= 0 && is_unchanged(file.value(), status, static_cast<std::size_t>(got))) {
    text_ = {bytes, static_cast<std::size_t>(got)};
    return true;
  }
  const int reason = errno;
  release();
  errno = reason;
  return false;
}

std::uint64_t hash_of(std::string_view text) {
  Hasher hasher;
  hasher.add(text);
  return hasher.value();
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

void Hasher::mix(const char* block) {
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    std::uint64_t word = 0;
    std::memcpy(&word, block + lane * sizeof word, sizeof word);
    std::uint64_t& state = states_[lane];
    state = (state ^ word) * 0x9E3779B97F4A7C15ULL;
    state ^= state >> 32;
  }
}

void Hasher::add(std::string_view bytes) {
  if (bytes.empty()) return;
  const std::size_t pending = size_ % kBlock;
  size_ += bytes.size();
  if (pending != 0) {
    const std::size_t taken = std::min(kBlock - pending, bytes.size());
    std::memcpy(pending_ + pending, bytes.data(), taken);
    bytes.remove_prefix(taken);
    if (pending + taken < kBlock) return;
    mix(pending_);
  }
  for (; bytes.size() >= kBlock; bytes.remove_prefix(kBlock)) mix(bytes.data());
  if (!bytes.empty()) std::memcpy(pending_, bytes.data(), bytes.size());
}

std::uint64_t Hasher::value() const {
  Hasher last = *this;
  std::memset(last.pending_ + size_ % kBlock, 0, kBlock - size_ % kBlock);
  last.mix(last.pending_);
  std::uint64_t value = size_;
  for (const std::uint64_t state : last.states_) {
    value = (value ^ state) * 0x9E3779B97F4A7C15ULL;
    value ^= value >> 32;
  }
  return value;
}

Stamp stamp_of(const struct stat& status) {
  return {status.st_size,
          status.st_mtim.tv_sec * std::int64_t{1000000000} + status.st_mtim.tv_nsec};
}

}  // namespace torchada::port
