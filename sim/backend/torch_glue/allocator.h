// c10 allocators over the simulated memory, and the hook that lets CPU kernels allocate there.
#pragma once

#include <c10/core/Allocator.h>

namespace musasim {

// Allocates on the current device.
c10::Allocator* device_allocator();

// The CPU allocator of this process: forwards to the one it found, except while an
// AllocateOnDevice of the thread lives.
c10::Allocator* cpu_allocator();

// Allocates pinned host memory.
c10::Allocator* pinned_allocator();

// `size` bytes of that device's memory; raises torch.OutOfMemoryError.
void* allocate_on_device(int device, std::size_t size);

// While it lives, what this thread allocates for CPU tensors lies in the device's memory: the
// outputs and temporaries of a CPU kernel that works for the device.
class AllocateOnDevice {
 public:
  explicit AllocateOnDevice(int device) noexcept;
  ~AllocateOnDevice();
  AllocateOnDevice(const AllocateOnDevice&) = delete;
  AllocateOnDevice& operator=(const AllocateOnDevice&) = delete;

 private:
  int previous_;
};

}  // namespace musasim
