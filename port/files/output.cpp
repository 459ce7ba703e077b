// Every path is walked from the output folder's descriptor, and no link is followed on the way.
#include "output.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/sendfile.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <deque>

#include "journal.h"

namespace torchada::port {

namespace {

constexpr std::size_t kBuffer = 1 << 18;
// Leaves out the bits that lend the owner's rights: a copy may have another owner.
constexpr mode_t kModeBits = 0777;

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
  // Expects about `size` bytes in all.
  Writer(int file, std::size_t size) : file_(file) {
    buffer_.reserve(std::min(kBuffer, size + size / 8));
  }

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
  Writer writer(file, text.size());
  std::size_t at = 0;
  for (const Edit& edit : edits) {
    if (!writer.add(text.substr(at, edit.begin - at))) return false;
    if (!writer.add(edit.replacement->to)) return false;
    at = edit.end();
  }
  return writer.add(text.substr(at)) && writer.flush();
}

// Copies inside of the kernel where both file systems can.
bool copy_all(int from, int to) {
  while (true) {
    const ssize_t done = ::sendfile(to, from, nullptr, std::size_t{1} << 30);
    if (done < 0 && errno == EINTR) continue;
    if (done < 0 && (errno == EINVAL || errno == ENOSYS)) break;
    if (done <= 0) return done == 0;
  }
  std::string piece(kBuffer, '\0');
  while (true) {
    const ssize_t got = ::read(from, piece.data(), piece.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return got == 0;
    if (!write_all(to, {piece.data(), static_cast<std::size_t>(got)})) return false;
  }
}

// Fails for a file that changes while it is copied: the copy would be neither the old file nor the new one.
bool copy_unchanged(int from, const struct stat& before, int to) {
  struct stat after{};
  if (!copy_all(from, to) || ::fstat(from, &after) != 0) return false;
  if (stamp_of(after) == stamp_of(before)) return true;
  errno = kFileChanged;
  return false;
}

// The last that is done to a file before it is published.
bool complete(int file, mode_t mode, Stamp* stamp) {
  struct stat status{};
  if (::fstat(file, &status) != 0) return false;
  const bool same = (status.st_mode & kModeBits) == (mode & kModeBits);  // whatever the umask is
  if (!same && ::fchmod(file, mode & kModeBits) != 0) return false;
  *stamp = stamp_of(status);
  return true;
}

int open_folder(int parent, const char* name) {
  return ::openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

int open_or_make_folder(int parent, const char* name, bool make) {
  const int folder = open_folder(parent, name);
  if (folder >= 0 || errno != ENOENT || !make) return folder;
  if (::mkdirat(parent, name, 0777) != 0 && errno != EEXIST) return -1;
  return open_folder(parent, name);
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

bool OutputFolder::open(const std::string& path, std::string* error) {
  const auto failed = [&] {
    *error = "cannot write to " + path + ": " + reason_of(errno);
    return false;
  };
  path_ = path;
  if (::mkdir(path.c_str(), 0777) != 0 && errno != EEXIST) return failed();
  root_.reset(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (root_.value() < 0) return failed();
  if (::mkdirat(root_.value(), kOwnFolder, 0777) != 0 && errno != EEXIST) return failed();
  own_.reset(open_folder(root_.value(), kOwnFolder));
  if (own_.value() < 0) return failed();
  // Some file systems have no locks; a lock ends with its process, however that ends.
  if (::flock(own_.value(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    *error = "another torchada-port is writing to " + path + "; run again when it has finished";
    return false;
  }
  if (::mkdirat(own_.value(), "tmp", 0777) != 0 && errno != EEXIST) return failed();
  temporary_.reset(open_folder(own_.value(), "tmp"));
  return temporary_.value() >= 0 || failed();
}

void OutputFolder::clean() { remove_all_files(temporary_.value()); }

bool OutputFolder::open_journal() {
  journal_.reset(::openat(root_.value(), kJournalPath,
                          O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0644));
  return journal_.value() >= 0;
}

// The folder that this thread used last, and some of those above it: files come folder by folder.
struct OutputFolder::LastParent {
  struct Level {
    std::string name;
    Descriptor folder;
  };
  static constexpr std::size_t kMostLevels = 12;  // open files are few

  std::uint64_t of = 0;
  std::string path;
  std::deque<Level> levels;
  Descriptor below;  // the folder itself, where it is deeper
};

OutputFolder::LastParent& OutputFolder::last_parent() {
  thread_local LastParent last;
  return last;
}

void OutputFolder::forget_parents() {
  LastParent& last = last_parent();
  last.of = 0;
  last.path.clear();
  last.levels.clear();
  last.below.reset(-1);
}

OutputFolder::~OutputFolder() {
  forget_parents();
  // A process that was forked meanwhile has the lock, too.
  if (own_.value() >= 0) ::flock(own_.value(), LOCK_UN);
}

// Borrowed: valid until this thread asks again.
int OutputFolder::parent_of(const std::string& path, std::string* name, bool make) const {
  const std::size_t slash = path.rfind('/');
  *name = slash == std::string::npos ? path : path.substr(slash + 1);
  const std::string folder = slash == std::string::npos ? std::string() : path.substr(0, slash);
  LastParent& last = last_parent();
  if (last.of != id_) forget_parents();
  last.of = id_;
  if (folder != last.path) {
    last.path.clear();
    last.below.reset(-1);
    if (!open_folders(folder, make, &last)) return -1;
    last.path = folder;
  }
  return last.below.value() >= 0 ? last.below.value() : deepest(last);
}

int OutputFolder::deepest(const LastParent& last) const {
  return last.levels.empty() ? root_.value() : last.levels.back().folder.value();
}

// Folders of the last path are open already, and are used again.
bool OutputFolder::open_folders(const std::string& path, bool make, LastParent* last) const {
  std::size_t depth = 0;
  for (std::size_t at = 0; at < path.size();) {
    const std::size_t slash = std::min(path.find('/', at), path.size());
    const std::string part = path.substr(at, slash - at);
    at = slash + 1;
    if (part.empty() || part == ".") continue;
    if (part == "..") {
      errno = EXDEV;
      return false;
    }
    if (depth < last->levels.size() && last->levels[depth].name == part) {
      ++depth;
      continue;
    }
    last->levels.resize(std::min(depth, last->levels.size()));
    const int parent = last->below.value() >= 0 ? last->below.value() : deepest(*last);
    const int next = open_or_make_folder(parent, part.c_str(), make);
    if (next < 0) return false;
    if (depth++ >= LastParent::kMostLevels) {
      last->below.reset(next);
      continue;
    }
    last->levels.emplace_back();
    last->levels.back().name = part;
    last->levels.back().folder.reset(next);
  }
  last->levels.resize(std::min(depth, last->levels.size()));
  return true;
}

int OutputFolder::create_temporary(std::string* name, mode_t mode) const {
  static std::atomic<unsigned> next{0};
  *name = std::to_string(::getpid()) + "." + std::to_string(next++);
  return ::openat(temporary_.value(), name->c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
                  mode & kModeBits);
}

bool OutputFolder::has_staged(const std::string& staged) const {
  struct stat status{};
  return staged.find('/') == std::string::npos &&
         ::fstatat(temporary_.value(), staged.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0;
}

void OutputFolder::drop_staged(const std::string& staged) const {
  const int reason = errno;
  ::unlinkat(temporary_.value(), staged.c_str(), 0);
  errno = reason;
}

bool OutputFolder::publish(const std::string& staged, const std::string& path) const {
  std::string name;
  const int parent = parent_of(path, &name, true);
  return parent >= 0 && ::renameat(temporary_.value(), staged.c_str(), parent, name.c_str()) == 0;
}

bool OutputFolder::note(const std::string& path, const Stamp& stamp) const {
  return journal_.value() < 0 || write_all(journal_.value(), journal_line(path, stamp));
}

bool OutputFolder::publish_noted(const std::string& staged, const std::string& path,
                                 Stamp* stamp) const {
  if (note(path, *stamp) && publish(staged, path)) return true;
  drop_staged(staged);
  return false;
}

bool OutputFolder::stage(std::string_view text, const std::vector<Edit>& edits, mode_t mode,
                         std::string* staged, Stamp* stamp) {
  const Descriptor file(create_temporary(staged, mode));
  if (file.value() < 0) return false;
  if (write_edited(file.value(), text, edits) && complete(file.value(), mode, stamp)) return true;
  drop_staged(*staged);
  return false;
}

bool OutputFolder::write(const std::string& path, std::string_view text,
                         const std::vector<Edit>& edits, mode_t mode, Stamp* stamp) {
  std::string staged;
  Stamp written;
  if (!stage(text, edits, mode, &staged, &written)) return false;
  if (stamp == nullptr) {
    if (publish(staged, path)) return true;
    drop_staged(staged);
    return false;
  }
  *stamp = written;
  return publish_noted(staged, path, stamp);
}

bool OutputFolder::copy(const std::string& path, int from, const struct stat& before, mode_t mode,
                        Stamp* stamp) {
  std::string staged;
  {
    const Descriptor file(create_temporary(&staged, mode));
    if (file.value() < 0) return false;
    if (!copy_unchanged(from, before, file.value()) || !complete(file.value(), mode, stamp)) {
      drop_staged(staged);
      return false;
    }
  }
  return publish_noted(staged, path, stamp);
}

bool OutputFolder::link(const std::string& path, const std::string& target, Stamp* stamp) {
  if (link_target(path) == target) return this->stamp(path, stamp);
  std::string staged;
  return stage_link(target, &staged, stamp) && publish_noted(staged, path, stamp);
}

std::string OutputFolder::link_target(const std::string& path) const {
  std::string name;
  const int parent = parent_of(path, &name, false);
  if (parent < 0) return {};
  std::string target(PATH_MAX, '\0');
  const ssize_t size = ::readlinkat(parent, name.c_str(), target.data(), target.size());
  target.resize(static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
  return target;
}

bool OutputFolder::stage_link(const std::string& target, std::string* staged, Stamp* stamp) {
  static std::atomic<unsigned> next{0};
  *staged = std::to_string(::getpid()) + ".link." + std::to_string(next++);
  struct stat status{};
  if (::symlinkat(target.c_str(), temporary_.value(), staged->c_str()) != 0 ||
      ::fstatat(temporary_.value(), staged->c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) {
    return false;
  }
  *stamp = stamp_of(status);
  return true;
}

bool OutputFolder::make_folder(const std::string& path, mode_t mode) {
  std::string name;
  const int parent = parent_of(path, &name, true);
  if (parent < 0) return false;
  // We must be able to write into it.
  return ::mkdirat(parent, name.c_str(), (mode & kModeBits) | S_IRWXU) == 0 || errno == EEXIST;
}

bool OutputFolder::copy_to_backup(const std::string& path) {
  const std::string kept = std::string(kOwnFolder) + "/backup/" + path;
  Stamp stamp;
  if (this->stamp(kept, &stamp)) return true;
  const std::string target = link_target(path);
  if (!target.empty()) return link(kept, target, &stamp);
  struct stat status{};
  const Descriptor file(open_regular(path_ + "/" + path, &status));
  return file.value() >= 0 && copy(kept, file.value(), status, status.st_mode, &stamp);
}

bool OutputFolder::back_up(const std::string& path) {
  std::string name;
  const int parent = parent_of(path, &name, false);
  if (parent < 0) return false;
  const Descriptor from(::fcntl(parent, F_DUPFD_CLOEXEC, 0));
  if (from.value() < 0) return false;
  const int backup = parent_of(std::string(kOwnFolder) + "/backup/" + path, &name, true);
  if (backup < 0) return false;
  if (::linkat(from.value(), name.c_str(), backup, name.c_str(), 0) == 0 || errno == EEXIST) {
    return true;
  }
  // Some file systems have no second names.
  const bool none = errno == EPERM || errno == EOPNOTSUPP || errno == EMLINK || errno == EXDEV;
  return none && copy_to_backup(path);
}

void OutputFolder::forget_backup(const std::string& path) {
  const std::string kept = std::string(kOwnFolder) + "/backup/" + path;
  const std::string target = link_target(path);
  std::uint64_t now = 0;
  std::uint64_t before = 0;
  if (target != link_target(kept)) return;
  const bool same = !target.empty() || (hash_file(path_ + "/" + path, &now) &&
                                        hash_file(path_ + "/" + kept, &before) && now == before);
  if (same) remove(kept);
}

bool OutputFolder::remove_folder(const std::string& path) {
  std::string name;
  const int parent = parent_of(path, &name, false);
  const bool done = parent >= 0 && ::unlinkat(parent, name.c_str(), AT_REMOVEDIR) == 0;
  if (done) forget_parents();
  return done;
}

bool OutputFolder::remove_with_folders(const std::string& path) {
  if (!remove(path)) return false;
  std::size_t slash = path.rfind('/');
  while (slash != std::string::npos && remove_folder(path.substr(0, slash))) {
    slash = path.rfind('/', slash - 1);
  }
  return true;
}

bool OutputFolder::set_mode(const std::string& path, mode_t mode) {
  std::string name;
  const int parent = parent_of(path, &name, false);
  struct stat status{};
  if (parent < 0 || ::fstatat(parent, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) {
    return false;
  }
  const bool same = (status.st_mode & kModeBits) == (mode & kModeBits);
  return same || !S_ISREG(status.st_mode) ||
         ::fchmodat(parent, name.c_str(), mode & kModeBits, 0) == 0;
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
  return S_ISREG(status.st_mode) || S_ISLNK(status.st_mode);
}

bool OutputFolder::sync() const { return ::syncfs(root_.value()) == 0; }

}  // namespace torchada::port
