// Arguments of alias templates that are numbers, whose type g++ forgets.
#include "mcc/rewrite/pass.h"
#include "mcc/rewrite/syntax.h"

namespace musasim::mcc {

namespace {

// The `>` behind an argument that is alone and calls a function; kNone for others.
Index behind_single_call(const Source& source, Index begin) {
  bool calls = false;
  for (Index at = begin; at < source.size(); ++at) {
    if (source.is_op(at, '>') || source.is_op(at, op::kShiftRight)) return calls ? at : kNone;
    if (source.is_op(at, ',') || source.is_op(at, ';') || source.is_op(at, '{')) return kNone;
    if (source.is_op(at, '(')) {
      const bool named = source.is_word(at - 1) && source.word_at(at - 1) >= word::kFirstOther;
      calls = calls || named || source.is_op(at - 1, '>');
      if ((at = source.partner(at)) == kNone) return kNone;
    } else if (source.is_op(at, '<') && source.is_word(at - 1)) {
      const Index behind = behind_angle(source, at, source.size());
      if (behind != kNone) at = behind - 1;
    }
  }
  return kNone;
}

}  // namespace

// The names in `template <int v> using Int = ...` and in those with bool, by their words. One that a class has, too,
// is kOther: the word may mean either.
std::vector<NumberAlias> number_aliases(const Source& source) {
  std::vector<NumberAlias> found(source.word_count(), NumberAlias::kNothing);
  for (Index at = 5; at + 2 < source.size(); ++at) {
    if (!source.is_word(at + 1)) continue;
    NumberAlias& name = found[source.word_at(at + 1)];
    if (source.is(at, word::kStruct) || source.is(at, word::kClass)) {
      // Not `class Int` among the parameters of a template.
      const bool declared = source.is_op(at + 2, '{') || source.is_op(at + 2, ':') ||
                            source.is_op(at + 2, ';') || source.is_op(at + 2, '<');
      if (declared) name = NumberAlias::kOther;
    } else if (source.is(at, word::kUsing) && source.is_op(at - 1, '>') &&
               source.is_op(at - 4, '<') && source.is(at - 5, word::kTemplate) &&
               name == NumberAlias::kNothing) {
      if (source.is(at - 3, word::kInt)) name = NumberAlias::kInt;
      if (source.is(at - 3, word::kBool)) name = NumberAlias::kBool;
    }
  }
  return found;
}

// In a template, where Int<n> is C<n> and C takes a value of any type, g++ makes C<f(x)> of Int<f(x)>, as if the
// parameter were not an int; clang converts. Where f(x) is an object, g++ refuses it then. No argument is deduced
// from a call, so that the conversion may stand there.
void rewrite_number_argument(Pass* pass, Index open, const std::vector<NumberAlias>& aliases) {
  const Source& source = pass->source;
  if (open == 0 || !source.is_word(open - 1)) return;
  const NumberAlias alias = aliases[source.word_at(open - 1)];
  if (alias != NumberAlias::kInt && alias != NumberAlias::kBool) return;
  const Index behind = behind_single_call(source, open + 1);
  if (behind == kNone) return;
  pass->edits.insert(pass->begin_of(open + 1),
                     alias == NumberAlias::kInt ? "static_cast<int>(" : "static_cast<bool>(");
  pass->edits.insert(pass->end_of(behind - 1), ")");
}

}  // namespace musasim::mcc
