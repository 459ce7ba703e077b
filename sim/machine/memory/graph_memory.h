// Memory that graphs allocate. Its address is fixed when the node is made, and its memory is held
// as long as a node, or an allocation that was not freed, refers to it.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>

#include "driver_types.h"
#include "machine/export.h"
#include "machine/stream/operation.h"

namespace musasim {

class GraphAllocation : public std::enable_shared_from_this<GraphAllocation> {
 public:
  // musaErrorMemoryAllocation beyond the device's memory.
  static musaError_t make(int device, std::size_t bytes, std::shared_ptr<GraphAllocation>* result);
  ~GraphAllocation();
  GraphAllocation(const GraphAllocation&) = delete;
  GraphAllocation& operator=(const GraphAllocation&) = delete;

  void* pointer() const noexcept { return pointer_; }
  std::size_t bytes() const noexcept { return bytes_; }
  int device() const noexcept { return device_; }

  // A launch allocates it, and what is launched later, or musaFree, frees it.
  void take();
  void give_back();
  bool taken() const noexcept { return taken_.load(std::memory_order_acquire); }

 private:
  GraphAllocation(int device, std::size_t bytes, void* pointer)
      : device_(device), bytes_(bytes), pointer_(pointer) {}

  const int device_;
  const std::size_t bytes_;
  void* const pointer_;
  std::atomic<bool> taken_{false};
};

// The operations of allocation and free nodes, also for musaMallocAsync and musaFreeAsync on a
// stream that is captured.
MUSASIM_API musaError_t allocation_operation(int device, std::size_t bytes, void** pointer,
                                             Operation* operation);
MUSASIM_API musaError_t free_operation(void* pointer, Operation* operation);

// Called by musaFree and its kin: true when graph memory starts at the pointer; then it is freed, or
// `error` says why not.
MUSASIM_API bool free_graph_memory(void* pointer, musaError_t* error);

MUSASIM_API musaError_t graph_memory_attribute(int device, musaGraphMemAttributeType attribute,
                                               unsigned long long* value);
// Only the two high marks, and only to zero, which means to what is used or reserved now.
MUSASIM_API musaError_t reset_graph_memory_attribute(int device,
                                                     musaGraphMemAttributeType attribute,
                                                     unsigned long long value);

}  // namespace musasim
