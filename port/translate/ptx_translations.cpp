// Texts with their operands as keys.
#include "ptx_translations.h"

namespace torchada::port {

namespace {

std::string key_of(const ptx::AsmText& statement) {
  std::string key = statement.text;
  key.append(statement.clobbers_memory ? "\nm" : "\n").append(statement.variables);
  for (const ptx::AsmOperand& one : statement.operands) {
    key.append(one.is_output ? "\n=" : "\n").append(one.constraint);
    if (!one.name.empty()) key.append(1, '[').append(one.name);
  }
  return key;
}

}  // namespace

const ptx::Translation& PtxTranslations::of(const ptx::AsmText& statement) {
  const std::string key = key_of(statement);
  bool is_new = false;
  std::unique_lock<std::mutex> lock(mutex_);
  std::unique_ptr<const ptx::Translation>& known = known_.value(key, &is_new);
  if (known != nullptr) return *known;
  // Others may ask for other texts meanwhile; of two that make the same one, the first counts.
  lock.unlock();
  auto made = std::make_unique<const ptx::Translation>(ptx::translate(statement));
  lock.lock();
  if (known == nullptr) known = std::move(made);
  return *known;
}

}  // namespace torchada::port
