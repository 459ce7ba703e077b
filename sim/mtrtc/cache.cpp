// Entries of the cache: one file each, of texts with their lengths.
#include "mtrtc/cache.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iomanip>
#include <iterator>
#include <sstream>
#include <utility>

#include "mtrtc/toolkit.h"

namespace musasim::mtrtc {

namespace {

namespace fs = std::filesystem;

// Of the form of an entry.
constexpr const char* kForm = "musasim mtrtc 1";
// As many entries are kept, those last used.
constexpr std::size_t kMostEntries = 1000;
// Of their names: a hash.
constexpr std::size_t kDigits = 16;
// What mcc reads of the environment.
constexpr const char* kVariables[] = {"MUSASIM_CXX",           "CXX",  "MUSASIM_MODEL",
                                      "MUSASIM_CHECK_KERNELS", "PATH", "CPATH",
                                      "CPLUS_INCLUDE_PATH"};

void put(std::string* to, const std::string& text) {
  const std::uint64_t size = text.size();
  to->append(reinterpret_cast<const char*>(&size), sizeof(size));
  to->append(text);
}

// Takes the texts of put() one by one.
class Texts {
 public:
  explicit Texts(const std::string& bytes) : bytes_(bytes) {}

  bool take(std::string* text) {
    std::uint64_t size = 0;
    if (bytes_.size() - at_ < sizeof(size)) return false;
    std::memcpy(&size, bytes_.data() + at_, sizeof(size));
    at_ += sizeof(size);
    if (bytes_.size() - at_ < size) return false;
    text->assign(bytes_, at_, size);
    at_ += size;
    return true;
  }
  bool at_end() const { return at_ == bytes_.size(); }

