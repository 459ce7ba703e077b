// The caching allocator of all devices: what the PyTorch side calls. Thread-safe.
#pragma once

#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

#include "memory/device_allocator.h"
#include "memory/failure.h"
#include "memory/pool_id.h"
#include "musa_runtime_api.h"

namespace musasim::caching {

// Throws OutOfMemory, MusaFailure, UsageError. Zero bytes are null.
void* allocate(int device, std::size_t bytes, musaStream_t stream);
// From allocate() or null. In a forked child, and for what is not such a pointer: nothing happens,
// and the answer is false.
bool free(void* pointer) noexcept;
// Memory from allocate() is also used by that stream of the current device: see DeviceAllocator.
// Other pointers are fine.
void record_stream(void* pointer, musaStream_t stream);

// See DeviceAllocator.
void begin_allocate_to_pool(int device, PoolId id, StreamFilter filter);
void end_allocate_to_pool(int device, PoolId id);
void release_pool(int device, PoolId id);

// The allocator of a device (which must exist), made at the first call.
DeviceAllocator& of_device(int device);
// It was made.
bool is_used(int device) noexcept;
// Gives the unused memory of all devices back.
void release_cached(PoolId id = kNoPool);

// Device whose memory it is, of this allocator or any other; -1 for host memory. Costs a few ns.
int device_of_pointer(const void* pointer) noexcept;

// Called before an out-of-memory error is thrown; for good.
void add_out_of_memory_observer(OutOfMemoryObserver observer);

// Called before memory runs out: frees what it holds and nobody uses, and says whether it was any.
using Reclaimer = bool (*)();
void add_reclaimer(Reclaimer reclaimer);

// This process was forked from one that used the allocator.
bool in_forked_child() noexcept;

}  // namespace musasim::caching
