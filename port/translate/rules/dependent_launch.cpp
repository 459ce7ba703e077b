// Programmatic dependent launch: a kernel waits for the one before it, or lets the next one begin.
#include "rules.h"

namespace torchada::port {

using lexer::Token;

// MUSA orders the kernels of a stream: there is nothing to wait for, and nobody to let go.
bool dependent_launch_rule(Context* context, const Place& place, const Word& word) {
  if (context->reverse() || word.own_rule || is_definition(place)) return false;
  if (place.before.is_op(lexer::op::kScope)) return false;
  lexer::Lexer ahead = context->lexer;
  Token open;
  Token close;
  if (!next_code(&ahead, &open) || !open.is_op('(')) return false;
  if (!next_code(&ahead, &close) || !close.is_op(')')) return false;
  const char* const begin = place.token.begin;
  const std::string_view call(begin, static_cast<std::size_t>(close.end - begin));
  context->edit(call, "((void)0)", names::text(word.translation.library), Certainty::certain);
  Finding& finding = context->report(
      Code::launch_attributes, call,
      "`" + word.text + "()` became `((void)0)`: kernels of a stream run one after the other");
  finding.name = word.text;
  finding.severity = Severity::note;
  return true;
}

}  // namespace torchada::port
