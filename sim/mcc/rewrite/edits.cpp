// Makes the changes of a text.
#include "mcc/rewrite/edits.h"

#include <algorithm>

namespace musasim::mcc {

std::string Edits::apply(std::string_view text) {
  // An insertion stands before a replacement at the same place.
  std::stable_sort(edits_.begin(), edits_.end(), [](const Edit& a, const Edit& b) {
    if (a.begin != b.begin) return a.begin < b.begin;
    return a.begin == a.end && b.begin != b.end;
  });
  std::string result;
  result.reserve(text.size() + text.size() / 16);
  std::uint32_t at = 0;
  for (const Edit& edit : edits_) {
    if (edit.begin < at) continue;
    result.append(text.substr(at, edit.begin - at));
    result.append(edit.text);
    at = edit.end;
  }
  result.append(text.substr(at));
  edits_.clear();
  return result;
}

}  // namespace musasim::mcc
