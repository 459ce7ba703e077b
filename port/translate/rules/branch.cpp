// Rules that change nothing: they count what an #if's branch holds, by which guards are judged.
#include "rules.h"

namespace torchada::port {

// A branch that fails at run time is no alternative to inline PTX.
bool refusal_rule(Context* context, const Place&, const Word&) {
  ++context->content.refusals;
  return false;
}

// `torchada::ptx::` calls what was inline PTX, so a text that was ported already stays as it is.
bool ported_asm_rule(Context* context, const Place&, const Word&) {
  ++context->content.asms;
  return true;
}

}  // namespace torchada::port
