// Statements within a body: where each ends, and which jumps leave it.
#pragma once

#include <vector>

#include "mcc/rewrite/scopes.h"
#include "mcc/rewrite/source.h"
#include "mcc/rewrite/syntax.h"

namespace musasim::mcc {

// Whether a statement may begin at the token, by what stands before it.
bool begins_statement(const Source& source, Index at);

// The token behind the statement at `at`; kNone when it cannot be read.
Index behind_statement(const Source& source, Index at);

// Finds the `continue`s of a loop with that body. False: it may also be left by break, return or goto, or
// cannot be read.
bool only_continues(const Source& source, const Scopes& scopes, Range body,
                    std::vector<Index>* continues);

}  // namespace musasim::mcc
