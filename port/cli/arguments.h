// The command line of torchada-port.
#pragma once

#include <string>
#include <vector>

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

using Words = std::vector<std::string>;

// Reads options and INPUT. Returns what is wrong; nothing where all is well.
std::string read_words(const Words& words, Arguments* arguments);

// The same for a whole command line: an INPUT is there, and no option contradicts another one.
std::string read_command_line(const Words& words, Arguments* arguments);

// The help text; `program` is what the user has called.
std::string help_text(const std::string& program);

}  // namespace torchada::port
