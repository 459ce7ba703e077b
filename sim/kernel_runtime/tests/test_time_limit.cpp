// Kernels that run for longer than MUSASIM_KERNEL_TIMEOUT allows. Each breaks its device.
#include <cstdlib>

#include "kernel_runtime/tests/as_compiled.h"

using namespace musasim::device;
using namespace musasim::testing;

namespace {

const int kLimit = setenv("MUSASIM_KERNEL_TIMEOUT", "0.2", 1);
const int kDevices = setenv("MUSASIM_DEVICES", "8", 1);
int g_next_device = 0;
volatile unsigned g_never = 0;

template <unsigned flags, class Body>
void limited_kernel(Body what) {
  auto body = MUSASIM_BODY { what(blockIdx.x * blockDim.x + threadIdx.x); };
  kernel<static_cast<void (*)(Body)>(&limited_kernel<flags, Body>), Traits<flags>>(body, what);
}

// On a device of its own.
template <unsigned flags, class Body>
musaError_t end_of(int blocks, int threads, Body what) {
  EQUAL(musaSetDevice(g_next_device++), musaSuccess);
  LAUNCH((limited_kernel<flags, Body>), blocks, threads)(what);
  return finish();
}

TEST(a_thread_that_does_not_end_is_ended) {
  const auto endless = [](unsigned i) {
    while (i == 3 && g_never == 0) {
    }
  };
  EQUAL(end_of<kLoop>(1, 100, endless), musaErrorLaunchTimeout);
  EQUAL(end_of<kLoop>(100, 100, endless), musaErrorLaunchTimeout);
  EQUAL(end_of<kFiber>(1, 100, endless), musaErrorLaunchTimeout);
  EQUAL(end_of<kFiber>(100, 100, endless), musaErrorLaunchTimeout);
}

TEST(threads_that_all_compute_are_ended) {
  const auto endless = [](unsigned i) {
    for (unsigned number = i; g_never == 0;) {
      number = number * 3 + 1;
      if (number == i) g_never = g_never + 0;
    }
  };
  EQUAL(end_of<kLoop>(64, 64, endless), musaErrorLaunchTimeout);
  EQUAL(end_of<kFiber>(64, 64, endless), musaErrorLaunchTimeout);
}

TEST(a_kernel_that_ends_in_time_is_left_alone) {
  EQUAL(end_of<kFiber>(100, 100, [](unsigned) { __syncthreads(); }), musaSuccess);
  EQUAL(end_of<kLoop>(100, 100, [](unsigned) {}), musaSuccess);
}

}  // namespace

TEST_MAIN()
