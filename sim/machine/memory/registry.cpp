// An ordered map under a lock, and a few entries in each thread that need neither.
#include "machine/memory/registry.h"

#include <array>
#include <atomic>
#include <iterator>
#include <map>
#include <shared_mutex>

#include "machine/context/context.h"
#include "machine/memory/arena.h"

namespace musasim {

namespace registry {

namespace {

using Map = std::map<const char*, Record>;
constexpr std::size_t kMaxFreed = 65536;

// Pools, graphs, modules, and mappings of physical memory hold the others.
constexpr unsigned kOfContexts = bit(MemoryKind::kDevice) | bit(MemoryKind::kManaged) |
                                 bit(MemoryKind::kHost) | bit(MemoryKind::kRegistered) |
                                 bit(MemoryKind::kExternal);

struct RegistryState {
  std::shared_mutex mutex;
  Map live;
  Map freed;
  std::uint64_t last_id = 0;
};

RegistryState& registry_state() {
  static RegistryState* const all = new RegistryState;
  return *all;
}

// Raised by each removal: what threads remember from before is not valid any more.
std::atomic<std::uint64_t> g_version{1};

std::atomic<Moment> g_now{1};

struct Remembered {
  std::uint64_t version = 0;
  Allocation what;
};

constexpr std::size_t kRemembered = 4;
thread_local std::array<Remembered, kRemembered> t_remembered;
thread_local std::size_t t_next = 0;

bool holds(const Allocation& what, const char* address) {
  return static_cast<std::size_t>(address - what.base) < what.size;
}

// The entry of `map` that holds the address, or its end.
Map::const_iterator holder(const Map& map, const char* address) {
  auto next = map.upper_bound(address);
  if (next == map.begin()) {
    return map.end();
  }
  const auto entry = std::prev(next);
  return holds(entry->second.what, address) ? entry : map.end();
}

bool overlaps(const Map& map, const char* base, std::size_t size) {
  const auto next = map.lower_bound(base);
  return holder(map, base) != map.end() || (next != map.end() && next->first < base + size);
}

// Addresses that are in use again are no longer those of something freed.
void forget_freed(Map& freed, const char* base, std::size_t size) {
  auto entry = freed.upper_bound(base);
  if (entry != freed.begin() && holds(std::prev(entry)->second.what, base)) {
    --entry;
  }
  while (entry != freed.end() && entry->first < base + size) {
    entry = freed.erase(entry);
  }
}

void remember_freed(RegistryState& all, Record record) {
  record.freed = check::here();
  record.freed_at = next_moment();
  if (all.freed.size() >= kMaxFreed) {
    all.freed.erase(all.freed.begin());
  }
  all.freed[record.what.base] = std::move(record);
}

}  // namespace

Moment now() noexcept { return g_now.load(std::memory_order_relaxed); }

Moment next_moment() noexcept { return g_now.fetch_add(1, std::memory_order_relaxed) + 1; }

bool add(Allocation allocation) {
  std::shared_ptr<const check::CallSite> made = check_mode() ? check::here() : nullptr;
  RegistryState& all = registry_state();
  const std::lock_guard<std::shared_mutex> lock(all.mutex);
  if (overlaps(all.live, allocation.base, allocation.size)) {
    return false;
  }
  allocation.id = ++all.last_id;
  if ((bit(allocation.kind) & kOfContexts) != 0) {
    allocation.context = current_owner();
  }
  if (!all.freed.empty()) {
    forget_freed(all.freed, allocation.base, allocation.size);
  }
  all.live.emplace(allocation.base, Record{allocation, std::move(made), nullptr});
  return true;
}

Allocation remove(const void* base, unsigned kinds) noexcept {
  RegistryState& all = registry_state();
  const std::lock_guard<std::shared_mutex> lock(all.mutex);
  const auto entry = all.live.find(static_cast<const char*>(base));
  if (entry == all.live.end() || (bit(entry->second.what.kind) & kinds) == 0) {
    return {};
  }
  const Allocation what = entry->second.what;
  if (check_mode()) {
    remember_freed(all, std::move(entry->second));
  }
  all.live.erase(entry);
  g_version.fetch_add(1, std::memory_order_release);
  return what;
}

Record find(const void* pointer) noexcept {
  RegistryState& all = registry_state();
  const std::shared_lock<std::shared_mutex> lock(all.mutex);
  const auto entry = holder(all.live, static_cast<const char*>(pointer));
  return entry == all.live.end() ? Record{} : entry->second;
}

Record find_freed(const void* pointer) noexcept {
  RegistryState& all = registry_state();
  const std::shared_lock<std::shared_mutex> lock(all.mutex);
  const auto entry = holder(all.freed, static_cast<const char*>(pointer));
  return entry == all.freed.end() ? Record{} : entry->second;
}

Record find_neighbour(const void* pointer) noexcept {
  RegistryState& all = registry_state();
  const std::shared_lock<std::shared_mutex> lock(all.mutex);
  const auto next = all.live.upper_bound(static_cast<const char*>(pointer));
  if (next != all.live.begin()) {
    return std::prev(next)->second;
  }
  return next == all.live.end() ? Record{} : next->second;
}

std::vector<Record> all(unsigned kinds) {
  RegistryState& everything = registry_state();
  const std::shared_lock<std::shared_mutex> lock(everything.mutex);
  std::vector<Record> found;
  for (const auto& [base, record] : everything.live) {
    if ((bit(record.what.kind) & kinds) != 0) {
      found.push_back(record);
    }
  }
  return found;
}

std::size_t bytes_from(const void* pointer, std::size_t wanted) noexcept {
  RegistryState& all = registry_state();
  const std::shared_lock<std::shared_mutex> lock(all.mutex);
  const char* const start = static_cast<const char*>(pointer);
  auto entry = holder(all.live, start);
  if (entry == all.live.end()) {
    return 0;
  }
  const MemoryKind kind = entry->second.what.kind;
  const char* end = entry->first + entry->second.what.size;
  // Only mappings are ever used across their ends.
  while (kind == MemoryKind::kMapped && static_cast<std::size_t>(end - start) < wanted) {
    ++entry;
    if (entry == all.live.end() || entry->first != end || entry->second.what.kind != kind) {
      break;
    }
    end += entry->second.what.size;
  }
  const auto there = static_cast<std::size_t>(end - start);
  return there < wanted ? there : wanted;
}

}  // namespace registry

Allocation find_allocation(const void* pointer) noexcept {
  using namespace registry;
  const char* const address = static_cast<const char*>(pointer);
  const std::uint64_t version = g_version.load(std::memory_order_acquire);
  for (const Remembered& entry : t_remembered) {
    if (entry.version == version && holds(entry.what, address)) {
      return entry.what;
    }
  }
  Allocation what;
  {
    RegistryState& all = registry_state();
    const std::shared_lock<std::shared_mutex> lock(all.mutex);
    const auto entry = holder(all.live, address);
    if (entry == all.live.end()) {
      return {};
    }
    what = entry->second.what;
  }
  t_remembered[t_next++ % kRemembered] = {version, what};
  return what;
}

}  // namespace musasim
