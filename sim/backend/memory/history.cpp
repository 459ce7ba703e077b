// The options of the history and the rings of entries.
#include "memory/history.h"

#include <atomic>
#include <chrono>
#include <utility>

namespace musasim::caching {

namespace {

std::atomic<bool> g_enabled{false};
std::atomic<bool> g_entries{false};
std::atomic<GatherContext> g_gather{nullptr};
std::atomic<std::size_t> g_max_entries{1};
std::atomic<int> g_when{0};

std::int64_t now() {
  const auto since = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::microseconds>(since).count();
}

bool keeps_context() {
  return g_when.load(std::memory_order_relaxed) >= static_cast<int>(RecordContext::kAlloc);
}

thread_local std::string t_metadata;

}  // namespace

void set_metadata(std::string text) { t_metadata = std::move(text); }
const std::string& metadata() { return t_metadata; }

void set_history(const HistoryOptions& options) {
  g_gather = options.enabled ? options.gather : nullptr;
  g_max_entries = options.max_entries == 0 ? 1 : options.max_entries;
  g_when = options.enabled ? static_cast<int>(options.when) : 0;
  g_entries = options.enabled && options.entries;
  g_enabled = options.enabled;
}

bool history_enabled() noexcept { return g_enabled.load(std::memory_order_relaxed); }

Context gather_context(RecordContext level) {
  const GatherContext gather = g_gather.load(std::memory_order_relaxed);
  return gather != nullptr && g_when.load(std::memory_order_relaxed) >= static_cast<int>(level)
             ? gather()
             : Context();
}

void History::add(Action action, std::uintptr_t address, std::size_t size, musaStream_t stream,
                  PoolId pool, const Context& context) {
  if (!g_entries.load(std::memory_order_relaxed)) {
    return;
  }
  TraceEntry entry{
      action,    address, size, stream, pool, now(), keeps_context() ? context : Context(),
      t_metadata};
  const std::size_t limit = g_max_entries.load(std::memory_order_relaxed);
  if (ring_.size() > limit) {  // the limit was lowered
    ring_ = entries();
    ring_.erase(ring_.begin(), ring_.end() - static_cast<std::ptrdiff_t>(limit));
    next_ = 0;
  }
  if (ring_.size() < limit) {
    if (next_ != 0) {  // the limit was raised
      ring_ = entries();
      next_ = 0;
    }
    ring_.push_back(std::move(entry));
  } else {
    ring_[next_] = std::move(entry);
    next_ = (next_ + 1) % limit;
  }
}

std::vector<TraceEntry> History::entries() const {
  std::vector<TraceEntry> ordered;
  ordered.reserve(ring_.size());
  for (std::size_t i = 0; i < ring_.size(); ++i) {
    ordered.push_back(ring_[(next_ + i) % ring_.size()]);
  }
  return ordered;
}

void History::clear() {
  ring_.clear();
  next_ = 0;
}

}  // namespace musasim::caching
