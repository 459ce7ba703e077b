// Calls of members that are templates, which need `template` for g++ alone.
#include "mcc/rewrite/declaration.h"
#include "mcc/rewrite/pass.h"

namespace musasim::mcc {

// The words that name type parameters: `class T`, `typename T` before a comma, `=` or `>`.
std::vector<bool> type_parameters(const Source& source) {
  std::vector<bool> found(source.word_count());
  for (Index at = 0; at + 2 < source.size(); ++at) {
    if (!source.is(at, word::kTypename) && !source.is(at, word::kClass)) continue;
    const Index behind = at + 2;
    const bool ends = source.is_op(behind, ',') || source.is_op(behind, '=') ||
                      source.is_op(behind, '>') || source.is_op(behind, op::kShiftRight);
    if (source.is_word(at + 1) && ends) found[source.word_at(at + 1)] = true;
  }
  return found;
}

// The words that are declared behind a template head: in `(a.v < b) > (c)` v is none of them, so it is compared.
std::vector<bool> template_names(const Source& source) {
  std::vector<bool> found(source.word_count());
  for (Index at = 0; at + 1 < source.size(); ++at) {
    if (!source.is(at, word::kTemplate) || !source.is_op(at + 1, '<')) continue;
    Index first = at;
    template_heads(source, at, &first);
    const bool is_class = source.is(first, word::kClass) || source.is(first, word::kStruct) ||
                          source.is(first, word::kUsing);
    const Index name = is_class ? first + 1 : read_declaration(source, at).name;
    if (source.is_word(name)) found[source.word_at(name)] = true;
  }
  return found;
}

// In a template, clang and nvcc take `f(x).Sum<n>(y)` and `T::sum<n>(y)` for calls of templates, as with
// `.template Sum<n>(y)`; g++ takes the `<` for less-than.
void rewrite_member(Pass* pass, Index access, const std::vector<bool>& parameters,
                    const std::vector<bool>& templates) {
  const Source& source = pass->source;
  if (access == 0 || !source.is_word(access + 1) || !source.is_op(access + 2, '<')) return;
  if (source.is(access + 1, word::kTemplate) || !templates[source.word_at(access + 1)]) return;
  if (source.is_op(access, '.')) {
    if (!source.is_op(access - 1, ')')) return;
  } else {
    const bool parameter = source.is_word(access - 1) && parameters[source.word_at(access - 1)];
    const bool arguments = source.is_op(access - 1, '>');
    if (!(parameter || arguments) || pass->scopes.function_around(access) == kNone) return;
  }
  const Index behind = behind_angle(source, access + 2, source.size());
  if (behind == kNone || !source.is_op(behind, '(')) return;
  pass->edits.insert(pass->begin_of(access + 1), "template ");
}

}  // namespace musasim::mcc
