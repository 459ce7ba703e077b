// A kernel that is one loop in which each thread steps over the others:
//
//   for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) ...
//
// Threads that are run one after the other would go through memory in such steps. So all threads take the
// first turn of the loop, then all take the second one (musasim/device/turns.h).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mcc/rewrite/edits.h"
#include "mcc/rewrite/parameters.h"
#include "mcc/rewrite/scopes.h"
#include "mcc/rewrite/source.h"
#include "mcc/rewrite/syntax.h"

namespace musasim::mcc {

struct Strided {
  Index keyword = kNone;  // for or while
  Range init;             // empty for while
  Range condition;
  Range step;  // of while: the last statement of its body, without the semicolon
  Range body;  // a statement
  std::vector<Index> continues;
  bool ordered = false;  // the condition can be asked for a later turn, and holds for those before
  std::string advance;   // statements that go to a later turn at once
  std::string numbers;   // what is declared before the loop, once more
  std::string first;     // what the loop declares, once more
  std::string asked;     // its condition, once more
  std::string kept;  // expressions that a turn must not change, or the turns are not independent
};

// None when the body is something else, or when one turn hands something to the next one.
std::optional<Strided> find_strided(const Source& source, const Scopes& scopes, Index body,
                                    const std::vector<Parameter>& parameters);

// Makes the loop a call of take_turns().
void rewrite_strided(const Source& source, const Strided& loop, Edits* edits);

// A lambda that says whether a thread comes to the turn that it is given.
std::string test_of(const Strided& loop);

}  // namespace musasim::mcc
