// Shorthands of the tests of names.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "torchada/names/names.h"

namespace torchada::names::testing {

// The new name of one that is renamed; in brackets what else became of it.
inline std::string outcome(const std::optional<Translation>& translation) {
  if (!translation) return "<none>";
  if (translation->status == Status::renamed) return translation->musa;
  return "<" + std::string(text(translation->status)) + ">";
}

// The CUDA names, with blanks between.
inline std::string outcome(const std::optional<Sources>& sources) {
  if (!sources) return "<none>";
  std::string all;
  for (const std::string& cuda : sources->cuda) all += (all.empty() ? "" : " ") + cuda;
  return all;
}

}  // namespace torchada::names::testing
