// extern template int f<int>(int); extern template struct S<int>; what is the file's own is instantiated in it.
#include "mcc/rewrite/pass.h"

namespace musasim::mcc {

void rewrite_extern_template(Pass* pass, Index keyword) {
  const Source& source = pass->source;
  const Index end = statement_end(source, keyword);
  if (end == kNone || !source.is_op(end, ';')) return;
  for (Index at = keyword + 1; at < end && !source.is_op(at, '('); ++at) {
    if (!source.is_word(at)) continue;
    const std::uint32_t name = source.word_at(at);
    if (pass->local_templates.count(name) != 0 || pass->classes_with_marks.count(name) != 0) {
      pass->edits.erase(pass->begin_of(keyword - 1), pass->end_of(end));
      return;
    }
  }
}

}  // namespace musasim::mcc
