// A library of kernels, which the tests load and unload.
#include "kernel_runtime/tests/as_compiled.h"

using namespace musasim::device;

template <class T>
__attribute__((visibility("default"))) void add(T* data, T value) {
  auto body = MUSASIM_BODY {
    static thread_local T shared[64];
    shared[threadIdx.x] = value;
    __syncthreads();
    data[threadIdx.x] += shared[63 - threadIdx.x];
  };
  kernel<static_cast<void (*)(T*, T)>(&add<T>), Traits<kFiber, 64>>(body, data, value);
}

extern "C" __attribute__((visibility("default"))) int add_to_all(int* data, int value) {
  LAUNCH(add<int>, 1, 64)(data, value);
  return static_cast<int>(musaDeviceSynchronize());
}

extern "C" __attribute__((visibility("default"))) const void* address_of_kernel() {
  return reinterpret_cast<const void*>(static_cast<void (*)(int*, int)>(&add<int>));
}
