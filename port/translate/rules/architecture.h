// Guards on __CUDA_ARCH__ and on versions: the stated policy, in one place.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "../condition.h"
#include "../context.h"

namespace torchada::port {

// The policy. Compute capabilities up to 7.9 count as MUSA 2.1, up to 8.8 as 2.2, 8.9 as 3.1; no
// MUSA GPU counts as 9.0 or newer, or as one exact model.
inline constexpr int kMusaArchitectures[] = {210, 220, 310};
std::optional<int> musa_architecture(std::int64_t capability);
// The oldest capability that counts as a MUSA architecture, for the way back.
std::optional<int> capability_of(std::int64_t architecture);

// A macro's place in a line of tokens.
struct Use {
  // kPlain: the line asks whether the macro is defined, or true. kComparison: it compares the macro with a number.
  // kValue: it uses the number elsewhere. kOther: it compares the macro with something else.
  enum class Kind : std::uint8_t { kPlain, kComparison, kValue, kOther };
  Kind kind = Kind::kPlain;
  Token operation;
  Token number;
  bool reversed = false;  // number on the left
};

// `<`, `==` and the like.
bool is_comparison(const Token& token);

Use use_of(const std::vector<Token>& tokens, std::size_t index);

// Translates a comparison with a number; false when it has to stay.
bool translate_comparison(Context* context, const Token& macro, const Use& use);

// The MUSA GPUs for which a translated condition holds ("2.1, 2.2, 3.1"), and whether there are any.
struct Holds {
  bool known = false;
  bool host = false;
  bool by_architecture[3] = {};

  bool on_all() const;
  bool on_none() const;
  std::string text() const;
};

Holds holds_for(const Condition& condition, const std::vector<Token>& tokens);

}  // namespace torchada::port
