// Pinned host memory and registration.
#include <cstdlib>
#include <cstring>
#include <vector>

#include "check.h"
#include "gate.h"
#include "musa_runtime_api.h"

TEST(pinned_memory_is_host_memory_that_devices_reach) {
  char* pinned = nullptr;
  EQUAL(musaMallocHost(reinterpret_cast<void**>(&pinned), 4096), musaSuccess);
  std::memset(pinned, 1, 4096);
  void* seen = nullptr;
  EQUAL(musaHostGetDevicePointer(&seen, pinned + 100, 0), musaSuccess);
  CHECK(seen == pinned + 100);
  EQUAL(musaMemset(pinned, 2, 10), musaSuccess);
  EQUAL(int{pinned[9]}, 2);
  EQUAL(int{pinned[10]}, 1);
  EQUAL(musaFree(pinned), musaErrorInvalidValue);
  EQUAL(musaFreeHost(pinned), musaSuccess);
  EQUAL(musaFreeHost(pinned), musaErrorInvalidValue);
  musaGetLastError();
}

TEST(flags_are_kept) {
  void* pinned = nullptr;
  const unsigned flags = musaHostAllocPortable | musaHostAllocWriteCombined;
  EQUAL(musaHostAlloc(&pinned, 100, flags), musaSuccess);
  unsigned found = 0;
  EQUAL(musaHostGetFlags(&found, pinned), musaSuccess);
  EQUAL(found, flags);
  int here = 0;
  EQUAL(musaHostGetFlags(&found, &here), musaErrorInvalidValue);
  void* seen = nullptr;
  EQUAL(musaHostGetDevicePointer(&seen, &here, 0), musaErrorInvalidValue);
  EQUAL(musaHostGetDevicePointer(&seen, pinned, 1), musaErrorInvalidValue);
  EQUAL(musaFreeHost(pinned), musaSuccess);
  musaGetLastError();
}

TEST(zero_bytes_of_pinned_memory_are_null) {
  void* pinned = &pinned;
  EQUAL(musaMallocHost(&pinned, 0), musaSuccess);
  CHECK(pinned == nullptr);
}

TEST(registered_memory_is_known_until_it_is_unregistered) {
  std::vector<char> memory(10000);
  EQUAL(musaHostRegister(memory.data(), memory.size(), musaHostRegisterPortable), musaSuccess);
  EQUAL(musaHostRegister(memory.data() + 10, 10, 0), musaErrorHostMemoryAlreadyRegistered);
  musaPointerAttributes found{};
  EQUAL(musaPointerGetAttributes(&found, memory.data() + 5000), musaSuccess);
  EQUAL(found.type, musaMemoryTypeHost);
  unsigned flags = 0;
  EQUAL(musaHostGetFlags(&flags, memory.data()), musaSuccess);
  EQUAL(flags, unsigned{musaHostRegisterPortable});
  EQUAL(musaHostUnregister(memory.data() + 10), musaErrorHostMemoryNotRegistered);
  EQUAL(musaHostUnregister(memory.data()), musaSuccess);
  EQUAL(musaHostUnregister(memory.data()), musaErrorHostMemoryNotRegistered);
  EQUAL(musaPointerGetAttributes(&found, memory.data()), musaSuccess);
  EQUAL(found.type, musaMemoryTypeUnregistered);
  musaGetLastError();
}

TEST(what_cannot_be_registered_is_refused) {
  char here = 0;
  EQUAL(musaHostRegister(nullptr, 10, 0), musaErrorInvalidValue);
  EQUAL(musaHostRegister(&here, 0, 0), musaErrorInvalidValue);
  EQUAL(musaHostRegister(&here, 1, 0x1000), musaErrorInvalidValue);
  EQUAL(musaHostRegister(reinterpret_cast<void*>(4096), 4096, 0), musaErrorInvalidValue);
  void* pinned = nullptr;
  EQUAL(musaMallocHost(&pinned, 64), musaSuccess);
  EQUAL(musaHostRegister(pinned, 64, 0), musaErrorHostMemoryAlreadyRegistered);
  EQUAL(musaFreeHost(pinned), musaSuccess);
  musaGetLastError();
}

TEST(copies_with_registered_memory_do_not_wait) {
  std::vector<char> memory(3 << 20, 4);
  EQUAL(musaHostRegister(memory.data(), memory.size(), 0), musaSuccess);
  void* device = nullptr;
  EQUAL(musaMalloc(&device, memory.size()), musaSuccess);
  musaStream_t stream = nullptr;
  EQUAL(musaStreamCreate(&stream), musaSuccess);
  Gate gate;
  EQUAL(gate.hold(stream), musaSuccess);
  EQUAL(musaMemcpyAsync(device, memory.data(), memory.size(), musaMemcpyHostToDevice, stream),
        musaSuccess);
  std::memset(memory.data(), 5, memory.size());
  EQUAL(musaMemcpyAsync(memory.data(), device, 1, musaMemcpyDeviceToHost, stream), musaSuccess);
  EQUAL(musaStreamQuery(stream), musaErrorNotReady);
  memory[0] = 6;
  gate.open();
  EQUAL(musaStreamSynchronize(stream), musaSuccess);
  EQUAL(int{memory[0]}, 6);  // what the first copy read when it came to run
  EQUAL(musaHostUnregister(memory.data()), musaSuccess);
  EQUAL(musaFree(device), musaSuccess);
  EQUAL(musaStreamDestroy(stream), musaSuccess);
}

TEST_MAIN()
