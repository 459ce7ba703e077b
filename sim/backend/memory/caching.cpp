// The table of the devices' allocators.
#include "memory/caching.h"

#include <array>
#include <atomic>
#include <mutex>

#include "machine/device/simulated_gpus.h"
#include "machine/library.h"
#include "machine/memory/arena.h"
#include "machine/settings/settings.h"
#include "memory/host.h"

namespace musasim::caching {

namespace {

// Never destroyed: tensors that Python holds outlive static objects.
std::array<std::atomic<DeviceAllocator*>, kMaxDevices> g_allocators{};
std::array<std::atomic<const Arena*>, kMaxDevices> g_arenas{};

struct Observers {
  std::mutex mutex;
  std::vector<OutOfMemoryObserver> list;
  std::vector<Reclaimer> reclaimers;
};

Observers& observers() {
  static auto* const instance = new Observers;
  return *instance;
}

DeviceAllocator& make(int device) {
  static std::mutex mutex;
  const std::lock_guard<std::mutex> lock(mutex);
  const auto index = static_cast<std::size_t>(device);
  DeviceAllocator* made = g_allocators[index].load();
  if (made == nullptr) {
    made = new DeviceAllocator(device);
    g_arenas[index] = &device_arena(device);
    g_allocators[index].store(made, std::memory_order_release);
  }
  return *made;
}

// The device of an allocation of ours, by its address; -1 when it lies elsewhere.
int device_by_range(const void* pointer) noexcept {
  for (std::size_t device = 0; device < g_arenas.size(); ++device) {
    const Arena* arena = g_arenas[device].load(std::memory_order_relaxed);
    if (arena != nullptr && arena->contains(pointer)) {
      return static_cast<int>(device);
    }
  }
  return -1;
}

// Calls visit(allocator) until it gives true: for the device that the address tells, or else all.
template <class Visit>
bool ask(const void* pointer, Visit visit) {
  if (const int device = device_by_range(pointer); device >= 0) {
    return visit(of_device(device));
  }
  for (const auto& allocator : g_allocators) {
    if (DeviceAllocator* there = allocator.load(std::memory_order_acquire);
        there != nullptr && visit(*there)) {
      return true;
    }
  }
  return false;
}

}  // namespace

DeviceAllocator& of_device(int device) {
  DeviceAllocator* there =
      g_allocators[static_cast<std::size_t>(device)].load(std::memory_order_acquire);
  return there != nullptr ? *there : make(device);
}

bool is_used(int device) noexcept {
  return device >= 0 && device < kMaxDevices &&
         g_allocators[static_cast<std::size_t>(device)].load() != nullptr;
}

void* allocate(int device, std::size_t bytes, musaStream_t stream) {
  return of_device(device).allocate(bytes, stream);
}

bool free(void* pointer) noexcept {
  if (pointer == nullptr) {
    return true;
  }
  if (in_forked_child()) {  // locks may be held by threads that are not here
    return false;
  }
  try {
    return ask(pointer, [=](DeviceAllocator& allocator) { return allocator.free(pointer); });
  } catch (const MusaFailure&) {
    return true;  // taken back; a segment could not go back to a broken device
  }
}

void record_stream(void* pointer, musaStream_t stream) {
  if (pointer != nullptr && !in_forked_child()) {
    ask(pointer,
        [=](DeviceAllocator& allocator) { return allocator.record_stream(pointer, stream); });
  }
}

void begin_allocate_to_pool(int device, PoolId id, StreamFilter filter) {
  of_device(device).begin_allocate_to_pool(id, std::move(filter));
}

void end_allocate_to_pool(int device, PoolId id) { of_device(device).end_allocate_to_pool(id); }

void release_pool(int device, PoolId id) {
  of_device(device).release_pool(id);
  if (of_device(device).pool_users(id) == 0) {
    release_pinned_of_pool(device, id);
  }
}

void release_cached(PoolId id) {
  for (const auto& allocator : g_allocators) {
    if (DeviceAllocator* there = allocator.load(std::memory_order_acquire)) {
      there->release_cached(id);
    }
  }
}

int device_of_pointer(const void* pointer) noexcept {
  if (pointer == nullptr) {
    return -1;
  }
  const int device = device_by_range(pointer);
  return device >= 0 ? device : device_of(pointer);
}

void add_out_of_memory_observer(OutOfMemoryObserver observer) {
  const std::lock_guard<std::mutex> lock(observers().mutex);
  observers().list.push_back(std::move(observer));
}

void tell_out_of_memory(const OutOfMemoryReport& report) {
  std::vector<OutOfMemoryObserver> list;
  {
    const std::lock_guard<std::mutex> lock(observers().mutex);
    list = observers().list;
  }
  for (const OutOfMemoryObserver& observer : list) {
    observer(report.device, report.requested, report.allowed, report.free);
  }
}

void add_reclaimer(Reclaimer reclaimer) {
  const std::lock_guard<std::mutex> lock(observers().mutex);
  observers().reclaimers.push_back(reclaimer);
}

bool reclaim_elsewhere() {
  std::vector<Reclaimer> reclaimers;
  {
    const std::lock_guard<std::mutex> lock(observers().mutex);
    reclaimers = observers().reclaimers;
  }
  bool freed = false;
  for (const Reclaimer reclaim : reclaimers) {
    freed = reclaim() || freed;
  }
  return freed;
}

bool in_forked_child() noexcept { return in_bad_fork(); }

}  // namespace musasim::caching
