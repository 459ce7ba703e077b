// Chooses the quickest form that a kernel's body allows.
#include "mcc/rewrite/speed/form.h"

#include "mcc/rewrite/speed/guard.h"
#include "mcc/rewrite/speed/strided.h"

namespace musasim::mcc {

namespace {

std::string test_lambda(const std::string& captured, const char* name, const std::string& parameter,
                        const char* result, const std::string& body) {
  return std::string("; auto ") + name + " = " + captured + kIndices + parameter + ")" + kInlined +
         "-> " + result + " {" + body + " }";
}

Form guarded(Pass* pass, const std::string& captured, const Guard& guard,
             const std::string& flags) {
  pass->edits.insert(pass->begin_of(guard.condition.begin),
                     guard.ends ? "!musasim_passes && (" : "musasim_passes || (");
  pass->edits.insert(pass->end_of(guard.condition.end - 1), ")");
  return {"guarded_kernel", flags + (guard.ordered ? " | ::musasim::device::kOrdered" : ""),
          ", const bool musasim_passes",
          test_lambda(captured, "musasim_guard", "", "bool", guard.test), ", musasim_guard"};
}

Form turning(Pass* pass, const std::string& captured, const Strided& loop, std::string flags) {
  const std::string turn = ", [[maybe_unused]] ::musasim::device::Turn& musasim_turn";
  rewrite_strided(pass->source, loop, &pass->edits);
  if (loop.ordered) flags += " | ::musasim::device::kOrdered";
  return {"turning_kernel", flags, turn,
          test_lambda(captured, "musasim_test", turn, "unsigned", test_of(loop)), ", musasim_test"};
}

}  // namespace

Form fast_form(Pass* pass, Index body, const std::vector<Parameter>& parameters,
               const std::string& captures, const Fibers& fibers) {
  if (fibers.needs_fiber(body)) return {};
  const std::string flags =
      fibers.keeps_apart(body) ? "kLoop | ::musasim::device::kApart" : "kLoop";
  if (const auto guard = find_guard(pass->source, body)) {
    return guarded(pass, captures, *guard, flags);
  }
  if (const auto loop = find_strided(pass->source, pass->scopes, body, parameters)) {
    return turning(pass, captures, *loop, flags);
  }
  return {"kernel", flags, "", "", ""};
}

}  // namespace musasim::mcc
