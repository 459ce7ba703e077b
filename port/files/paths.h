// The two folders of a run.
#pragma once

#include <string>

#include "torchada/port/tree.h"

namespace torchada::port {

struct Paths {
  std::string input;
  std::string output;  // empty where nothing is written
};

// Finds both paths, without links. False, and `error`, where one folder is in the other.
bool find_paths(const TreeOptions& options, Paths* paths, std::string* error);

// True where the output is ours, empty or absent.
bool may_write_to(const TreeOptions& options, const std::string& output, std::string* error);

}  // namespace torchada::port
