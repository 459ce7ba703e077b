// Applies a list of reversible steps: all, or none.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace torchada::patch {

// Why a hook could not be installed; becomes torchada._core.InstallError.
struct HookError {
  std::string library;  // or the Python type that owns the symbol
  std::string symbol;
  std::string reason;
};

// One reversible change. `apply` returns an empty string or the reason of its failure.
struct Step {
  std::string library;  // or the Python type that owns the symbol
  std::string symbol;
  std::function<std::string()> apply;
  std::function<void()> undo;
};

class Transaction {
 public:
  void add(Step step) { steps_.push_back(std::move(step)); }
  // "library.symbol" of the steps whose library starts with `prefix`.
  std::vector<std::string> symbols_of(std::string_view prefix) const;

  // Applies the steps in order. On the first failure undoes those already applied, in reverse.
  std::optional<HookError> commit();
  // Undoes all steps of a committed transaction, in reverse; no-op otherwise.
  void roll_back();

  // Steps whose library or symbol contains `text` fail; for tests of the rollback. Empty: none.
  void fail_at(std::string text) { fail_at_ = std::move(text); }

 private:
  std::string apply(const Step& step) const;

  std::vector<Step> steps_;
  std::size_t applied_ = 0;
  std::string fail_at_;
};

}  // namespace torchada::patch