 private:
  const std::string& bytes_;
  std::size_t at_ = 0;
};

// Another text where the file has changed; empty where there is none.
std::string state_of(const std::string& path) {
  struct stat found = {};
  if (stat(path.c_str(), &found) != 0) return {};
  std::ostringstream text;
  text << found.st_size << ' ' << found.st_mtim.tv_sec << '.' << found.st_mtim.tv_nsec;
  return text.str();
}

std::string folder() {
  const char* const wanted = std::getenv("MUSASIM_RTC_CACHE");
  if (wanted != nullptr && *wanted != '\0') return wanted == std::string("0") ? "" : wanted;
  const char* const caches = std::getenv("XDG_CACHE_HOME");
  if (caches != nullptr && *caches == '/') return std::string(caches) + "/musasim/mtrtc";
  const char* const home = std::getenv("HOME");
  return home == nullptr || *home != '/' ? "" : std::string(home) + "/.cache/musasim/mtrtc";
}

std::string key_of(const Source& source, const std::vector<std::string>& options) {
  std::string key = kForm;
  put(&key, compiler());
  put(&key, state_of(compiler()));
  put(&key, source.name);
  put(&key, source.text);
  for (const Header& header : source.headers) {
    put(&key, "header " + header.name);
    put(&key, header.text);
  }
  for (const std::string& expression : source.expressions) put(&key, "name " + expression);
  for (const std::string& option : options) put(&key, "option " + option);
  for (const char* variable : kVariables) {
    const char* const value = std::getenv(variable);
    put(&key, value == nullptr ? "unset" : std::string("set ") + value);
  }
  // Folders in options may be relative to it.
  std::error_code unknown;
  put(&key, fs::current_path(unknown).string());
  return key;
}

// The files of a rule for make: blanks in names stand behind a backslash, dollars are doubled.
std::vector<std::string> files_of(const std::string& rule) {
  std::vector<std::string> files;
  std::string file;
  const std::size_t begin = rule.find(": ");
  for (std::size_t at = begin == std::string::npos ? rule.size() : begin + 1; at < rule.size();
       ++at) {
    const char c = rule[at];
    const char next = at + 1 < rule.size() ? rule[at + 1] : '\n';
    if ((c == '\\' && (next == ' ' || next == '#' || next == '\\')) || (c == '$' && next == '$')) {
      file += rule[++at];
    } else if (c == ' ' || c == '\n' || (c == '\\' && next == '\n')) {
      if (!file.empty()) files.push_back(std::move(file));
      file.clear();
    } else {
      file += c;
    }
  }
  if (!file.empty()) files.push_back(file);
  return files;
}

// Entries, and those that a process did not write to the end. Other files in the folder are not ours.
bool is_entry(const fs::path& path) {
  const std::string name = path.filename().string();
  return name.find_first_not_of("0123456789abcdef") >= kDigits &&
         (name.size() == kDigits || (name.size() > kDigits && name[kDigits] == '.'));
}

void remove_oldest(const fs::path& folder) {
  std::vector<std::pair<fs::file_time_type, fs::path>> entries;
  std::error_code gone;  // by another process
  for (fs::directory_iterator each(folder, gone), end; !gone && each != end; each.increment(gone)) {
    std::error_code unknown;
    const fs::file_time_type time = fs::last_write_time(each->path(), unknown);
    if (!unknown && is_entry(each->path())) entries.emplace_back(time, each->path());
  }
  if (entries.size() <= kMostEntries) return;
  const auto kept = entries.end() - kMostEntries;
  std::nth_element(entries.begin(), kept, entries.end());
  for (auto entry = entries.begin(); entry != kept; ++entry) fs::remove(entry->second, gone);
}

bool take_names(Texts* texts, const std::string& count, Built* built) {
  for (unsigned long left = std::strtoul(count.c_str(), nullptr, 10); left != 0; --left) {
    std::string expression, name;
    if (!texts->take(&expression) || !texts->take(&name)) return false;
    built->names.emplace(expression, name);
  }
  return true;
}

}  // namespace

Cache::Cache(const Source& source, const std::vector<std::string>& options)
    : key_(key_of(source, options)), path_(folder()) {
  if (path_.empty()) return;
  std::ostringstream name;
  name << '/' << std::hex << std::setw(kDigits) << std::setfill('0')
       << std::hash<std::string>()(key_);
  path_ += name.str();
}

bool Cache::read(Built* built) const {
  std::ifstream file(path_, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  Texts texts(bytes);
  std::string key, count, path, state;
  Built found;
  // The file's name is of few letters, so another program may have the same.
  if (!texts.take(&key) || key != key_) return false;
  if (!texts.take(&found.image) || !texts.take(&found.log) || !texts.take(&count)) return false;
  if (!take_names(&texts, count, &found)) return false;
  while (!texts.at_end()) {
    if (!texts.take(&path) || !texts.take(&state) || state_of(path) != state) return false;
  }
  *built = std::move(found);
  std::error_code kept_by_others;  // a folder that this user cannot write
  fs::last_write_time(path_, fs::file_time_type::clock::now(), kept_by_others);
  return true;
}

void Cache::write(const Built& built, const std::string& dependencies,
                  const std::string& scratch) const {
  if (path_.empty()) return;
  std::string entry;
  put(&entry, key_);
  put(&entry, built.image);
  put(&entry, built.log);
  put(&entry, std::to_string(built.names.size()));
  for (const auto& [expression, name] : built.names) {
    put(&entry, expression);
    put(&entry, name);
  }
  for (const std::string& file : files_of(dependencies)) {
    if (file.compare(0, scratch.size(), scratch) == 0) continue;
    put(&entry, file);
    put(&entry, state_of(file));
  }
  std::error_code error;
  fs::create_directories(fs::path(path_).parent_path(), error);
  std::string fresh = path_ + ".XXXXXX";
  const int file = mkstemp(fresh.data());
  if (file < 0) return;
  const bool whole =
      ::write(file, entry.data(), entry.size()) == static_cast<ssize_t>(entry.size());
  close(file);
  if (!whole || std::rename(fresh.c_str(), path_.c_str()) != 0) unlink(fresh.c_str());
  remove_oldest(fs::path(path_).parent_path());
}

}  // namespace musasim::mtrtc
