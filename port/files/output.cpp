// Every path is walked from the output folder's descriptor, and no link is followed on the way.
#include "output.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/sendfile.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>

namespace torchada::port {

namespace {

constexpr std::size_t kBuffer = 1 << 18;

// Closes a descriptor, and keeps errno.
class Descriptor {
 public:
  explicit Descriptor(int value) : value_(value) {}
  ~Descriptor() {
    const int reason = errno;
    if (value_ >= 0) ::close(value_);
    errno = reason;
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int value() const { return value_; }
  void reset(int value) {
    if (value_ >= 0) ::close(value_);
    value_ = value;
  }
  int release() {
    const int value = value_;
    value_ = -1;
    return value;
  }

 private:
  int value_;
};

bool write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t done = ::write(file, bytes.data(), bytes.size());
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(done));
  }
  return true;
}

// Joins small pieces; large ones go through as they are.
class Writer {
 public:
  explicit Writer(int file) : file_(file) { buffer_.reserve(kBuffer); }

  bool add(std::string_view piece) {
    if (buffer_.size() + piece.size() > kBuffer && !flush()) return false;
    if (piece.size() >= kBuffer) return write_all(file_, piece);
    buffer_.append(piece);
    return true;
  }

  bool flush() {
    const bool done = write_all(file_, buffer_);
    buffer_.clear();
    return done;
  }

 private:
  int file_;
  std::string buffer_;
};

bool write_edited(int file, std::string_view text, const std::vector<Edit>& edits) {
  if (edits.empty()) return write_all(file, text);
  Writer writer(file);
  std::size_t at = 0;
  for (const Edit& edit : edits) {
    if (!writer.add(text.substr(at, edit.begin - at))) return false;
    if (!writer.add(edit.replacement->to)) return false;
    at = edit.end();
  }
  return writer.add(text.substr(at)) && writer.flush();
}

bool copy_all(int from, int to) {
  while (true) {
    const ssize_t done = ::sendfile(to, from, nullptr, std::size_t{1} << 30);
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) return done == 0;
  }
}

int open_folder(int parent, const char* name) {
  return ::openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

void remove_all_files(int folder) {
  const int again = ::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR* const entries = again < 0 ? nullptr : ::fdopendir(again);
  if (entries == nullptr) return;
  while (const dirent* entry = ::readdir(entries)) ::unlinkat(folder, entry->d_name, 0);
  ::closedir(entries);
}

}  // namespace

// Addresses are used again, these numbers are not.
std::uint64_t OutputFolder::next_id() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

OutputFolder::~OutputFolder() {
  if (root_ >= 0) ::close(root_);
  if (temporary_ >= 0) ::close(temporary_);
}

bool OutputFolder::open(const std::string& path, std::string* error) {
  const auto failed = [&] {
    *error = "cannot write to " + path + ": " + std::strerror(errno);
    return false;
  };
  if (::mkdir(path.c_str(), 0777) != 0 && errno != EEXIST) return failed();
  root_ = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (root_ < 0) return failed();
  if (::mkdirat(root_, kOwnFolder, 0777) != 0 && errno != EEXIST) return failed();
  const Descriptor own(open_folder(root_, kOwnFolder));
  if (own.value() < 0) return failed();
  if (::mkdirat(own.value(), "tmp", 0777) != 0 && errno != EEXIST) return failed();
  temporary_ = open_folder(own.value(), "tmp");
  if (temporary_ < 0) return failed();
  remove_all_files(temporary_);
  return true;
}

// The folder that this thread used last: files come folder by folder.
struct OutputFolder::LastParent {
  std::uint64_t of = 0;
  std::string path;
  Descriptor folder{-1};
};

// Borrowed: valid until this thread asks again.
int OutputFolder::parent_of(const std::string& path, std::string* name, bool make) const {
  thread_local LastParent last;
  const std::size_t slash = path.rfind('/');
  *name = slash == std::string::npos ? path : path.substr(slash + 1);
  const std::string folder = slash == std::string::npos ? std::string() : path.substr(0, slash);
  if (last.of == id_ && last.path == folder && last.folder.value() >= 0) {
    return last.folder.value();
  }
  last.of = 0;
  last.folder.reset(open_folders(folder, make));
  if (last.folder.value() < 0) return -1;
  last.of = id_;
  last.path = folder;
  return last.folder.value();
}

