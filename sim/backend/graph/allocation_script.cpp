// Writing and reading scripts.
#include "graph/allocation_script.h"

#include <algorithm>

#include "torch_glue/allocator.h"

namespace musasim::graph {

namespace {

void keep(void* /*pointer*/) {}

}  // namespace

c10::DataPtr ScriptWriter::allocate(int device, std::size_t size) {
  void* const pointer = allocate_on_device(device, size);
  c10::DataPtr memory(pointer, pointer, &free_device_pointer, c10::DeviceType::CPU);
  script_.push_back({pointer, size});
  return memory;
}

c10::DataPtr ScriptReader::allocate(int /*device*/, std::size_t size) {
  if (next_ < script_.size() && script_[next_].size == size) {
    void* const pointer = script_[next_++].pointer;
    return {pointer, pointer, &keep, c10::DeviceType::CPU};
  }
  return host_allocator()->allocate(size);
}

bool ScriptReader::keeps(const void* pointer) const noexcept {
  return std::any_of(script_.begin(), script_.end(), [=](const ScriptedAllocation& allocation) {
    return allocation.pointer == pointer;
  });
}

}  // namespace musasim::graph
