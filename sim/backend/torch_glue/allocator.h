// c10 allocators over the simulated memory, and the hook that lets CPU kernels allocate there.
#pragma once

#include <c10/core/Allocator.h>
#include <c10/core/Stream.h>

#include <stdexcept>
#include <utility>

#include "memory/caching.h"
#include "torch_musa/csrc/core/MUSACachingAllocator.h"

namespace musasim {

[[noreturn]] void raise_out_of_memory(const caching::OutOfMemoryReport& report);
// MusaFailure and UsageError.
[[noreturn]] void raise_failure(const std::runtime_error& failure);

// Allocates on the current device.
c10::musa::MUSACachingAllocator::MUSAAllocator* device_allocator();

// The CPU allocator of this process: forwards to the one it found, except while an
// AllocateOnDevice of the thread lives.
c10::Allocator* cpu_allocator();

// The first allocates plain host memory, in every thread; the second
// pinned host memory.
c10::Allocator* host_allocator();
c10::Allocator* pinned_allocator();

// `size` bytes of that device's memory, for its current stream; raises torch.OutOfMemoryError.
void* allocate_on_device(int device, std::size_t size);
// The same for another stream of the device.
void* allocate_for_stream(int device, std::size_t size, musaStream_t stream);
// The deleter of memory from allocate_on_device(). Nothing happens in a forked child.
void free_device_pointer(void* pointer);

// That memory is also used by the stream: it is used again only when the stream is done with it.
void record_stream(const c10::DataPtr& data, c10::Stream stream);

// Pinned memory is used by a copy on the stream; false when it is none that our allocator made.
bool record_pinned_use(const void* pointer, c10::Stream stream);

// The allocator of a device, -1 for the current one; raises for one that does not exist.
caching::DeviceAllocator& memory_of(int device);
// Free and total bytes of the device, whoever uses them.
std::pair<std::size_t, std::size_t> memory_info(int device);

// Index of the device that owns the address; -1 for host memory.
inline int device_of_pointer(const void* pointer) { return caching::device_of_pointer(pointer); }
// Index of the device that reaches the address: its own memory, or pinned host memory; -1 for other memory.
int device_reaching(const void* pointer);

// Runs `call`, whose failures become torch's exceptions.
template <class Call>
auto as_torch_errors(Call call) -> decltype(call()) {
  try {
    return call();
  } catch (const caching::OutOfMemory& error) {
    raise_out_of_memory(error.report());
  } catch (const std::runtime_error& error) {
    raise_failure(error);
  }
}

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
