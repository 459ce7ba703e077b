// Programmatic dependent launch: a kernel waits for the one before it, or lets the next one begin.
#include "rules.h"

namespace torchada::port {

// MUSA orders the kernels of a stream: there is nothing to wait for, and nobody to let go.
bool dependent_launch_rule(Context* context, const Place& place, const Word& word) {
  const std::optional<Call> call = call_at(*context, place);
  if (!call || !call->arguments.empty() || !stands_free(*context, place, word)) return false;
  context->edit(call->text, "((void)0)", word);
  Finding& finding = context->report(
      Code::launch_attributes, call->text, word,
      "`" + word.text + "()` became `((void)0)`: kernels of a stream run one after the other");
  finding.severity = Severity::note;
  return true;
}

}  // namespace torchada::port
