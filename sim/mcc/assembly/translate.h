// Instructions as calls of C++ functions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace musasim::mcc::assembly {

// The effect of a statement beside arithmetic: none, it sees what other threads write, it waits for them or
// asks which thread it is in. Each includes those before it.
enum class Effect { kNone, kSees, kWaits };

struct Translation {
  std::string code;     // statements; operand 0 is musasim_operand_0
  std::string unknown;  // the first instruction that has no translation; then there is no code
};

// `names` has an entry for each operand of the statement, empty for those without a name.
Translation translate(std::string_view text, const std::vector<std::string>& names);

// Whether the text is MUSA's own assembly, and not PTX.
bool is_own(std::string_view text);

// The effect of a text whose operands are not known.
Effect effect_of(std::string_view text);

}  // namespace musasim::mcc::assembly
