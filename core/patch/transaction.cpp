// Applies a list of reversible steps: all, or none.
#include "patch/transaction.h"

namespace torchada::patch {

std::vector<std::string> Transaction::symbols_of(std::string_view prefix) const {
  std::vector<std::string> symbols;
  for (const Step& step : steps_) {
    if (std::string_view(step.library).substr(0, prefix.size()) != prefix) continue;
    symbols.push_back(step.library + "." + step.symbol);
  }
  return symbols;
}

std::string Transaction::apply(const Step& step) const {
  const bool told_to_fail =
      !fail_at_.empty() && (step.library.find(fail_at_) != std::string::npos ||
                            step.symbol.find(fail_at_) != std::string::npos);
  if (told_to_fail) return "TORCHADA_TEST_FAIL_HOOK=" + fail_at_;
  return step.apply();
}

std::optional<HookError> Transaction::commit() {
  while (applied_ < steps_.size()) {
    const Step& step = steps_[applied_];
    std::string reason = apply(step);
    if (!reason.empty()) {
      roll_back();
      return HookError{step.library, step.symbol, std::move(reason)};
    }
    ++applied_;
  }
  return std::nullopt;
}

void Transaction::roll_back() {
  while (applied_ > 0) steps_[--applied_].undo();
}

}  // namespace torchada::patch
