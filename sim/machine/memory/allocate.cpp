// Device memory with its capacity, managed and pinned memory.
#include "machine/memory/allocate.h"

#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <mutex>
#include <new>
#include <vector>

#include "machine/device/simulated_gpus.h"
#include "machine/faults/faults.h"
#include "machine/memory/advice.h"
#include "machine/memory/arena.h"
#include "machine/memory/capacity.h"
#include "machine/memory/check/check.h"
#include "machine/memory/check/slack.h"
#include "machine/memory/export_table.h"
#include "machine/memory/external.h"
#include "machine/memory/graph_memory.h"
#include "machine/memory/pool_block.h"
#include "machine/memory/registry.h"
#include "machine/memory/units.h"
#include "machine/memory/unwritten.h"
#include "machine/stream/inline_work.h"
#include "machine/stream/stream.h"

namespace musasim {

namespace {

using registry::bit;

std::array<std::atomic<unsigned long long>, kMaxDevices> g_epochs{};

constexpr unsigned kFreeable = bit(MemoryKind::kDevice) | bit(MemoryKind::kManaged) |
                               bit(MemoryKind::kPool) | bit(MemoryKind::kGraph) |
                               bit(MemoryKind::kVariable) | bit(MemoryKind::kExternal);
constexpr unsigned kFreeableLater = bit(MemoryKind::kDevice) | bit(MemoryKind::kManaged);

std::size_t rounded(std::size_t bytes) { return round_up(bytes, kDeviceAlignment); }

// In check mode an allocation has whole pages.
std::size_t pages(std::size_t bytes) { return round_up(bytes, kPage); }

// Memory of an arena, registered; null when there is none left.
void* take(Arena& arena, MemoryKind kind, int device, std::size_t bytes, unsigned flags) {
  // Large blocks start at page boundaries, so that their memory can go back as a whole.
  const std::size_t alignment = bytes >= (std::size_t{1} << 20) ? kPage : kDeviceAlignment;
  char* base = arena.take(rounded(bytes), alignment);
  if (base == nullptr) {
    return nullptr;
  }
  Allocation what;
  what.kind = kind;
  what.device = device;
  what.flags = flags;
  what.base = base;
  what.size = bytes;
  registry::add(what);
  if (check_mode()) {
    check::fill_slack(what, pages(bytes));
  }
  return base;
}

// Memory that pools keep without using it goes back to the device before an allocation fails.
bool take_capacity(int device, std::size_t bytes) {
  return capacity::take(device, bytes) ||
         (pools::release_unused(device) && capacity::take(device, bytes));
}

bool too_large(std::size_t bytes) { return bytes > (std::size_t{1} << 46); }

// All but its capacity.
void release_memory(const Allocation& what) noexcept {
  if (what.kind == MemoryKind::kExternal) {
    external::unmap_buffer(what);
    return;
  }
  Arena* arena = arena_of(what.base);
  if (arena == nullptr) {
    return;
  }
  if (check_mode()) {
    check::verify_slack(what, pages(what.size));
  }
  exports::withdraw(what.base);
  if (what.kind == MemoryKind::kManaged) {
    advice::forget(what);
  }
  arena->give_back(what.base, rounded(what.size));
}

void release(const Allocation& what) noexcept {
  release_memory(what);
  // External memory is not the device's own.
  if (what.on_device() && what.kind != MemoryKind::kExternal) {
    capacity::give_back(what.device, rounded(what.size));
  }
}

// Freed memory that work may still use.
struct Later {
  Allocation what;
  std::vector<Dependency> work;

