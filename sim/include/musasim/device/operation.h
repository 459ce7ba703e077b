// Work of a header's host function that a stream runs in order, as it runs a kernel: device memory is
// open, graphs record it, profilers see it. What cub's and thrust's algorithms over device memory are.
#pragma once

#include <new>
#include <type_traits>

#include "musa_runtime_api.h"
#include "musasim/device/kernel.h"
#include "musasim/kernel_table.h"

namespace musasim::device {

// While it lives, the calling thread is a kernel of one thread.
class OneThread {
 public:
  explicit OneThread(const musasimLaunch* launch)
      : carrier_(carrier),
        thread_(threadIdx),
        block_(blockIdx),
        block_size_(blockDim),
        grid_size_(gridDim) {
    carrier.launch = launch;
    threadIdx = blockIdx = uint3{0, 0, 0};
    blockDim = gridDim = dim3();
  }
  ~OneThread() {
    carrier = carrier_;
    threadIdx = thread_;
    blockIdx = block_;
    blockDim = block_size_;
    gridDim = grid_size_;
  }
  OneThread(const OneThread&) = delete;
  OneThread& operator=(const OneThread&) = delete;

 private:
  Carrier carrier_;
  uint3 thread_;
  uint3 block_;
  dim3 block_size_;
  dim3 grid_size_;
};

namespace glue __attribute__((visibility("hidden"))) {

  template <class Work>
  struct Operation {
    static constexpr musasimParameter kParameter{sizeof(Work), 0};
    static const KernelRegistration registration;

    static void entry(const musasimLaunch* launch, void** args) {
      const OneThread scope(launch);
      try {
        Work work(*static_cast<const Work*>(args[0]));
        work();
      } catch (const std::bad_alloc&) {
        __atomic_store_n(launch->error, static_cast<int>(musaErrorMemoryAllocation),
                         __ATOMIC_RELAXED);
      }
    }

    static musasimKernel row() {
      musasimKernel kernel{};
      kernel.entry = entry;
      kernel.host = &registration;
      kernel.parameter_count = 1;
      kernel.parameters = &kParameter;
      return kernel;
    }
  };

  template <class Work>
  const KernelRegistration Operation<Work>::registration{row(), MUSASIM_NAMING(Work, nullptr)};

}  // namespace glue

// Runs work() when the stream comes to it. The stream gets a copy made byte by byte, as of a kernel's
// arguments. In a kernel it runs at once.
template <class Work>
musaError_t run_in_stream(Work work, musaStream_t stream) {
  if (inside()) {
    work();
    return musaSuccess;
  }
  void* arguments[] = {&work};
  return musaLaunchKernel(&glue::Operation<Work>::registration, dim3(), dim3(), arguments, 0,
                          stream);
}

// Runs work() when the stream comes to it, and returns when that is done.
template <class Work>
musaError_t run_and_wait(const Work& work, musaStream_t stream) {
  if (inside()) {
    work();
    return musaSuccess;
  }
  const Work* const here = &work;
  const musaError_t error = run_in_stream([here] { (*here)(); }, stream);
  return error == musaSuccess ? musaStreamSynchronize(stream) : error;
}

}  // namespace musasim::device
