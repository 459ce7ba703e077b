// Translations of PTX that the translators of a run share: each of them is made once.
#pragma once

#include <memory>
#include <mutex>

#include "text_map.h"
#include "torchada/ptx/translate.h"

namespace torchada::port {

class PtxTranslations {
 public:
  // ptx::translate(), asked once for each text with its operands. From any thread; valid as long as this is.
  const ptx::Translation& of(const ptx::AsmText& statement);

 private:
  std::mutex mutex_;
  TextMap<std::unique_ptr<const ptx::Translation>> known_;  // null while it is made
};

}  // namespace torchada::port
