// The two folders of a run.
#pragma once

#include <string>

#include "torchada/port/tree.h"

namespace torchada::port {

struct Paths {
  std::string input;
  std::string output;  // empty where nothing is written
};

// Both without links, and neither in the other. False, and `error`.
bool find_paths(const TreeOptions& options, Paths* paths, std::string* error);

// That the output is ours, or empty, or absent.
bool may_write_to(const TreeOptions& options, const std::string& output, std::string* error);

}  // namespace torchada::port
