// Names behind `.` and `->`, and classes that declare members with names of CUDA's functions: those
// are renamed where they are declared, so that they are where they are used, too.
#include "../words.h"
#include "rules.h"

namespace torchada::port {

namespace {

// The program has such a member; what stands in a condition is a macro, however it is written.
void define(Context* context, const Place& place, const Word& word) {
  if (!is_condition(place.token.directive)) context->scan.definitions.push_back(word.text);
}

void back(Context* context, const Place& place, const Word& word) {
  if (const auto found = names::translate_member_back(word.text)) {
    if (place.after.is_op('(')) {
      context->edit(place.token.text(), found->cuda.front(), names::text(found->library),
                    Certainty::certain);
    }
  } else if (word.replacement != nullptr) {
    context->edit(place.token.text(), word.replacement, word.certainty);
    context->last_edit_if_member(word);
  }
}

}  // namespace

void declaration_rule(Context* context, const Token& token, const Word& word, char before) {
  const std::string_view text = context->text;
  const char after = next_character(text, context->offset(token.end));
  if (before == '*' || before == '&' || before == ')') {
    // `void *cudaFree(`, `(*cudaFree)(`, `decltype(&::cudaFree) cudaFree;`, no `&cudaFree)`.
    const bool declares = after == '(' || (before != '&' && (after == ';' || after == '=')) ||
                          (before == '*' && after == ')');
    if (!declares) return;
  } else {
    if (after != '(' && after != ';' && after != '=' && after != '{') return;
    if (is_use_keyword(word_before(text, context->offset(token.begin)))) return;
  }
  context->scopes.read_to(token.begin);
  if (context->scopes.in_class()) context->declare_member(word);
}

// A class that is asked as tensors are (is_cuda) is asked by another name then.
void own_member_rule(Context* context, const Place& place, const Word& word) {
  if (context->reverse() || word.replacement != nullptr) return;
  if (!place.after.is_op('(') || !is_definition(*context, place)) return;
  context->scopes.read_to(place.token.begin);
  if (!context->scopes.in_class()) return;
  Finding& finding = context->report(
      Code::member_name, place.token.text(), word,
      "the calls of `" + word.text + "` are translated, but this declaration is not");
  finding.severity = Severity::warning;
}

// `cuda` is a member of tensors, too, but no table has a name for it.
bool tensor_cuda_rule(Context* context, const Place& place, const Word& word) {
  if (!place.is_member()) {
    own_member_rule(context, place, word);
    return false;
  }
  if (!place.after.is_op('(')) return false;
  context->report(Code::tensor_cuda_call, place.token.text(), "`.cuda()` moves the tensor to CUDA");
  return true;
}

void member_rule(Context* context, const Place& place, const Word& word, bool program_may_own) {
  const std::string_view name = word.text;
  if (context->reverse()) {
    back(context, place, word);
    return;
  }
  const auto found = names::translate_member(name);
  if (found && found->status == names::Status::renamed) {
    if (!place.after.is_op('(')) return;  // PyTorch's are functions
    context->edit(place.token.text(), found->musa, names::text(found->library), Certainty::certain);
  } else if (found && found->status == names::Status::unsupported) {
    report_unsupported(context, place.token.text(), name, *found);
  } else if (!found && word.replacement != nullptr) {
    if (program_may_own) {
      define(context, place, word);
      return;
    }
    context->edit(place.token.text(), word.replacement, word.certainty);
    context->last_edit_if_member(word);
    context
        ->report(Code::member_name, place.token.text(),
                 concat({"the member `", name, "` stays as it is"}))
        .name = name;
    context->last_finding_unless_member(word);
  }
}

}  // namespace torchada::port
