// The qualifiers of a function or lambda.
#pragma once

#include "mcc/rewrite/source.h"

namespace musasim::mcc {

struct Marks {
  bool device = false;
  bool host = false;
  bool global = false;
  bool constant = false;  // constexpr

  bool any() const { return device || host || global; }
};

inline Marks marks_between(const Source& source, Index begin, Index end) {
  Marks marks;
  for (Index at = begin; at < end; ++at) {
    const std::uint32_t word = source.word_at(at);
    marks.device = marks.device || word == word::kDevice;
    marks.host = marks.host || word == word::kHost;
    marks.global = marks.global || word == word::kGlobal;
    marks.constant = marks.constant || word == word::kConstexpr;
  }
  return marks;
}

}  // namespace musasim::mcc
