// The history of the memory: a bounded list of entries for each device, and whose code asked for
// it. How a context (a stack) is gathered is the PyTorch side's business.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "memory/pool_id.h"
#include "musa_runtime_api.h"

namespace musasim::caching {

using Context = std::shared_ptr<void>;
using GatherContext = Context (*)();

// From when on contexts are gathered.
enum class RecordContext : int {
  kNever = 0,
  kState = 1,  // for blocks in use
  kAlloc = 2,  // and for entries about allocations
  kAll = 3,    // and for those about frees
};

enum class Action {
  kAlloc,
  kFreeRequested,
  kFreeCompleted,
  kSegmentAlloc,
  kSegmentFree,
  kSegmentMap,
  kSegmentUnmap,
  kSnapshot,
  kOutOfMemory,  // the address is the number of free bytes of the device
};

struct TraceEntry {
  Action action;
  std::uintptr_t address;
  std::size_t size;
  musaStream_t stream;
  PoolId pool;
  std::int64_t time;  // microseconds of the real-time clock
  Context context;
  std::string metadata;  // the thread's
};

// Sets the mark of the calling thread's entries from now on.
void set_metadata(std::string text);
const std::string& metadata();

struct HistoryOptions {
  bool enabled = false;
  bool entries = true;  // false: contexts of blocks only
  GatherContext gather = nullptr;
  std::size_t max_entries = 1;
  RecordContext when = RecordContext::kNever;
};

// Sets the options of all devices. Not while allocations are under way in other threads' contexts: entries that they
// add may have the old options' contexts.
void set_history(const HistoryOptions& options);
bool history_enabled() noexcept;

// The caller's context when one is wanted at this level; empty otherwise. Not under a lock.
Context gather_context(RecordContext level);

// The entries of one device. The owner locks.
class History {
 public:
  void add(Action action, std::uintptr_t address, std::size_t size, musaStream_t stream,
           PoolId pool, const Context& context);
  // Oldest first.
  std::vector<TraceEntry> entries() const;
  void clear();

 private:
  std::vector<TraceEntry> ring_;
  std::size_t next_ = 0;
};

}  // namespace musasim::caching
