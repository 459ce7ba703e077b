// Allocators that a user brings along (functions of his own library), and which one is in force.
#pragma once

#include <c10/core/Stream.h>
#include <sys/types.h>

#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <unordered_map>

#include "memory/caching.h"
#include "musa_runtime_api.h"

namespace musasim {

// A source of tensors' memory. Python calls it _musa_MUSAAllocator.
class MusaMemorySource {
 public:
  virtual ~MusaMemorySource() = default;
  // Null for the caching allocator.
  virtual class CustomAllocator* custom() { return nullptr; }
};

class CustomAllocator : public MusaMemorySource {
 public:
  using Allocate = void*(ssize_t size, int device, musaStream_t stream);
  using Free = void(void* pointer, ssize_t size, int device, musaStream_t stream);

  CustomAllocator(std::function<Allocate> allocate, std::function<Free> free);
  CustomAllocator* custom() override { return this; }

  // Raises torch.OutOfMemoryError when the user's function gives null.
  void* allocate(std::size_t size, int device, musaStream_t stream);
  // False for a pointer that is not from allocate().
  bool free(void* pointer);
  // Without the table above: for segments of a pool.
  const std::function<Allocate>& allocate_function() const { return allocate_; }
  const std::function<Free>& free_function() const { return free_; }

  // Further functions of the user, called in place of the caching allocator's; what is empty does
  // nothing, and the base of a pointer is then what the runtime knows.
  std::function<void(int device_count)> init;
  std::function<void()> reset;
  std::function<void(double fraction, int device)> set_memory_fraction;
  std::function<void*(void* pointer, std::size_t* size)> base_allocation;
  std::function<void(void* pointer, musaStream_t stream)> record_stream;
  std::function<void(int, caching::PoolId, std::function<bool(musaStream_t)>)> begin_to_pool;
  std::function<void(int, caching::PoolId)> end_to_pool;
  std::function<void(int, caching::PoolId)> release_pool;

 private:
  struct Known {
    std::size_t size;
    int device;
    musaStream_t stream;
  };

  const std::function<Allocate> allocate_;
  const std::function<Free> free_;
  std::mutex mutex_;
  std::unordered_map<void*, Known> known_;
};

// The one in force: the caching allocator until another takes its place.
std::shared_ptr<MusaMemorySource> current_memory_source();
// Raises when memory was allocated already.
void change_memory_source(std::shared_ptr<MusaMemorySource> source);
// The user's allocator in force, or null.
CustomAllocator* current_custom_allocator() noexcept;

// Calls of the caching allocator, or of the user's one when it is in force.
void empty_cache(caching::PoolId pool = caching::kNoPool);
void set_memory_fraction(double fraction, int device);
void begin_allocate_to_pool(int device, caching::PoolId id, caching::StreamFilter filter);
void end_allocate_to_pool(int device, caching::PoolId id);
void release_pool(int device, caching::PoolId id);
// The beginning of the allocation that the pointer lies in.
void* base_of(void* pointer);

// Segments of a private pool from there; empty for the caching allocator.
std::shared_ptr<caching::SegmentSource> segments_from(
    const std::shared_ptr<MusaMemorySource>& source);

}  // namespace musasim
