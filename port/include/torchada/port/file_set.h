// The files of a project, and what they are called after porting.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "torchada/port/translate.h"

namespace torchada::port {

class FileSet : public ProjectFiles {
 public:
  explicit FileSet(Direction direction = Direction::forward) : direction_(direction) {}

  // A path relative to the project, with `/` between its parts.
  void add(std::string_view path);
  // Sets the new name of a file where it is known already.
  void rename(std::string_view path, std::string_view renamed);
  // Reserves a name: no file is renamed to it.
  void reserve(std::string_view path);
  // To be called when all are there: a file that would take another one's name keeps its own.
  void settle();
  // The new name that another file has taken; null for files that are renamed or need no new name.
  const std::string* taken(std::string_view path) const;

  // Libraries that the project has a copy of.
  std::vector<std::string> own_libraries() const;
  // The path after porting.
  std::string renamed(std::string_view path) const;

  bool resolve(std::string_view including, std::string_view path, bool quoted,
               std::string* renamed) const override;

 private:
  std::string wanted(const std::string& path) const;
  const std::string* find(std::string_view including, std::string_view path, bool quoted) const;

  Direction direction_;
  std::unordered_map<std::string, std::string> paths_;  // to the renamed one
  std::unordered_set<std::string> fixed_;
  std::unordered_set<std::string> reserved_;
  std::unordered_map<std::string, std::string> taken_;  // what a file would be renamed to
  std::unordered_map<std::string_view, std::vector<const std::string*>> by_name_;  // of paths_
};

// True for what the lexer can read: C, C++ and CUDA sources and headers, MUSA's too.
bool is_source(std::string_view path);

}  // namespace torchada::port
