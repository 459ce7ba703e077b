// Kernels: launches, indices, barriers, early ends.
#include <cstdint>
#include <numeric>
#include <vector>

#include "kernel_runtime/tests/as_compiled.h"
#include "musasim/device/warp.h"

using namespace musasim::device;
using namespace musasim::testing;

namespace {

void scale(float* data, float factor, int n) {
  auto body = MUSASIM_BODY {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= n) {
      return;
    }
    data[i] *= factor;
  };
  kernel<static_cast<void (*)(float*, float, int)>(&scale), Traits<kLoop>>(body, data, factor, n);
}

TEST(a_kernel_runs_as_a_loop) {
  DeviceArray<float> data(std::vector<float>(100000, 2.0F));
  LAUNCH(scale, 391, 256)(data.data(), 3.0F, 99999);
  EQUAL(finish(), musaSuccess);
  const std::vector<float> got = data.get();
  EQUAL(got[0], 6.0F);
  EQUAL(got[99998], 6.0F);
  EQUAL(got[99999], 2.0F);
}

template <unsigned flags>
void count_threads(unsigned* counts) {
  auto body = MUSASIM_BODY {
    const unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    const unsigned thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    ++counts[block * blockDim.x * blockDim.y * blockDim.z + thread];
  };
  kernel<static_cast<void (*)(unsigned*)>(&count_threads<flags>), Traits<flags>>(body, counts);
}

template <unsigned flags>
void check_all_threads_run(dim3 grid, dim3 block) {
  const std::size_t threads = std::size_t{grid.x} * grid.y * grid.z * block.x * block.y * block.z;
  DeviceArray<unsigned> counts(std::vector<unsigned>(threads, 0U));
  LAUNCH(count_threads<flags>, grid, block)(counts.data());
  EQUAL(finish(), musaSuccess);
  EQUAL(counts.get() == std::vector<unsigned>(threads, 1), true);
}

TEST(every_thread_of_every_block_runs_once) {
  check_all_threads_run<kLoop>(dim3(2, 3, 4), dim3(5, 6, 2));
  check_all_threads_run<kFiber>(dim3(2, 3, 4), dim3(5, 6, 2));
  check_all_threads_run<kLoop>(dim3(1000, 3), dim3(8, 4));
  check_all_threads_run<kFiber>(dim3(1000, 3), dim3(8, 4));
  check_all_threads_run<kLoop>(1, 1);
  check_all_threads_run<kFiber>(1, 1);
}

template <class T, int N>
void reverse(T* data) {
  auto body = MUSASIM_BODY {
    static thread_local T shared[N];
    const unsigned i = threadIdx.x;
    shared[i] = data[blockIdx.x * N + i];
    __syncthreads();
    data[blockIdx.x * N + i] = shared[N - 1 - i];
  };
  kernel<static_cast<void (*)(T*)>(&reverse<T, N>), Traits<kFiber, N>>(body, data);
}

TEST(threads_meet_at_barriers) {
  constexpr int kThreads = 1024;
  constexpr int kBlocks = 64;
  DeviceArray<int> data(made<int>(kThreads * kBlocks, [](std::size_t i) { return i; }));
  LAUNCH((reverse<int, kThreads>), kBlocks, kThreads)(data.data());
  EQUAL(finish(), musaSuccess);
  const std::vector<int> expected = made<int>(kThreads * kBlocks, [](std::size_t i) {
    return i / kThreads * kThreads + kThreads - 1 - i % kThreads;
  });
  EQUAL(data.get() == expected, true);
}

}  // namespace

// Nothing keeps the threads from writing again while thread 0 reads, but that it comes first.
template <bool warp>
void sums(int* out) {
  auto body = MUSASIM_BODY {
    static thread_local int shared[32];
    for (int round = 0; round < 100; ++round) {
      shared[threadIdx.x] = round;
      if (warp) {
        __syncwarp();
      } else {
        __syncthreads();
      }
      if (threadIdx.x == 0) {
        out[round] = std::accumulate(shared, shared + 32, 0);
      }
    }
  };
  kernel<static_cast<void (*)(int*)>(&sums<warp>), Traits<kFiber>>(body, out);
}

template <bool warp>
void check_sums() {
  DeviceArray<int> out(100);
  LAUNCH(sums<warp>, 1, 32)(out.data());
  EQUAL(finish(), musaSuccess);
  EQUAL(out.get() == made<int>(100, [](std::size_t i) { return 32 * i; }), true);
}

TEST(threads_go_on_in_their_order) {
  check_sums<false>();
  check_sums<true>();
}

TEST_MAIN()