int OutputFolder::open_folders(const std::string& path, bool make) const {
  Descriptor folder(::dup(root_));
  for (std::size_t at = 0; at < path.size();) {
    const std::size_t slash = std::min(path.find('/', at), path.size());
    const std::string part = path.substr(at, slash - at);
    at = slash + 1;
    if (part.empty() || part == ".") continue;
    if (part == "..") {
      errno = EXDEV;
      return -1;
    }
    int next = open_folder(folder.value(), part.c_str());
    if (next < 0 && errno == ENOENT && make) {
      if (::mkdirat(folder.value(), part.c_str(), 0777) != 0 && errno != EEXIST) return -1;
      next = open_folder(folder.value(), part.c_str());
    }
    if (next < 0) return -1;
    folder.reset(next);
  }
  return folder.release();
}

int OutputFolder::create_temporary(std::string* name, mode_t mode) const {
  static std::atomic<unsigned> next{0};
  *name = std::to_string(::getpid()) + "." + std::to_string(next++);
  return ::openat(temporary_, name->c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode & 07777);
}

bool OutputFolder::publish(const std::string& temporary, const std::string& path) const {
  std::string name;
  const int parent = parent_of(path, &name, true);
  const bool done =
      parent >= 0 && ::renameat(temporary_, temporary.c_str(), parent, name.c_str()) == 0;
  if (!done) {
    const int reason = errno;
    ::unlinkat(temporary_, temporary.c_str(), 0);
    errno = reason;
  }
  return done;
}

bool OutputFolder::write(const std::string& path, std::string_view text,
                         const std::vector<Edit>& edits, mode_t mode) {
  std::string temporary;
  {
    const Descriptor file(create_temporary(&temporary, mode));
    if (file.value() < 0) return false;
    if (!write_edited(file.value(), text, edits) || ::fchmod(file.value(), mode & 07777) != 0) {
      const int reason = errno;
      ::unlinkat(temporary_, temporary.c_str(), 0);
      errno = reason;
      return false;
    }
  }
  return publish(temporary, path);
}

bool OutputFolder::copy(const std::string& path, const std::string& from, mode_t mode) {
  const Descriptor input(::open(from.c_str(), O_RDONLY | O_CLOEXEC));
  if (input.value() < 0) return false;
  std::string temporary;
  {
    const Descriptor file(create_temporary(&temporary, mode));
    if (file.value() < 0) return false;
    if (!copy_all(input.value(), file.value()) || ::fchmod(file.value(), mode & 07777) != 0) {
      const int reason = errno;
      ::unlinkat(temporary_, temporary.c_str(), 0);
      errno = reason;
      return false;
    }
  }
  return publish(temporary, path);
}

bool OutputFolder::link(const std::string& path, const std::string& target) {
  static std::atomic<unsigned> next{0};
  const std::string temporary = std::to_string(::getpid()) + ".link." + std::to_string(next++);
  if (::symlinkat(target.c_str(), temporary_, temporary.c_str()) != 0) return false;
  return publish(temporary, path);
}

bool OutputFolder::make_folder(const std::string& path, mode_t mode) {
  std::string name;
  const int parent = parent_of(path, &name, true);
  if (parent < 0) return false;
  // We must be able to write into it.
  return ::mkdirat(parent, name.c_str(), (mode & 07777) | S_IRWXU) == 0 || errno == EEXIST;
}

bool OutputFolder::back_up(const std::string& path) {
  std::string name;
  const int parent = parent_of(path, &name, false);
  if (parent < 0) return false;
  const std::string folder = path.substr(0, path.size() - name.size());
  const Descriptor backup(open_folders(std::string(kOwnFolder) + "/backup/" + folder, true));
  if (backup.value() < 0) return false;
  return ::linkat(parent, name.c_str(), backup.value(), name.c_str(), 0) == 0 || errno == EEXIST;
}

bool OutputFolder::remove(const std::string& path) {
  std::string name;
  const int parent = parent_of(path, &name, false);
  return parent >= 0 && ::unlinkat(parent, name.c_str(), 0) == 0;
}

bool OutputFolder::stamp(const std::string& path, Stamp* stamp) const {
  std::string name;
  const int parent = parent_of(path, &name, false);
  struct stat status{};
  if (parent < 0 || ::fstatat(parent, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) {
    return false;
  }
  *stamp = stamp_of(status);
  return S_ISREG(status.st_mode);
}

}  // namespace torchada::port
