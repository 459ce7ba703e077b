// The command line of torchada-port.
#pragma once

#include <string>

#include "torchada/port/tree.h"

namespace torchada::port {

struct Arguments {
  TreeOptions tree;
  std::string report;  // text: a file, or empty for the terminal
  std::string json;    // a file, or -
  bool quiet = false;  // only the summary
  bool notes = false;
  bool codes = false;
  bool ptx_header = false;
  bool help = false;
  bool version = false;
};

extern const char kUsage[];

// False, and what is wrong.
bool parse_arguments(int count, char** values, Arguments* arguments, std::string* error);

}  // namespace torchada::port
