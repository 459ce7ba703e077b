// Kernels that end with an error: assertions, traps, exceptions, threads that wait for ever. Each breaks its
// device.
#include <cstdlib>
#include <stdexcept>

#include "kernel_runtime/tests/as_compiled.h"
#include "musasim/device/warp.h"

using namespace musasim::device;
using namespace musasim::testing;

namespace {

const int kEnvironment = setenv("MUSASIM_DEVICES", "12", 1);
int g_device = 0;

template <unsigned flags, class Body>
void each_thread(Body what) {
  auto body = MUSASIM_BODY { what(blockIdx.x * blockDim.x + threadIdx.x); };
  kernel<static_cast<void (*)(Body)>(&each_thread<flags, Body>), Traits<flags>>(body, what);
}

// On a device of its own.
template <unsigned flags, class Body>
musaError_t result(int blocks, int threads, Body what) {
  EQUAL(musaSetDevice(g_device++), musaSuccess);
  LAUNCH((each_thread<flags, Body>), blocks, threads)(what);
  return finish();
}

TEST(a_failed_assertion_ends_the_kernel) {
  const auto body = [](unsigned i) {
    if (i == 700) {
      musasim_assertion_failed("i != 700", "file.mu", 3, "k");
    }
    if (inside() && i % 2 == 0) {
      return;
    }
  };
  EQUAL(result<kLoop>(10, 100, body), musaErrorAssert);
  EQUAL(result<kFiber>(10, 100, body), musaErrorAssert);
  EQUAL(result<kFiber>(10, 100,
                       [](unsigned i) {
                         __syncthreads();
                         if (i == 700) {
                           musasim_assertion_failed("i != 700", "file.mu", 3, "k");
                         }
                         __syncthreads();
                       }),
        musaErrorAssert);
}

TEST(a_trap_ends_the_kernel) {
  EQUAL(result<kLoop>(1, 1, [](unsigned) { __trap(); }), musaErrorLaunchFailure);
}

TEST(an_exception_ends_the_kernel) {
  const auto body = [](unsigned i) {
    if (i == 50) {
      throw std::runtime_error("no");
    }
  };
  EQUAL(result<kLoop>(1, 100, body), musaErrorLaunchFailure);
  EQUAL(result<kFiber>(1, 100, body), musaErrorLaunchFailure);
}

TEST(threads_that_wait_for_ever_are_an_error) {
  EQUAL(result<kFiber>(2, 64,
                       [](unsigned i) {
                         if (i % 2 == 0) {
                           named_barrier(1, 64);
                         } else {
                           __syncthreads();
                         }
                       }),
        musaErrorLaunchFailure);
}

TEST(a_barrier_of_the_grid_needs_a_cooperative_launch) {
  EQUAL(result<kFiber>(2, 64, [](unsigned) { grid_barrier(); }), musaErrorLaunchFailure);
}

TEST(a_barrier_in_a_loop_kernel_is_an_error) {
  EQUAL(result<kLoop>(2, 64, [](unsigned) { __syncthreads(); }), musaErrorLaunchFailure);
}

TEST(the_carrier_goes_on_after_a_failed_kernel) {
  EQUAL(result<kFiber>(100, 1000, [](unsigned) { __syncthreads(); }), musaSuccess);
}

}  // namespace

TEST_MAIN()
