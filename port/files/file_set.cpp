// The files that includes name, and the suffixes that change.
#include "torchada/port/file_set.h"

#include <algorithm>
#include <iterator>

#include "torchada/names/names.h"
#include "words.h"

namespace torchada::port {

namespace {

constexpr std::string_view kSourceSuffixes[] = {
    ".c",   ".cc",  ".cpp", ".cxx", ".c++", ".cu",  ".cuh", ".h",    ".hh",  ".hpp", ".hxx",
    ".h++", ".inl", ".inc", ".ipp", ".tpp", ".txx", ".ixx", ".cppm", ".cui", ".mu",  ".muh"};

std::string_view name_of(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

std::string_view folder_of(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
}

std::string_view suffix_of(std::string_view path) {
  const std::string_view name = name_of(path);
  const std::size_t dot = name.rfind('.');
  return dot == std::string_view::npos || dot == 0 ? std::string_view() : name.substr(dot);
}

// Resolves `.` and `..`; empty when the path leaves the project.
std::string normalized(std::string_view path) {
  std::vector<std::string_view> parts;
  while (!path.empty()) {
    const std::size_t slash = std::min(path.find('/'), path.size());
    const std::string_view part = path.substr(0, slash);
    path.remove_prefix(std::min(slash + 1, path.size()));
    if (part == "..") {
      if (parts.empty()) return {};
      parts.pop_back();
    } else if (!part.empty() && part != ".") {
      parts.push_back(part);
    }
  }
  std::string joined;
  for (const std::string_view part : parts) {
    if (!joined.empty()) joined += '/';
    joined.append(part);
  }
  return joined;
}

}  // namespace

bool is_source(std::string_view path) {
  const std::string_view suffix = suffix_of(path);
  return std::find(std::begin(kSourceSuffixes), std::end(kSourceSuffixes), suffix) !=
         std::end(kSourceSuffixes);
}

void FileSet::add(std::string_view path) {
  const auto [entry, is_new] = paths_.emplace(path, path);
  if (is_new) by_name_[name_of(entry->first)].push_back(&entry->first);
}

void FileSet::rename(std::string_view path, std::string_view renamed) {
  paths_[std::string(path)] = renamed;
  fixed_.emplace(path);
}

void FileSet::reserve(std::string_view path) { reserved_.emplace(path); }

std::string FileSet::wanted(const std::string& path) const {
  if (fixed_.count(path) != 0) return paths_.at(path);
  const std::string_view suffix = suffix_of(path);
  if (!is_source(path) || suffix.empty()) return path;
  std::string other(suffix);
  if (direction_ == Direction::forward) {
    const auto found = names::translate_suffix(suffix);
    if (found && found->status == names::Status::renamed) other = found->musa;
  } else if (const auto found = names::translate_suffix_back(suffix)) {
    other = found->cuda.front();
  }
  return path.substr(0, path.size() - suffix.size()) + other;
}

void FileSet::settle() {
  for (auto& [path, renamed] : paths_) {
    const std::string target = wanted(path);
    const bool is_free =
        target == path || (paths_.count(target) == 0 && reserved_.count(target) == 0);
    if (!is_free) taken_.emplace(path, target);
    renamed = is_free ? target : path;
  }
}

const std::string* FileSet::taken(std::string_view path) const {
  const auto found = taken_.find(std::string(path));
  return found == taken_.end() ? nullptr : &found->second;
}

std::vector<std::string> FileSet::own_libraries() const {
  struct Sign {
    std::string_view file;
    names::Library library;
  };
  constexpr Sign kSigns[] = {{"cutlass/cutlass.h", names::Library::cutlass},
                             {"cute/config.hpp", names::Library::cutlass},
                             {"thrust/version.h", names::Library::thrust}};
  std::vector<std::string> own;
  for (const Sign& sign : kSigns) {
    const std::string library(names::text(sign.library));
    const bool is_new = std::find(own.begin(), own.end(), library) == own.end();
    if (is_new && find({}, sign.file, false) != nullptr) own.push_back(library);
  }
  return own;
}

std::string FileSet::renamed(std::string_view path) const {
  const auto found = paths_.find(std::string(path));
  return found == paths_.end() ? std::string(path) : found->second;
}

// Beside the including file, or below any folder: the include paths of a build are not known.
const std::string* FileSet::find(std::string_view including, std::string_view path,
                                 bool quoted) const {
  if (quoted) {
    std::string beside(folder_of(including));
    beside.append("/").append(path);
    const auto found = paths_.find(normalized(beside));
    if (found != paths_.end()) return &found->first;
  }
  std::string_view end = path;
  while (end.substr(0, 3) == "../") end.remove_prefix(3);
  while (end.substr(0, 2) == "./") end.remove_prefix(2);
  const auto found = by_name_.find(name_of(end));
  if (found == by_name_.end()) return nullptr;
  for (const std::string* candidate : found->second) {
    if (ends_with_path(*candidate, end)) return candidate;
  }
  return nullptr;
}

bool FileSet::resolve(std::string_view including, std::string_view path, bool quoted,
                      std::string* renamed) const {
  const std::string* target = find(including, path, quoted);
  if (target == nullptr) return false;
  const std::string& after = paths_.at(*target);
  renamed->clear();
  if (after != *target) {
    const std::string_view suffix = suffix_of(path);
    renamed->assign(path.substr(0, path.size() - suffix.size())).append(suffix_of(after));
  }
  return true;
}

}  // namespace torchada::port
