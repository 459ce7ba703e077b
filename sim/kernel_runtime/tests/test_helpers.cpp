// Threads that the pool makes for a grid whose blocks do not end soon.
#include <filesystem>
#include <iterator>
#include <vector>

#include "kernel_runtime/tests/as_compiled.h"

using namespace musasim::device;
using namespace musasim::testing;

namespace {

std::ptrdiff_t threads_of_the_process() {
  const std::filesystem::directory_iterator tasks("/proc/self/task");
  return std::distance(begin(tasks), end(tasks));
}

// Computes for much longer than the watch waits before it looks closely.
void compute(unsigned* out, unsigned rounds) {
  auto body = MUSASIM_BODY {
    unsigned value = blockIdx.x + 1;
    for (unsigned i = 0; i < rounds; ++i) value = value * 1664525U + 1013904223U;
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = value;
  };
  kernel<static_cast<void (*)(unsigned*, unsigned)>(&compute), Traits<kFiber>>(body, out, rounds);
}

void run_compute(unsigned rounds) {
  constexpr unsigned kBlocks = 6;
  DeviceArray<unsigned> out(std::vector<unsigned>(kBlocks * 256, 0));
  LAUNCH(compute, kBlocks, 256)(out.data(), rounds);
  EQUAL(finish(), musaSuccess);
}

TEST(blocks_that_compute_get_no_more_helpers) {
  run_compute(10);  // the pool's usual threads
  const std::ptrdiff_t usual = threads_of_the_process();
  run_compute(800000);
  EQUAL(threads_of_the_process() - usual <= 1, true);
}

}  // namespace

TEST_MAIN()
