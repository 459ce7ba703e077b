// Expressions in a declaration that are computed when the program runs.
#pragma once

#include <vector>

#include "mcc/rewrite/items.h"
#include "mcc/rewrite/syntax.h"

namespace musasim::mcc {

// The initializers of a function: default arguments, and those of its members and bases.
std::vector<Range> initializers_of_function(const Source& source, const Item& function);

// The initializers of variables: what stands behind `=` or in their braces.
std::vector<Range> initializers_of_variables(const Source& source, const Item& variables);

}  // namespace musasim::mcc
