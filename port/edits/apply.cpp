// Sorting, rejecting and applying edits.
#include <algorithm>

#include "torchada/port/edit.h"

namespace torchada::port {

std::size_t prepare(std::vector<Edit>* edits) {
  const auto shown = [](const Edit& edit) { return edit.certainty == Certainty::show_only; };
  edits->erase(std::remove_if(edits->begin(), edits->end(), shown), edits->end());
  // An insertion at a place comes before the replacement there.
  const auto earlier = [](const Edit& a, const Edit& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.length == 0 && b.length != 0;
  };
  if (!std::is_sorted(edits->begin(), edits->end(), earlier)) {
    std::stable_sort(edits->begin(), edits->end(), earlier);
  }
  std::size_t kept = 0;
  for (const Edit& edit : *edits) {
    if (kept > 0 && edit.begin < (*edits)[kept - 1].end()) {
      if (edit.certainty < (*edits)[kept - 1].certainty) (*edits)[kept - 1] = edit;
    } else {
      (*edits)[kept++] = edit;
    }
  }
  const std::size_t overlapping = edits->size() - kept;
  edits->resize(kept);
  return overlapping;
}

std::string apply_edits(std::string_view text, const std::vector<Edit>& edits) {
  std::string result;
  apply_edits(text, edits, &result);
  return result;
}

void apply_edits(std::string_view text, const std::vector<Edit>& edits, std::string* result) {
  result->clear();
  std::size_t size = text.size();
  for (const Edit& edit : edits) size += edit.replacement->to.size() - edit.length;
  result->reserve(size);
  std::size_t at = 0;
  for (const Edit& edit : edits) {
    result->append(text.substr(at, edit.begin - at));
    result->append(edit.replacement->to);
    at = edit.end();
  }
  result->append(text.substr(at));
}

std::vector<std::size_t> places_after(const std::vector<Edit>& edits) {
  std::vector<std::size_t> places;
  places.reserve(edits.size());
  std::size_t shift = 0;  // wraps around where texts become shorter, and back
  for (const Edit& edit : edits) {
    places.push_back(edit.begin + shift);
    shift += edit.replacement->to.size() - edit.length;
  }
  return places;
}

}  // namespace torchada::port
