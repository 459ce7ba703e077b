// A short list under a lock.
#include "kept_translators.h"

#include <algorithm>
#include <mutex>
#include <utility>
#include <vector>

namespace {

constexpr std::size_t kMost = 4;
// Words are remembered for good, and texts are not known to repeat them.
constexpr std::size_t kMostBytes = 64 << 20;

std::mutex mutex;
std::vector<KeptTranslator> kept_translators;

}  // namespace

KeptTranslator take_translator(std::string key) {
  const std::lock_guard<std::mutex> lock(mutex);
  const auto found = std::find_if(kept_translators.begin(), kept_translators.end(),
                                  [&](const KeptTranslator& kept) { return kept.key == key; });
  if (found == kept_translators.end()) return {std::move(key), 0, nullptr};
  KeptTranslator kept = std::move(*found);
  kept_translators.erase(found);
  return kept;
}

void keep_translator(KeptTranslator kept, std::size_t bytes) {
  kept.bytes += bytes;
  if (kept.bytes > kMostBytes) return;
  const std::lock_guard<std::mutex> lock(mutex);
  if (kept_translators.size() == kMost) kept_translators.erase(kept_translators.begin());
  kept_translators.push_back(std::move(kept));
}
