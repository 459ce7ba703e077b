// The numbers of CUDA's architectures, by the policy of guards on __CUDA_ARCH__.
#include "architecture.h"

#include <algorithm>
#include <cstdint>

#include "../rules/architecture.h"

namespace torchada::port::cmake {

namespace {

constexpr int kNewest = 310;
constexpr std::string_view kAll = "21;22;31";

// The number that `text` begins with, whose letter (90a) is passed over; 0 without one.
int take_number(std::string_view* text) {
  int number = 0;
  std::size_t end = 0;
  while (end < text->size() && end < 3 && (*text)[end] >= '0' && (*text)[end] <= '9') {
    number = number * 10 + ((*text)[end++] - '0');
  }
  if (end > 0 && end < text->size() && ((*text)[end] == 'a' || (*text)[end] == 'f')) ++end;
  text->remove_prefix(end);
  return number;
}

// A guard is true for no MUSA GPU where it asks for 9.0; code has to run on some.
int musa_of(int number) {
  return musa_architecture(static_cast<std::int64_t>(number) * 10).value_or(kNewest);
}

// False where it is none. `found` has a place for each GPU of kMusaArchitectures.
bool mark(std::string_view word, bool (&found)[3]) {
  if (word == "native" || word == "all" || word == "all-major") {
    std::fill(std::begin(found), std::end(found), true);
    return true;
  }
  const int number = take_number(&word);
  if (number == 0 || (!word.empty() && word != "-real" && word != "-virtual")) return false;
  const int musa = musa_of(number);
  for (std::size_t i = 0; i < 3; ++i) {
    const bool newer = kMusaArchitectures[i] > musa && word != "-real";
    found[i] = found[i] || kMusaArchitectures[i] == musa || newer;
  }
  return true;
}

}  // namespace

std::optional<std::string> architectures_of(std::string_view list) {
  bool found[3] = {};
  for (std::size_t at = 0; at <= list.size();) {
    const std::size_t end = std::min(list.find(';', at), list.size());
    if (end != at && !mark(list.substr(at, end - at), found)) return std::nullopt;
    at = end + 1;
  }
  std::string result;
  for (std::size_t i = 0; i < 3; ++i) {
    if (!found[i]) continue;
    if (!result.empty()) result += ';';
    result.append(kAll.substr(3 * i, 2));
  }
  if (result.empty()) return std::nullopt;
  return result;
}

std::optional<std::string> architecture_of(std::string_view option) {
  for (const std::string_view beginning : {"arch=", "sm_", "compute_"}) {
    if (option.substr(0, beginning.size()) == beginning) option.remove_prefix(beginning.size());
  }
  const int number = take_number(&option);
  const bool whole = option.empty() || option.substr(0, 6) == ",code=";
  if (number == 0 || !whole || option.find('$') != std::string_view::npos) return std::nullopt;
  return "mp_" + std::to_string(musa_of(number) / 10);
}

}  // namespace torchada::port::cmake
