// The threads' stacks of call configurations.
#include "machine/kernels/call_configuration.h"

#include <utility>

namespace musasim {

namespace {

std::vector<CallConfiguration>& calls() {
  static thread_local std::vector<CallConfiguration> stack;
  return stack;
}

}  // namespace

void push_call(CallConfiguration configuration) { calls().push_back(std::move(configuration)); }

bool pop_call(CallConfiguration* configuration) {
  if (calls().empty()) {
    return false;
  }
  *configuration = std::move(calls().back());
  calls().pop_back();
  return true;
}

CallConfiguration* current_call_configuration() noexcept {
  return calls().empty() ? nullptr : &calls().back();
}

}  // namespace musasim
