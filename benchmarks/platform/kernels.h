// What the benchmarks of kernels share: memory of the device, and kernels against loops of the CPU.
#pragma once

#include "measure.h"
#include "musa_runtime.h"

namespace measure {

constexpr int kRounds = 15;

// The best of both, taken in turns: what else the machine does strikes both.
template <class Kernel, class Loop>
double ratio(Kernel kernel, Loop loop, int calls = 1) {
  double best_kernel = 1e300;
  double best_loop = 1e300;
  for (int round = 0; round < kRounds; ++round) {
    best_kernel = std::min(best_kernel, time_ns([&] {
                             for (int i = 0; i < calls; ++i) kernel();
                             CHECKED(musaDeviceSynchronize());
                           }));
    best_loop = std::min(best_loop, time_ns([&] {
                           for (int i = 0; i < calls; ++i) loop();
                         }));
  }
  return best_kernel / best_loop;
}

template <class Kernel>
double best_ns(Kernel kernel) {
  double best = 1e300;
  for (int round = 0; round < kRounds; ++round) {
    best = std::min(best, time_ns([&] {
                      kernel();
                      CHECKED(musaDeviceSynchronize());
                    }));
  }
  return best;
}

template <class T>
T* device_array(std::size_t count) {
  void* memory = nullptr;
  CHECKED(musaMalloc(&memory, count * sizeof(T)));
  CHECKED(musaMemset(memory, 0, count * sizeof(T)));
  CHECKED(musaDeviceSynchronize());
  return static_cast<T*>(memory);
}

}  // namespace measure
