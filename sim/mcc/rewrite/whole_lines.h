// Lines that `g++ -E -dU` broke.
#pragma once

#include <string>
#include <string_view>

namespace musasim::mcc {

// Where a macro is looked at in the middle of a line, its definition and a line marker stand between
// the two halves: an expansion over several lines of a header, for example. The text with these lines
// as they are without -dU.
std::string whole_lines(std::string_view text);

}  // namespace musasim::mcc
