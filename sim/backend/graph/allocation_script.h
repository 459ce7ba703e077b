// The allocations of one captured operator: written down at the capture, given out again at replays.
#pragma once

#include <vector>

#include "torch_glue/allocation_source.h"

namespace musasim::graph {

struct ScriptedAllocation {
  void* pointer;
  std::size_t size;
};
using AllocationScript = std::vector<ScriptedAllocation>;

// Takes memory from the device's allocator.
class ScriptWriter final : public AllocationSource {
 public:
  c10::DataPtr allocate(int device, std::size_t size) override;
  bool keeps(const void*) const noexcept override { return false; }
  AllocationScript take() { return std::move(script_); }

 private:
  AllocationScript script_;
};

// Gives the memory of the script, in order, and never frees it. What the operator did not ask for at
// the capture it gets from the host: how much a kernel asks for may depend on values.
class ScriptReader final : public AllocationSource {
 public:
  explicit ScriptReader(const AllocationScript& script) : script_(script) {}
  c10::DataPtr allocate(int device, std::size_t size) override;
  bool keeps(const void* pointer) const noexcept override;

 private:
  const AllocationScript& script_;
  std::size_t next_ = 0;
};

}  // namespace musasim::graph
