// The condition that a kernel's body begins with: `if (i < n) ...` or `if (i >= n) return;`.
#pragma once

#include <optional>
#include <string>

#include "mcc/rewrite/source.h"
#include "mcc/rewrite/syntax.h"

namespace musasim::mcc {

struct Guard {
  Range condition;
  bool ends;         // the thread ends where the condition holds
  bool ordered;      // where the last thread of some goes on, all of them do
  std::string test;  // statements that return whether a thread goes on
};

// None when the body begins otherwise, or when asking twice could make a difference.
std::optional<Guard> find_guard(const Source& source, Index body);

}  // namespace musasim::mcc
