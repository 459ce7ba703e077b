// The pools of this process, and stream-ordered allocation from them.
#include "machine/memory/pool.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <mutex>
#include <set>

#include "machine/device/simulated_gpus.h"
#include "machine/faults/faults.h"
#include "machine/memory/allocate.h"
#include "machine/memory/arena.h"
#include "machine/memory/capacity.h"
#include "machine/memory/check/check.h"
#include "machine/memory/export_table.h"
#include "machine/memory/graph_memory.h"
#include "machine/memory/pool_block.h"
#include "machine/memory/pool_object.h"
#include "machine/memory/registry.h"
#include "machine/memory/unwritten.h"
#include "machine/stream/stream.h"
#include "machine/stream/stream_object.h"
#include "machine/stream/synchronized.h"

namespace musasim::pools {

namespace {

struct PoolState {
  std::mutex mutex;
  std::set<Pool*> alive;
  std::set<Pool*> all;  // those destroyed while blocks of them live, too: a pool is never deleted
  std::array<Pool*, kMaxDevices> defaults{};
  std::array<Pool*, kMaxDevices> current{};
  std::atomic<bool> any{false};
};

PoolState& pool_state() {
  static PoolState* const all = new PoolState;
  return *all;
}

musaMemPool_t handle_of(Pool* pool) { return reinterpret_cast<musaMemPool_t>(pool); }

// Under the mutex.
Pool* default_of(PoolState& all, int device) {
  Pool*& pool = all.defaults[static_cast<std::size_t>(device)];
  if (pool == nullptr) {
    musaMemPoolProps props{};
    props.allocType = musaMemAllocationTypePinned;
    props.location = {musaMemLocationTypeDevice, device};
    pool = new Pool(device, props);
    all.alive.insert(pool);
    all.all.insert(pool);
    all.any = true;
  }
  return pool;
}

Pool* current_of(PoolState& all, int device) {
  Pool* const chosen = all.current[static_cast<std::size_t>(device)];
  return chosen == nullptr ? default_of(all, device) : chosen;
}

std::vector<Pool*> pools_of(int device) {
  PoolState& all = pool_state();
  const std::lock_guard<std::mutex> lock(all.mutex);
  std::vector<Pool*> found;
  std::copy_if(all.all.begin(), all.all.end(), std::back_inserter(found),
               [&](Pool* pool) { return pool->device() == device && pool->remote.empty(); });
  return found;
}

FreePoint point_of(const Stream& stream) {
  FreePoint point;
  point.stream = stream.id();
  point.dependencies = implicit_dependencies(stream);
  point.dependencies.push_back(stream.tail());
  return point;
}

void* allocate_somehow(Pool& pool, std::size_t bytes, std::uint64_t stream) {
  void* base = pool.allocate(bytes, stream);
  if (base == nullptr) {
    // Memory that streams are yet to free, and what other pools keep.
    for (Pool* other : pools_of(pool.device())) {
      other->settle(true);
    }
    base = pool.allocate(bytes, stream);
  }
  if (base == nullptr && release_unused(pool.device())) {
    base = pool.allocate(bytes, stream);
  }
  return base;
}

// On a stream that is captured, memory is a node's.
musaError_t allocate_in_graph(int device, std::size_t bytes, musaStream_t stream, void** pointer) {
  Operation operation;
  const musaError_t error = allocation_operation(device, bytes, pointer, &operation);
  return error != musaSuccess ? error : submit(stream, std::move(operation));
}

}  // namespace

Pool* find_pool(musaMemPool_t handle) noexcept {
  PoolState& all = pool_state();
  Pool* const pool = reinterpret_cast<Pool*>(handle);
  const std::lock_guard<std::mutex> lock(all.mutex);
  return all.alive.count(pool) != 0 ? pool : nullptr;
}

musaMemPool_t add_pool(Pool* pool) {
  PoolState& all = pool_state();
  const std::lock_guard<std::mutex> lock(all.mutex);
  all.alive.insert(pool);
  all.all.insert(pool);
  all.any = true;
  return handle_of(pool);
}

void release_block(const Allocation& what) noexcept {
  exports::withdraw(what.base);
  Pool* const pool = static_cast<Pool*>(what.owner);
  pool->free(what.base, what.size, {});
  if (check_mode()) {
    pool->trim(0);
  }
}

bool release_unused(int device) noexcept {
  std::size_t released = 0;
  for (Pool* pool : pools_of(device)) {
    released += pool->trim(0);
  }
  return released != 0;
}

musaError_t create(const musaMemPoolProps& props, musaMemPool_t* pool) {
  const bool known = props.allocType == musaMemAllocationTypePinned &&
                     props.location.type == musaMemLocationTypeDevice &&
                     (props.handleTypes == musaMemHandleTypeNone ||
                      props.handleTypes == musaMemHandleTypePosixFileDescriptor);
  if (!known) {
    return musaErrorInvalidValue;
  }
  if (!is_device(props.location.id)) {
    return musaErrorInvalidDevice;
  }
  *pool = add_pool(new Pool(props.location.id, props));
  return musaSuccess;
}

musaError_t destroy(musaMemPool_t handle) {
  Pool* const pool = find_pool(handle);
  PoolState& all = pool_state();
  const std::lock_guard<std::mutex> lock(all.mutex);
  const auto is_pool = [&](Pool* other) { return other == pool; };
  if (pool == nullptr || std::any_of(all.defaults.begin(), all.defaults.end(), is_pool)) {
    return musaErrorInvalidValue;
  }
  std::replace(all.current.begin(), all.current.end(), pool, static_cast<Pool*>(nullptr));
  all.alive.erase(pool);
  if (pool->remote.empty()) {
    const std::uint64_t nothing = 0;
    pool->set(musaMemPoolAttrReleaseThreshold, &nothing);
    pool->trim(0);
  }
  return musaSuccess;
}

musaError_t default_pool(int device, musaMemPool_t* pool) {
  if (!is_device(device)) {
    return musaErrorInvalidDevice;
  }
  PoolState& all = pool_state();
  const std::lock_guard<std::mutex> lock(all.mutex);
  *pool = handle_of(default_of(all, device));
  return musaSuccess;
}

musaError_t current_pool(int device, musaMemPool_t* pool) {
  if (!is_device(device)) {
    return musaErrorInvalidDevice;
  }
  PoolState& all = pool_state();
  const std::lock_guard<std::mutex> lock(all.mutex);
  *pool = handle_of(current_of(all, device));
  return musaSuccess;
}

musaError_t set_current_pool(int device, musaMemPool_t handle) {
  if (!is_device(device)) {
    return musaErrorInvalidDevice;
  }
  Pool* const pool = find_pool(handle);
  if (pool == nullptr || pool->device() != device || !pool->remote.empty()) {
    return musaErrorInvalidValue;
  }
  PoolState& all = pool_state();
  const std::lock_guard<std::mutex> lock(all.mutex);
  all.current[static_cast<std::size_t>(device)] = pool;
  return musaSuccess;
}

musaError_t get_attribute(musaMemPool_t handle, musaMemPoolAttr attribute, void* value) {
  Pool* const pool = find_pool(handle);
  return pool == nullptr || value == nullptr ? musaErrorInvalidValue : pool->get(attribute, value);
}

musaError_t set_attribute(musaMemPool_t handle, musaMemPoolAttr attribute, const void* value) {
  Pool* const pool = find_pool(handle);
  return pool == nullptr || value == nullptr ? musaErrorInvalidValue : pool->set(attribute, value);
}

musaError_t trim(musaMemPool_t handle, std::size_t keep) {
  Pool* const pool = find_pool(handle);
  if (pool == nullptr) {
    return musaErrorInvalidValue;
  }
  pool->trim(keep);
  return musaSuccess;
}

musaError_t set_access(musaMemPool_t handle, const musaMemAccessDesc* list, std::size_t count) {
  Pool* const pool = find_pool(handle);
  if (pool == nullptr || (list == nullptr && count != 0)) {
    return musaErrorInvalidValue;
  }
  for (std::size_t i = 0; i < count; ++i) {
    const bool known = list[i].flags == musaMemAccessFlagsProtNone ||
                       list[i].flags == musaMemAccessFlagsProtRead ||
                       list[i].flags == musaMemAccessFlagsProtReadWrite;
    if (list[i].location.type != musaMemLocationTypeDevice || !known) {
      return musaErrorInvalidValue;
    }
    if (!is_device(list[i].location.id)) {
      return musaErrorInvalidDevice;
    }
    // A device always reaches its own memory.
    if (list[i].location.id == pool->device() && list[i].flags != musaMemAccessFlagsProtReadWrite) {
      return musaErrorInvalidValue;
    }
  }
  for (std::size_t i = 0; i < count; ++i) {
    pool->set_access(list[i].location.id, list[i].flags);
  }
  return musaSuccess;
}

musaError_t get_access(musaMemPool_t handle, const musaMemLocation& location,
                       musaMemAccessFlags* flags) {
  Pool* const pool = find_pool(handle);
  if (pool == nullptr || location.type != musaMemLocationTypeDevice) {
    return musaErrorInvalidValue;
  }
  if (!is_device(location.id)) {
    return musaErrorInvalidDevice;
  }
  *flags = pool->access(location.id);
  return musaSuccess;
}

musaError_t allocate(std::size_t bytes, musaMemPool_t handle, musaStream_t stream_handle,
                     void** pointer) {
  if (pointer == nullptr) {
    return musaErrorInvalidValue;
  }
  *pointer = nullptr;
  const StreamPtr stream = find_stream(stream_handle);
  if (!stream) {
    return musaErrorInvalidResourceHandle;
  }
  musaMemPool_t chosen = handle;
  if (chosen == nullptr) {
    current_pool(stream->device(), &chosen);
  }
  Pool* const pool = find_pool(chosen);
  if (pool == nullptr || !pool->remote.empty()) {
    return musaErrorInvalidValue;
  }
  if (const musaError_t broken = what_broke(pool->device()); broken != musaSuccess) {
    return broken;
  }
  if (bytes == 0) {
    return musaSuccess;
  }
  if (is_capturing(stream_handle)) {
    return allocate_in_graph(pool->device(), bytes, stream_handle, pointer);
  }
  const musaError_t fault = faults::on_allocation(pool->device(), bytes);
  if (fault != musaSuccess || bytes > capacity::total_bytes(pool->device())) {
    return fault != musaSuccess ? fault : capacity::refuse(pool->device(), bytes);
  }
  Allocation what;
  what.kind = MemoryKind::kPool;
  what.device = pool->device();
  what.owner = pool;
  what.size = bytes;
  what.base = static_cast<char*>(allocate_somehow(*pool, bytes, stream->id()));
  if (what.base == nullptr) {
    return capacity::refuse(pool->device(), bytes);
  }
  registry::add(what);
  unwritten::hand_out(what.base, bytes);  // in check mode pools hand out fresh memory
  *pointer = what.base;
  return musaSuccess;
}

musaError_t free(void* pointer, musaStream_t stream_handle) {
  const StreamPtr stream = find_stream(stream_handle);
  if (!stream) {
    return musaErrorInvalidResourceHandle;
  }
  if (pointer == nullptr) {
    return musaErrorInvalidValue;
  }
  const Allocation found = find_allocation(pointer);
  if (const musaError_t broken = what_broke(found.device); broken != musaSuccess) {
    return broken;
  }
  if (is_capturing(stream_handle) || found.kind == MemoryKind::kGraph) {
    Operation operation;
    const musaError_t error = free_operation(pointer, &operation);
    return error != musaSuccess ? error : submit(stream_handle, std::move(operation));
  }
  if (found.base == pointer && found.kind == MemoryKind::kIpc) {
    return exports::close(pointer);
  }
  if (found.base == pointer && found.kind == MemoryKind::kDevice) {
    Operation operation;
    operation.kind = OperationKind::kFree;
    operation.name = "musaFreeAsync";
    operation.params = GraphMemoryParams{nullptr, pointer};
    operation.run = [pointer] { return free_device_now(pointer); };
    return submit(stream_handle, std::move(operation));
  }
  const Allocation what = registry::remove(pointer, registry::bit(MemoryKind::kPool));
  if (!what) {
    if (check_mode()) {
      check::report_bad_free(pointer);
    }
    return musaErrorInvalidValue;
  }
  exports::withdraw(pointer);
  static_cast<Pool*>(what.owner)->free(what.base, what.size, point_of(*stream));
  return musaSuccess;
}

void on_synchronized(int device) noexcept {
  if (!pool_state().any.load(std::memory_order_relaxed)) {
    return;
  }
  for (Pool* pool : pools_of(device)) {
    pool->trim(pool->threshold());
  }
}

}  // namespace musasim::pools
