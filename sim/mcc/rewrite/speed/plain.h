// Expressions and declarations that are only arithmetic, so asking them twice makes no difference.
#pragma once

#include <string>
#include <vector>

#include "mcc/rewrite/source.h"
#include "mcc/rewrite/syntax.h"

namespace musasim::mcc {

// The last token of an operand: what follows is a binary operator, if it is one.
bool ends_operand(const Source& source, Index at);

// The bracket at the end of a cast's type: (int64_t).
bool is_cast(const Source& source, Index close);

// Only numbers, names and arithmetic: no calls, no memory, no effects.
bool is_plain(const Source& source, Range range);

// `const int i = ..., j = ...` declares such.
struct Number {
  Index name = kNone;
  Range value;
};
bool read_numbers(const Source& source, Range range, std::vector<Number>* numbers);
// Uses each number, so that the compiler warns of none.
std::string unused(const Source& source, const std::vector<Number>& numbers);

// Statements that declare numbers: the token behind them.
Index behind_numbers(const Source& source, Range range, std::vector<Number>* numbers);

// False when something of the preprocessor is in between.
bool on_one_line(const Source& source, Range range, std::string* line);

// The same for statements that declare numbers, and unused() of those.
bool repeat_numbers(const Source& source, Range range, const std::vector<Number>& numbers,
                    std::string* line);

}  // namespace musasim::mcc
