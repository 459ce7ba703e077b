// The tools that check kernels, as MUSASIM_CHECK_KERNELS names them.
#pragma once

#include <string>

#include "machine/export.h"

namespace musasim::check {

enum Tool : unsigned {
  kMemcheck = 1,   // accesses to memory that is not the kernel's
  kRacecheck = 2,  // two threads use the same bytes without an order
  kInitcheck = 4,  // reads of memory that nobody has written
  kSynccheck = 8,  // barriers and operations of warps that are called wrongly
};
// What a kernel that was compiled with checks is checked by where nobody chose.
constexpr unsigned kUsualTools = kMemcheck | kRacecheck;

struct Tools {
  unsigned chosen = 0;  // Tool
  std::string unknown;  // the first word that names none
};

// "", "0": none. "1": the usual ones. "all", or names with commas between them.
MUSASIM_API Tools parse_tools(const std::string& text);

// The variable's. An unknown word ends the process: the run would not check what was asked for.
MUSASIM_API unsigned tools() noexcept;

}  // namespace musasim::check
