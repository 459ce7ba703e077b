// Allocations of graphs and what is counted of them.
#include "machine/memory/graph_memory.h"

#include <algorithm>
#include <mutex>
#include <unordered_map>

#include "machine/device/simulated_gpus.h"
#include "machine/memory/allocate.h"

namespace musasim {

namespace {

struct Count {
  unsigned long long now = 0;
  unsigned long long high = 0;
  void add(std::size_t bytes) {
    now += bytes;
    high = std::max(high, now);
  }
};

struct Books {
  std::mutex mutex;
  Count used[kMaxDevices];
  Count reserved[kMaxDevices];
  std::unordered_map<const void*, std::weak_ptr<GraphAllocation>> all;
  // Memory that launches allocated and that is not freed yet lives without its graph, too.
  std::unordered_map<const void*, std::shared_ptr<GraphAllocation>> taken;
};

Books& books() {
  static Books* const instance = new Books;
  return *instance;
}

std::shared_ptr<GraphAllocation> find_graph_memory(const void* pointer) {
  Books& all = books();
  const std::lock_guard<std::mutex> lock(all.mutex);
  const auto found = all.all.find(pointer);
  return found == all.all.end() ? nullptr : found->second.lock();
}

Count* count_of(int device, musaGraphMemAttributeType attribute) {
  const bool used =
      attribute == musaGraphMemAttrUsedMemCurrent || attribute == musaGraphMemAttrUsedMemHigh;
  return used ? &books().used[device] : &books().reserved[device];
}

bool is_high(musaGraphMemAttributeType attribute) {
  return attribute == musaGraphMemAttrUsedMemHigh || attribute == musaGraphMemAttrReservedMemHigh;
}

bool known(int device, musaGraphMemAttributeType attribute) {
  return device >= 0 && device < device_count() && attribute >= musaGraphMemAttrUsedMemCurrent &&
         attribute <= musaGraphMemAttrReservedMemHigh;
}

}  // namespace

musaError_t GraphAllocation::make(int device, std::size_t bytes,
                                  std::shared_ptr<GraphAllocation>* result) {
  void* pointer = nullptr;
  const musaError_t error = allocate_device(device, bytes, &pointer, MemoryKind::kGraph);
  if (error != musaSuccess) {
    return error;
  }
  result->reset(new GraphAllocation(device, bytes, pointer));
  Books& all = books();
  const std::lock_guard<std::mutex> lock(all.mutex);
  all.all[pointer] = *result;
  all.reserved[device].add(bytes);
  return musaSuccess;
}

GraphAllocation::~GraphAllocation() {
  Books& all = books();
  {
    const std::lock_guard<std::mutex> lock(all.mutex);
    all.all.erase(pointer_);
    all.reserved[device_].now -= bytes_;
  }
  free_device_now(pointer_);
}

void GraphAllocation::take() {
  Books& all = books();
  const std::lock_guard<std::mutex> lock(all.mutex);
  if (!taken_.exchange(true)) {
    all.taken[pointer_] = shared_from_this();
    all.used[device_].add(bytes_);
  }
}

void GraphAllocation::give_back() {
  std::shared_ptr<GraphAllocation> last;  // may be the last owner: destroyed after the lock is gone
  Books& all = books();
  const std::lock_guard<std::mutex> lock(all.mutex);
  if (taken_.exchange(false)) {
    last = std::move(all.taken[pointer_]);
    all.taken.erase(pointer_);
    all.used[device_].now -= bytes_;
  }
}

musaError_t allocation_operation(int device, std::size_t bytes, void** pointer,
                                 Operation* operation) {
  std::shared_ptr<GraphAllocation> allocation;
  if (const musaError_t error = GraphAllocation::make(device, bytes, &allocation);
      error != musaSuccess) {
    return error;
  }
  *pointer = allocation->pointer();
  operation->kind = OperationKind::kAllocate;
  operation->name = "musaMallocAsync";
  operation->device = device;
  operation->params = GraphMemoryParams{allocation, *pointer};
  operation->run = [allocation]() -> musaError_t {
    allocation->take();
    return musaSuccess;
  };
  return musaSuccess;
}

musaError_t free_operation(void* pointer, Operation* operation) {
  std::shared_ptr<GraphAllocation> allocation = find_graph_memory(pointer);
  if (!allocation) {
    return musaErrorInvalidValue;
  }
  operation->kind = OperationKind::kFree;
  operation->name = "musaFreeAsync";
  operation->device = allocation->device();
  operation->params = GraphMemoryParams{allocation, pointer};
  operation->run = [allocation]() -> musaError_t {
    allocation->give_back();
    return musaSuccess;
  };
  return musaSuccess;
}

bool free_graph_memory(void* pointer, musaError_t* error) {
  const std::shared_ptr<GraphAllocation> allocation = find_graph_memory(pointer);
  if (!allocation) {
    return false;
  }
  *error = allocation->taken() ? musaSuccess : musaErrorInvalidValue;
  allocation->give_back();
  return true;
}

musaError_t graph_memory_attribute(int device, musaGraphMemAttributeType attribute,
                                   unsigned long long* value) {
  if (value == nullptr || !known(device, attribute)) {
    return musaErrorInvalidValue;
  }
  const std::lock_guard<std::mutex> lock(books().mutex);
  const Count& count = *count_of(device, attribute);
  *value = is_high(attribute) ? count.high : count.now;
  return musaSuccess;
}

musaError_t reset_graph_memory_attribute(int device, musaGraphMemAttributeType attribute,
                                         unsigned long long value) {
  if (!known(device, attribute) || !is_high(attribute) || value != 0) {
    return musaErrorInvalidValue;
  }
  const std::lock_guard<std::mutex> lock(books().mutex);
  Count& count = *count_of(device, attribute);
  count.high = count.now;
  return musaSuccess;
}

}  // namespace musasim