  bool unused() const {
    return std::all_of(work.begin(), work.end(), [](const Dependency& each) { return each.met(); });
  }
};

struct LaterList {
  std::mutex mutex;
  std::vector<Later> all;
  std::atomic<bool> empty{true};
};

LaterList& freed_later() {
  static LaterList* const list = new LaterList;
  return *list;
}

void release_what_is_unused() {
  LaterList& list = freed_later();
  if (list.empty.load(std::memory_order_relaxed)) {
    return;
  }
  const std::lock_guard<std::mutex> lock(list.mutex);
  const auto used = std::partition(list.all.begin(), list.all.end(),
                                   [](const Later& each) { return !each.unused(); });
  for (auto each = used; each != list.all.end(); ++each) {
    release_memory(each->what);
  }
  list.all.erase(used, list.all.end());
  list.empty = list.all.empty();
}

}  // namespace

musaError_t allocate_device(int device, std::size_t bytes, void** pointer, MemoryKind kind) {
  if (pointer == nullptr) {
    return musaErrorInvalidValue;
  }
  *pointer = nullptr;
  if (bytes == 0) {
    return musaSuccess;
  }
  const musaError_t fault = faults::on_allocation(device, bytes);
  if (fault != musaSuccess) {
    return fault;
  }
  release_what_is_unused();
  if (too_large(bytes) || !take_capacity(device, rounded(bytes))) {
    return capacity::refuse(device, bytes);
  }
  *pointer = take(device_arena(device), kind, device, bytes, 0);
  if (*pointer == nullptr) {
    capacity::give_back(device, rounded(bytes));
    return musaErrorMemoryAllocation;
  }
  if (kind == MemoryKind::kDevice) {
    unwritten::hand_out(*pointer, bytes);
  }
  return musaSuccess;
}

musaError_t free_device(void* pointer) {
  if (pointer == nullptr) {
    return musaSuccess;
  }
  const Allocation what = find_allocation(pointer);
  if (what.base == pointer && (bit(what.kind) & kFreeable) != 0) {
    if (const musaError_t broken = what_broke(what.device); broken != musaSuccess) {
      return broken;
    }
    if (has_any_turn() && (bit(what.kind) & kFreeableLater) != 0) {
      return free_device_later(pointer);
    }
    if (what.device >= 0) {
      drain_device(what.device);
    }
    musaError_t error = musaSuccess;
    if (what.kind == MemoryKind::kGraph && free_graph_memory(pointer, &error)) {
      return error;
    }
  }
  return free_device_now(pointer);
}

musaError_t free_device_now(void* pointer) {
  if (pointer == nullptr) {
    return musaSuccess;
  }
  const Allocation what = registry::remove(pointer, kFreeable);
  if (!what) {
    if (check_mode()) {
      check::report_bad_free(pointer);
    }
    return musaErrorInvalidValue;
  }
  if (what.kind == MemoryKind::kPool) {
    pools::release_block(what);
  } else {
    release(what);
  }
  return musaSuccess;
}

musaError_t free_device_later(void* pointer) {
  const Allocation what = find_allocation(pointer);
  if (what.base != pointer || (bit(what.kind) & kFreeableLater) == 0) {
    return musaErrorInvalidValue;
  }
  if (const musaError_t broken = what_broke(what.device); broken != musaSuccess) {
    return broken;
  }
  std::vector<Dependency> work = present_work(what.device);
  if (work.empty()) {
    return free_device_now(pointer);
  }
  if (!registry::remove(pointer, kFreeableLater)) {
    return musaErrorInvalidValue;
  }
  if (what.on_device()) {
    capacity::give_back(what.device, rounded(what.size));
  }
  LaterList& list = freed_later();
  const std::lock_guard<std::mutex> lock(list.mutex);
  list.all.push_back({what, std::move(work)});
  list.empty = false;
  return musaSuccess;
}

Allocation find_freed_later(const void* pointer) noexcept {
  LaterList& list = freed_later();
  const std::lock_guard<std::mutex> lock(list.mutex);
  const auto found = std::find_if(list.all.begin(), list.all.end(), [pointer](const Later& each) {
    const auto* const address = static_cast<const char*>(pointer);
    return static_cast<std::size_t>(address - each.what.base) < each.what.size && !each.unused();
  });
  return found == list.all.end() ? Allocation{} : found->what;
}

musaError_t allocate_managed(int device, std::size_t bytes, unsigned flags, void** pointer) {
  const bool known = flags == musaMemAttachGlobal || flags == musaMemAttachHost;
  if (pointer == nullptr || bytes == 0 || !known) {
    return musaErrorInvalidValue;
  }
  const musaError_t fault = faults::on_allocation(device, bytes);
  if (fault != musaSuccess) {
    return fault;
  }
  void* base = too_large(bytes) ? nullptr
                                : take(managed_arena(), MemoryKind::kManaged, device, bytes, flags);
  if (base == nullptr) {
    return musaErrorMemoryAllocation;
  }
  *pointer = base;
  return musaSuccess;
}

musaError_t allocate_host(int device, std::size_t bytes, unsigned flags, void** pointer) {
  constexpr unsigned kKnown =
      musaHostAllocPortable | musaHostAllocMapped | musaHostAllocWriteCombined;
  if (pointer == nullptr || (flags & ~kKnown) != 0) {
    return musaErrorInvalidValue;
  }
  *pointer = nullptr;
  if (bytes == 0) {
    return musaSuccess;
  }
  void* base =
      too_large(bytes) ? nullptr : take(host_arena(), MemoryKind::kHost, device, bytes, flags);
  *pointer = base;
  return base == nullptr ? musaErrorMemoryAllocation : musaSuccess;
}

musaError_t free_host(void* pointer) {
  if (pointer == nullptr) {
    return musaSuccess;
  }
  const Allocation found = find_allocation(pointer);
  if (found.base == pointer && found.kind == MemoryKind::kHost) {
    // Copies that are still under way use it.
    for (int device = 0; device < device_count(); ++device) {
      drain_device(device);
    }
  }
  const Allocation what = registry::remove(pointer, bit(MemoryKind::kHost));
  if (!what) {
    if (check_mode()) {
      check::report_bad_free(pointer);
    }
    return musaErrorInvalidValue;
  }
  release(what);
  return musaSuccess;
}

musaError_t register_host(int device, void* pointer, std::size_t bytes, unsigned flags) {
  constexpr unsigned kKnown = musaHostRegisterPortable | musaHostRegisterMapped |
                              musaHostRegisterIoMemory | musaHostRegisterReadOnly;
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  if (pointer == nullptr || bytes == 0 || (flags & ~kKnown) != 0 || address + bytes < address ||
      arena_of(pointer) != nullptr) {
    const Allocation there = find_allocation(pointer);
    return there.kind == MemoryKind::kHost ? musaErrorHostMemoryAlreadyRegistered
                                           : musaErrorInvalidValue;
  }
  // The whole range has to be there: what the kernel pins on hardware.
  const std::uintptr_t first = address / kPage * kPage;
  if (msync(reinterpret_cast<void*>(first), address + bytes - first, MS_ASYNC) != 0) {
    return musaErrorInvalidValue;
  }
  Allocation what;
  what.kind = MemoryKind::kRegistered;
  what.device = device;
  what.flags = flags;
  what.base = static_cast<char*>(pointer);
  what.size = bytes;
  return registry::add(what) ? musaSuccess : musaErrorHostMemoryAlreadyRegistered;
}

musaError_t unregister_host(void* pointer) {
  if (pointer == nullptr) {
    return musaErrorInvalidValue;
  }
  const Allocation what = registry::remove(pointer, bit(MemoryKind::kRegistered));
  return what ? musaSuccess : musaErrorHostMemoryNotRegistered;
}

MemoryInfo memory_info(int device) {
  return {capacity::free_bytes(device), capacity::total_bytes(device)};
}

unsigned long long memory_epoch(int device) noexcept {
  return g_epochs[static_cast<std::size_t>(device)].load(std::memory_order_acquire);
}

void free_all(int device, unsigned long long context) {
  // Memory that the program registered stays so after a reset, and goes with a context of its own.
  if (context == 0) {
    g_epochs[static_cast<std::size_t>(device)].fetch_add(1);
  }
  const unsigned kinds =
      kFreeable | bit(MemoryKind::kHost) | (context != 0 ? bit(MemoryKind::kRegistered) : 0);
  for (const registry::Record& record : registry::all(kinds)) {
    const Allocation& what = record.what;
    if (what.device == device && what.context == context && what.kind != MemoryKind::kVariable &&
        registry::remove(what.base, bit(what.kind))) {
      if (what.kind == MemoryKind::kPool) {
        pools::release_block(what);
      } else {
        release(what);
      }
    }
  }
  if (context == 0) {
    pools::release_unused(device);
  }
}

}  // namespace musasim
