// Threads that wait in a loop without a call, and kernels that go on for long: they are interrupted.
#include <signal.h>

#include <cstdlib>
#include <vector>

#include "kernel_runtime/tests/as_compiled.h"
#include "musasim/device/warp.h"

using namespace musasim::device;
using namespace musasim::testing;

namespace {

// Threads pass a number on, each waiting for the one behind it; the first started waits for the last.
void pass_down(volatile int* turn, int* order) {
  auto body = MUSASIM_BODY {
    const int mine = static_cast<int>(blockDim.x - 1 - threadIdx.x);
    while (*turn != mine) {
    }
    order[mine] = static_cast<int>(threadIdx.x);
    *turn = mine + 1;
  };
  kernel<static_cast<void (*)(volatile int*, int*)>(&pass_down), Traits<kFiber>>(body, turn, order);
}

void check_pass_down(unsigned threads) {
  DeviceArray<int> turn(std::vector<int>(1, 0));
  DeviceArray<int> order(std::vector<int>(threads, -1));
  LAUNCH(pass_down, 1, threads)(turn.data(), order.data());
  EQUAL(finish(), musaSuccess);
  for (unsigned i = 0; i < threads; ++i) EQUAL(order.get()[i], static_cast<int>(threads - 1 - i));
}

TEST(threads_wait_for_later_ones_of_their_block) { check_pass_down(16); }

// Each block comes, and waits for all others without a cooperative launch.
void all_come(volatile unsigned* come, int* out) {
  auto body = MUSASIM_BODY {
    if (threadIdx.x == 0) {
      __atomic_fetch_add(const_cast<unsigned*>(come), 1U, __ATOMIC_SEQ_CST);
      while (*come < gridDim.x) {
      }
    }
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = static_cast<int>(*come);
  };
  kernel<static_cast<void (*)(volatile unsigned*, int*)>(&all_come), Traits<kFiber>>(body, come,
                                                                                     out);
}

TEST(blocks_wait_for_blocks_that_have_not_begun) {
  DeviceArray<unsigned> come(std::vector<unsigned>(1, 0));
  DeviceArray<int> out(std::vector<int>(24 * 32, 0));
  LAUNCH(all_come, 24, 32)(come.data(), out.data());
  EQUAL(finish(), musaSuccess);
  EQUAL(out.get() == std::vector<int>(24 * 32, 24), true);
}

// Long enough to be interrupted many times, in its own code, in operations of warps and in the C library.
void long_work(unsigned* out, int rounds) {
  auto body = MUSASIM_BODY {
    unsigned value = threadIdx.x + 1;
    for (int round = 0; round < rounds; ++round) {
      for (unsigned i = 0; i < 20000; ++i) value = value * 1664525U + 1013904223U;
      value ^= __shfl_xor_sync(~0U, value, 5);
      auto* const kept = static_cast<unsigned*>(std::malloc(sizeof(unsigned)));
      *kept = value;
      __syncthreads();
      value = *kept + (__ballot_sync(~0U, value & 1U) & 0xffU);
      std::free(kept);
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = value;
  };
  kernel<static_cast<void (*)(unsigned*, int)>(&long_work), Traits<kFiber>>(body, out, rounds);
}

std::vector<unsigned> worked(int rounds, unsigned blocks) {
  DeviceArray<unsigned> out(std::vector<unsigned>(blocks * 128, 0));
  LAUNCH(long_work, blocks, 128)(out.data(), rounds);
  EQUAL(finish(), musaSuccess);
  return out.get();
}

TEST(interrupted_kernels_compute_the_same) {
  const std::vector<unsigned> got = worked(80, 2);
  for (unsigned i = 0; i < 128; ++i) EQUAL(got[i], got[128 + i]);
  EQUAL(got == worked(80, 2), true);
}

int g_signals = 0;

TEST(the_signal_of_others_is_theirs) {
  check_pass_down(2);  // something was interrupted
  struct sigaction action{};
  action.sa_handler = [](int) { ++g_signals; };
  struct sigaction ours{};
  EQUAL(sigaction(SIGURG, nullptr, &ours), 0);
  EQUAL((ours.sa_flags & SA_SIGINFO) != 0, true);
  EQUAL(raise(SIGURG), 0);  // nobody's: nothing happens
  EQUAL(sigaction(SIGURG, &action, nullptr), 0);
  EQUAL(raise(SIGURG), 0);
  EQUAL(g_signals, 1);
  EQUAL(sigaction(SIGURG, &ours, nullptr), 0);
}

}  // namespace

TEST_MAIN()
