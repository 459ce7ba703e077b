// Types of a class with the name of the template that they come from, which g++ alone refuses.
#include "mcc/rewrite/pass.h"

namespace musasim::mcc {

namespace {

// Makes `Load<...>` at the word `struct Load<...>`, unless it says more already.
void add_key(Pass* pass, Index name) {
  const Source& source = pass->source;
  const Index before = name - 1;
  const bool qualified = source.is_op(before, op::kScope) || source.is_op(before, '.');
  const bool has_key = source.is(before, word::kStruct) || source.is(before, word::kClass);
  if (!qualified && !has_key) pass->edits.insert(pass->begin_of(name), "struct ");
}

}  // namespace

// In a class `typedef Load<T> Load;` and `using Load = Load<T>;` give one word two meanings; clang and nvcc take that.
// `struct Load<T>` is the same type for g++, whose check does not look there. Uses before the declaration change, too.
void rewrite_same_name(Pass* pass, Index keyword) {
  const Source& source = pass->source;
  const bool is_typedef = source.is(keyword, word::kTypedef);
  const Index name = is_typedef ? keyword + 1 : keyword + 3;
  if (!source.is_word(name) || !source.is_op(name + 1, '<')) return;
  if (!is_typedef && !source.is_op(keyword + 2, '=')) return;
  const Index behind = behind_angle(source, name + 1, source.size());
  if (behind == kNone) return;
  const Index declared = is_typedef ? behind : keyword + 1;
  const Index end = is_typedef ? behind + 1 : behind;
  if (source.word_at(declared) != source.word_at(name) || !source.is_op(end, ';')) return;
  if (!pass->scopes.in_class(keyword)) return;
  const Index scope = pass->scopes.around(keyword);
  for (Index use = pass->scopes[scope].open + 1; use <= name; ++use) {
    if (source.word_at(use) != source.word_at(name) || !source.is_op(use + 1, '<')) continue;
    if (pass->scopes.around(use) == scope) add_key(pass, use);
  }
}

}  // namespace musasim::mcc
