// Reading folders.
#include "walk.h"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cstring>

#include "output.h"
#include "torchada/port/user_rules.h"

namespace torchada::port {

namespace {

// Recursion costs stack; nobody nests so deep.
constexpr std::size_t kDeepestFolder = 1000;

bool is_skipped_name(const std::string& name) {
  constexpr const char* kNames[] = {".git", ".hg", ".svn", "__pycache__", kOwnFolder, ".tox"};
  for (const char* skipped : kNames) {
    if (name == skipped) return true;
  }
  const std::string egg = ".egg-info";
  return name.size() > egg.size() && name.compare(name.size() - egg.size(), egg.size(), egg) == 0;
}

// `./third_party/` is the folder that the walk calls `third_party`.
std::string as_walked(std::string pattern) {
  while (pattern.compare(0, 2, "./") == 0) pattern.erase(0, 2);
  while (pattern.size() > 1 && pattern.back() == '/') pattern.pop_back();
  return pattern;
}

// In a folder.
struct Name {
  std::string text;
  struct stat status{};
  int error = 0;  // why there is no status
};

// Files that CMake, ninja, setuptools and venv leave in the folders that they fill.
bool is_made_by_a_tool(const std::string& folder, const std::vector<Name>& names) {
  const bool build = folder == "build" || folder == "dist";
  return std::any_of(names.begin(), names.end(), [build](const Name& entry) {
    const std::string& name = entry.text;
    return name == "CMakeCache.txt" || name == "build.ninja" || name == ".ninja_log" ||
           name == "pyvenv.cfg" ||
           (build && (name.compare(0, 5, "temp.") == 0 || name.compare(0, 4, "lib.") == 0 ||
                      name.compare(0, 6, "bdist.") == 0));
  });
}

class Walker {
 public:
  Walker(const std::string& root, const std::vector<std::string>& exclude) : root_(root) {
    for (const std::string& pattern : exclude) exclude_.push_back(as_walked(pattern));
  }

  Walk run() {
    folder("", 0);
    return std::move(result_);
  }

 private:
  bool names_in(const std::string& path, std::vector<Name>* names) {
    DIR* const entries = ::opendir((root_ + "/" + path).c_str());
    if (entries == nullptr) return failed(path);
    errno = 0;
    while (const dirent* entry = ::readdir(entries)) {
      Name name;
      name.text = entry->d_name;
      if (name.text != "." && name.text != "..") {
        if (::fstatat(::dirfd(entries), entry->d_name, &name.status, AT_SYMLINK_NOFOLLOW) != 0) {
          name.error = errno;
        }
        names->push_back(std::move(name));
      }
      errno = 0;
    }
    const int reason = errno;
    ::closedir(entries);
    errno = reason;
    if (reason != 0) return failed(path);
    std::sort(names->begin(), names->end(),
              [](const Name& a, const Name& b) { return a.text < b.text; });
    return true;
  }

  // An entry that vanishes while the tree is read counts as absent.
  bool failed(const std::string& path) {
    if (errno != ENOENT && result_.error.empty()) {
      result_.error = "cannot read " + root_ + "/" + path + ": " + std::strerror(errno) +
                      "; --exclude skips it";
    }
    return false;
  }

  void skip(const std::string& folder) {
    if (folder != kOwnFolder) ++result_.skipped_folders;
    result_.left_out.push_back(folder);
  }

  void folder(const std::string& path, std::size_t depth) {
    std::vector<Name> names;
    if (depth > kDeepestFolder) {
      errno = ENAMETOOLONG;
      failed(path);
      return;
    }
    if (!names_in(path, &names)) return;
    const std::string own_name = path.substr(path.rfind('/') + 1);
    if (!path.empty() && is_made_by_a_tool(own_name, names)) {
      skip(path);
      result_.entries.pop_back();
      return;
    }
    for (const Name& name : names) {
      entry(path.empty() ? name.text : path + "/" + name.text, name, depth);
    }
  }

  void entry(const std::string& path, const Name& name, std::size_t depth) {
    const bool excluded = std::any_of(exclude_.begin(), exclude_.end(),
                                      [&](const std::string& p) { return matches(p, path); });
    const struct stat& status = name.status;
    if (excluded) {
      result_.left_out.push_back(path);
      return;
    }
    if (name.error != 0) {
      errno = name.error;
      failed(path);
      return;
    }
    Entry entry;
    entry.path = path;
    entry.mode = status.st_mode;
    entry.stamp = stamp_of(status);
    if (S_ISDIR(status.st_mode)) {
      if (is_skipped_name(name.text)) {
        skip(path);
        return;
      }
      entry.kind = Entry::Kind::folder;
      result_.entries.push_back(entry);
      folder(path, depth + 1);
    } else if (S_ISLNK(status.st_mode)) {
      entry.kind = Entry::Kind::link;
      entry.target.resize(4096);
      const ssize_t size =
          ::readlink((root_ + "/" + path).c_str(), entry.target.data(), entry.target.size());
      if (size < 0) {
        failed(path);
        return;
      }
      entry.target.resize(static_cast<std::size_t>(size));
      result_.entries.push_back(std::move(entry));
    } else if (S_ISREG(status.st_mode)) {
      result_.entries.push_back(std::move(entry));
    } else {
      result_.left_out.push_back(path);
    }
  }

  const std::string& root_;
  std::vector<std::string> exclude_;
  Walk result_;
};

}  // namespace

Walk walk(const std::string& root, const std::vector<std::string>& exclude) {
  return Walker(root, exclude).run();
}

}  // namespace torchada::port
