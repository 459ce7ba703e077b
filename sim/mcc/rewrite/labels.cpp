// Finds labels by the jumps to them. They are no local ones (`__label__`): where `if constexpr` leaves one out, g++
// would miss it.
#include "mcc/rewrite/labels.h"

#include <vector>

#include "mcc/rewrite/edits.h"
#include "mcc/rewrite/source.h"

namespace musasim::mcc {

namespace {

bool is_jump(const Source& source, Index at) {
  return at > 0 && source.is_word(at - 1) && source.text(at - 1) == "goto";
}

bool is_label(const Source& source, Index at) {
  if (at == 0 || !source.is_op(at + 1, ':')) return false;
  return !source.is_op(at - 1, '?') && !source.is(at - 1, word::kCase) &&
         !source.is_op(at - 1, op::kScope);
}

}  // namespace

std::string with_other_labels(std::string body) {
  if (body.find("goto") == std::string::npos) return body;
  const Source source(std::move(body));
  std::vector<bool> labels(source.word_count());
  for (Index at = 0; at < source.size(); ++at) {
    if (source.is_word(at) && is_jump(source, at)) labels[source.word_at(at)] = true;
  }
  Edits edits;
  for (Index at = 0; at < source.size(); ++at) {
    if (!source.is_word(at) || !labels[source.word_at(at)]) continue;
    if (is_jump(source, at) || is_label(source, at)) {
      edits.insert(source.token(at).begin, "musasim_host_");
    }
  }
  return edits.apply(source.text());
}

}  // namespace musasim::mcc
