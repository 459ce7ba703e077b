// Atomic functions, and threads that wait for each other through memory.
#include <chrono>
#include <cstdint>
#include <thread>
#include <vector>

#include "kernel_runtime/tests/as_compiled.h"
#include "musasim/device/atomic.h"
#include "musasim/device/warp.h"

using namespace musasim::device;
using namespace musasim::testing;

namespace {

constexpr unsigned kBlocks = 100;
constexpr unsigned kThreads = 100;

// Calls what(place, number of the thread) in all threads of a grid.
template <unsigned flags, class T, class Body>
void everywhere(T* place, Body what) {
  auto body = MUSASIM_BODY { what(place, blockIdx.x * blockDim.x + threadIdx.x); };
  kernel<static_cast<void (*)(T*, Body)>(&everywhere<flags, T, Body>), Traits<flags>>(body, place,
                                                                                      what);
}

template <class T, class Body>
T after(T before, Body what) {
  DeviceArray<T> place(std::vector<T>{before});
  LAUNCH((everywhere<kLoop, T, Body>), kBlocks, kThreads)(place.data(), what);
  EQUAL(finish(), musaSuccess);
  return place.get()[0];
}

template <class T>
void check_integers() {
  EQUAL(after<T>(5, [](T* p, unsigned) { atomicAdd(p, T{2}); }), T{20005});
  EQUAL(after<T>(5, [](T* p, unsigned i) { atomicMax_block(p, static_cast<T>(i)); }), T{9999});
  EQUAL(after<T>(50, [](T* p, unsigned i) { atomicMin_system(p, static_cast<T>(i)); }), T{0});
  EQUAL(after<T>(0, [](T* p, unsigned i) { atomicOr(p, T{1} << i % 31); }), T{0x7fffffff});
  EQUAL(after<T>(0x7fffffff, [](T* p, unsigned i) { atomicAnd(p, ~(T{1} << i % 31)); }), T{0});
  EQUAL(after<T>(6, [](T* p, unsigned) { atomicXor(p, T{3}); }), T{6});
  EQUAL(
      after<T>(6, [](T* p, unsigned i) { atomicCAS(p, static_cast<T>(i), static_cast<T>(77)); }) !=
          T{6},
      true);
  EQUAL(after<T>(6, [](T* p, unsigned) { atomicExch(p, T{8}); }), T{8});
}

TEST(integers_change_atomically) {
  check_integers<int>();
  check_integers<unsigned>();
  check_integers<unsigned long long>();
  EQUAL(after<int>(0, [](int* p, unsigned) { atomicSub(p, 1); }), -10000);
  EQUAL(after<unsigned>(0, [](unsigned* p, unsigned) { atomicInc(p, 6); }), 10000U % 7);
  EQUAL(after<unsigned>(0, [](unsigned* p, unsigned) { atomicDec(p, 6); }), 3U);
  EQUAL(after<long long>(
            0, [](long long* p, unsigned i) { atomicMin(p, -static_cast<long long>(i)); }),
        -9999LL);
}

TEST(floats_change_atomically) {
  EQUAL(after<float>(0, [](float* p, unsigned) { atomicAdd(p, 0.5F); }), 5000.0F);
  EQUAL(after<double>(0, [](double* p, unsigned) { atomicAdd_system(p, 0.25); }), 2500.0);
  EQUAL(after<float>(0, [](float* p, unsigned) { atomicExch(p, 3.0F); }), 3.0F);
  const __half sum = after<__half>(__float2half(0), [](__half* p, unsigned i) {
    if (i < 1000) {
      atomicAdd_block(p, __float2half(1));
    }
  });
  EQUAL(__half2float(sum), 1000.0F);
  const __mt_bfloat162 pair =
      after<__mt_bfloat162>(__floats2bfloat162_rn(0, 0), [](__mt_bfloat162* p, unsigned i) {
        if (i < 100) {
          atomicAdd(p, __floats2bfloat162_rn(1, 2));
        }
      });
  EQUAL(__low2float(pair), 100.0F);
  EQUAL(__high2float(pair), 200.0F);
}

// Every thread of a block adds, one at a time.
void locked(int* lock_and_count) {
  auto body = MUSASIM_BODY {
    __syncthreads();
    while (atomicCAS(&lock_and_count[0], 0, 1) != 0) {
    }
    const int before = lock_and_count[1];
    yield();
    lock_and_count[1] = before + 1;
    __threadfence();
    atomicExch(&lock_and_count[0], 0);
  };
  kernel<static_cast<void (*)(int*)>(&locked), Traits<kFiber>>(body, lock_and_count);
}

TEST(threads_of_a_block_wait_for_a_lock) {
  DeviceArray<int> place(std::vector<int>{0, 0});
  LAUNCH(locked, 4, 256)(place.data());
  EQUAL(finish(), musaSuccess);
  EQUAL(place.get()[1], 4 * 256);
}

// A scan in one pass: each block waits for the sum of the block before.
void scan(const int* in, int* out, volatile int* sums) {
  auto body = MUSASIM_BODY {
    static thread_local int shared[128];
    const unsigned i = threadIdx.x;
    shared[i] = in[blockIdx.x * 128 + i];
    __syncthreads();
    for (unsigned step = 1; step < 128; step *= 2) {
      const int other = i >= step ? shared[i - step] : 0;
      __syncthreads();
      shared[i] += other;
      __syncthreads();
    }
    static thread_local int before;
    if (i == 0) {
      before = 0;
      while (blockIdx.x > 0 && (before = sums[blockIdx.x - 1]) == 0) {
      }
      __threadfence();
      sums[blockIdx.x] = before + shared[127];
    }
    __syncthreads();
    out[blockIdx.x * 128 + i] = before + shared[i];
  };
  kernel<static_cast<void (*)(const int*, int*, volatile int*)>(&scan), Traits<kFiber>>(body, in,
                                                                                        out, sums);
}

TEST(blocks_wait_for_earlier_blocks) {
  constexpr std::size_t kCount = 128 * 1000;
  DeviceArray<int> in(std::vector<int>(kCount, 1));
  DeviceArray<int> out(kCount);
  DeviceArray<int> sums(std::vector<int>(1000, 0));
  LAUNCH(scan, 1000, 128)(in.data(), out.data(), sums.data());
  EQUAL(finish(), musaSuccess);
  EQUAL(out.get() == made<int>(kCount, [](std::size_t i) { return i + 1; }), true);
}

// A lane waits long for another block while its fellows wait for it: they are not left without it.
void late(int* out, unsigned* flag) {
  auto body = MUSASIM_BODY {
    if (blockIdx.x == 0) {
      if (threadIdx.x == 0) {
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
        atomicExch(flag, 5U);
      }
      return;
    }
    unsigned seen = 0;
    if (threadIdx.x == 3) {
      while ((seen = *const_cast<volatile unsigned*>(flag)) == 0) {
        __threadfence();
      }
    }
    out[threadIdx.x] = static_cast<int>(__shfl_sync(~0U, seen, 3));
  };
  kernel<static_cast<void (*)(int*, unsigned*)>(&late), Traits<kFiber>>(body, out, flag);
}

TEST(lanes_wait_for_one_that_waits_for_another_block) {
  DeviceArray<int> out(32);
  DeviceArray<unsigned> flag(std::vector<unsigned>{0});
  LAUNCH(late, 2, 32)(out.data(), flag.data());
  EQUAL(finish(), musaSuccess);
  EQUAL(out.get() == std::vector<int>(32, 5), true);
}

// Lanes write, and one of them says for all that it is done; no lane waits for the others after it has
// written. Each block adds one to what the block before has written.
void pipeline(int* out, unsigned* done) {
  auto body = MUSASIM_BODY {
    while (atomicAdd(done, 0U) < blockIdx.x) {
    }
    const unsigned lane = threadIdx.x;
    const int before = blockIdx.x == 0 ? 0 : out[(blockIdx.x - 1) * 32 + 31 - lane];
    const int next = __shfl_sync(~0U, before, lane) + 1;
    if (lane == 7) {
      std::this_thread::sleep_for(std::chrono::microseconds(50));
    }
    out[blockIdx.x * 32 + lane] = next;
    if (lane == 0) {
      __threadfence();
      atomicAdd(done, 1U);
    }
  };
  kernel<static_cast<void (*)(int*, unsigned*)>(&pipeline), Traits<kFiber>>(body, out, done);
}

TEST(one_lane_tells_of_its_warp) {
  DeviceArray<int> out(500 * 32);
  DeviceArray<unsigned> done(std::vector<unsigned>{0});
  LAUNCH(pipeline, 500, 32)(out.data(), done.data());
  EQUAL(finish(), musaSuccess);
  EQUAL(out.get() == made<int>(500 * 32, [](std::size_t i) { return i / 32 + 1; }), true);
}

// All blocks of a grid meet without a cooperative launch, waiting for the last one.
void meet_by_hand(int* count, int blocks, int* seen) {
  auto body = MUSASIM_BODY {
    __syncthreads();
    if (threadIdx.x == 0) {
      atomicAdd(count, 1);
      while (*static_cast<volatile int*>(count) < blocks) {
      }
    }
    __syncthreads();
    if (threadIdx.x == 1) {
      seen[blockIdx.x] = *count;
    }
  };
  kernel<static_cast<void (*)(int*, int, int*)>(&meet_by_hand), Traits<kFiber>>(body, count, blocks,
                                                                                seen);
}

TEST(blocks_wait_for_later_blocks) {
  constexpr int kCount = 6;
  DeviceArray<int> count(std::vector<int>{0});
  DeviceArray<int> seen(std::vector<int>(kCount, 0));
  LAUNCH(meet_by_hand, kCount, 64)(count.data(), kCount, seen.data());
  EQUAL(finish(), musaSuccess);
  EQUAL(seen.get() == std::vector<int>(kCount, kCount), true);
}

}  // namespace

TEST_MAIN()
