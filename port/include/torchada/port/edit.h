// Edits: what rules emit, and the one function that applies them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "torchada/names/names.h"

namespace torchada::port {

enum class Certainty : std::uint8_t {
  certain,    // the pair was seen in real MUSA sources or published tables
  likely,     // only a rule gives it
  show_only,  // reported, never applied
};

// The replacement of a piece of text. The translator owns these; edits of equal names share one.
struct Replacement {
  std::string from;
  std::string to;
  std::string
      library;  // as names::text() spells it, or "rules" for the user's own; empty for parts of another
  bool is_key = false;  // PrivateUse1, which programs may name as well
};

struct Edit {
  std::size_t begin = 0;
  std::uint32_t length = 0;
  Certainty certainty = Certainty::certain;
  const Replacement* replacement = nullptr;

  std::size_t end() const { return begin + length; }
};

// Sorts by place and removes what is not to be applied: show-only edits, and of two that overlap
// the less certain one (the later one where both are as certain). Returns how many overlapped.
std::size_t prepare(std::vector<Edit>* edits);

// The text with prepared edits; every byte outside of them is kept.
std::string apply_edits(std::string_view text, const std::vector<Edit>& edits);
// The same into a string that may have room already.
void apply_edits(std::string_view text, const std::vector<Edit>& edits, std::string* result);

// The place of each edit's replacement in the text that apply_edits() gives.
std::vector<std::size_t> places_after(const std::vector<Edit>& edits);

}  // namespace torchada::port
