// The program torchada-port, which Python runs as `torchada port`, too.
#pragma once

#include <functional>
#include <string>

#include "arguments.h"

namespace torchada::port {

struct Program {
  std::string name;                   // in messages
  bool is_process = false;            // the process ends with the program
  std::function<bool()> interrupted;  // as in TreeOptions
};

// Returns the exit status.
int run_program(const Program& program, const Words& words);

}  // namespace torchada::port
