// Operations of the lanes of a warp: shuffles, votes, matches, sums; lanes that do not come.
#include <cstdint>
#include <vector>

#include "kernel_runtime/tests/as_compiled.h"
#include "musa_fp16.h"
#include "musasim/device/warp.h"

using namespace musasim::device;
using namespace musasim::testing;

namespace {

// The results that the threads of one block make of their ranks.
template <class T, class Body>
void each_thread(T* out, Body what) {
  auto body = MUSASIM_BODY { out[threadIdx.x] = what(threadIdx.x); };
  kernel<static_cast<void (*)(T*, Body)>(&each_thread<T, Body>), Traits<kFiber>>(body, out, what);
}

template <class T, class Body>
std::vector<T> results(unsigned threads, Body what) {
  DeviceArray<T> out(std::vector<T>(threads, T{}));
  LAUNCH((each_thread<T, Body>), 1, threads)(out.data(), what);
  EQUAL(finish(), musaSuccess);
  return out.get();
}

template <class T, class Body, class Expected>
void check_each(unsigned threads, Body what, Expected expected) {
  const std::vector<T> got = results<T>(threads, what);
  for (unsigned i = 0; i < threads; ++i) {
    EQUAL(got[i], static_cast<T>(expected(i)));
  }
}

unsigned warp_size() {
  musaDeviceProp properties{};
  EQUAL(musaGetDeviceProperties(&properties, 0), musaSuccess);
  return static_cast<unsigned>(properties.warpSize);
}

TEST(values_go_from_lane_to_lane) {
  const unsigned size = warp_size();
  check_each<int>(
      256, [](unsigned i) { return __shfl_sync(~0U, static_cast<int>(i), 3); },
      [=](unsigned i) { return i / size * size + 3; });
  check_each<double>(
      256, [](unsigned i) { return __shfl_down_sync(~0U, i + 0.5, 4, 16); },
      [](unsigned i) { return (i % 16 < 12 ? i + 4 : i) + 0.5; });
  check_each<long long>(
      256, [](unsigned i) { return __shfl_up_sync(~0U, i + (1LL << 40), 5, 32); },
      [](unsigned i) { return (i % 32 >= 5 ? i - 5 : i) + (1LL << 40); });
  check_each<float>(
      256, [](unsigned i) { return __shfl_xor_sync(~0U, static_cast<float>(i), 9); },
      [](unsigned i) { return i ^ 9; });
  check_each<short>(
      64, [](unsigned i) { return __shfl_sync(~0U, static_cast<short>(i), 37, 8); },
      [](unsigned i) { return i / 8 * 8 + 5; });
}

TEST(halves_go_from_lane_to_lane) {
  check_each<float>(
      32,
      [](unsigned i) {
        return __half2float(__shfl_xor_sync(~0U, __float2half(static_cast<float>(i)), 1));
      },
      [](unsigned i) { return i ^ 1; });
}

TEST(a_warp_is_summed_by_shuffles) {
  check_each<int>(
      512,
      [](unsigned i) {
        int sum = static_cast<int>(i);
        for (int step = warpSize / 2; step > 0; step /= 2) {
          sum += __shfl_down_sync(~0U, sum, static_cast<unsigned>(step));
        }
        return __shfl_sync(~0U, sum, 0);
      },
      [size = warp_size()](unsigned i) { return (i / size * size * 2 + size - 1) * size / 2; });
}

TEST(lanes_of_a_mask_meet_without_the_others) {
  check_each<int>(
      32,
      [](unsigned i) {
        const int value = static_cast<int>(i);
        return i % 2 == 0 ? __shfl_sync(0x55555555, value, 4) : __shfl_sync(0xaaaaaaaa, value, 7);
      },
      [](unsigned i) { return i % 2 == 0 ? 4 : 7; });
}

TEST(lanes_that_have_ended_are_not_waited_for) {
  check_each<int>(
      32,
      [](unsigned i) {
        return i >= 20 ? -1
                       : __shfl_sync(~0U, static_cast<int>(i), 19) +
                             __builtin_popcount(__ballot_sync(~0U, 1));
      },
      [](unsigned i) { return i >= 20 ? -1 : 39; });
}

// Real devices do so, too; reductions of the first lanes alone rely on it.
TEST(lanes_that_do_not_take_part_give_zero) {
  check_each<int>(
      32,
      [](unsigned i) {
        const int value = static_cast<int>(i) + 100;
        if (i >= 8) return 0;
        const int below = __shfl_down_sync(0xff, value, 16),
                  beside = __shfl_down_sync(0xff, value, 4);
        return below + beside + __shfl_sync(0xff, value, 9) + __shfl_xor_sync(0xff, value, 8);
      },
      [](unsigned i) { return i < 4 ? i + 104 : 0; });
  check_each<int>(
      32,
      [](unsigned i) {
        const int value = static_cast<int>(i) + 100;
        return i < 8 ? __shfl(value, 20) + __shfl_up(value, 2) : 0;
      },
      [](unsigned i) { return i < 2   ? i + 100
                              : i < 8 ? i + 98
                                      : 0; });
}

TEST(lanes_that_wait_elsewhere_do_not_stop_the_others) {
  check_each<int>(
      64,
      [](unsigned i) {
        int sum = 1;
        if (i < 16) {
          for (unsigned step = 8; step > 0; step /= 2) {
            sum += __shfl_down_sync(~0U, sum, step);
          }
        }
        __syncthreads();
        return i == 0 ? sum : 0;
      },
      [](unsigned i) { return i == 0 ? 16 : 0; });
}

TEST(lanes_vote) {
  const unsigned size = warp_size();
  check_each<int>(
      256, [](unsigned i) { return __all_sync(~0U, i < 200); },
      [=](unsigned i) { return i / size * size + size <= 200; });
  check_each<int>(
      256, [](unsigned i) { return __any_sync(~0U, i < 200); },
      [=](unsigned i) { return i / size * size < 200; });
  check_each<unsigned>(
      256, [](unsigned i) { return __ballot_sync(~0U, i % 3 == 0); },
      [](unsigned i) {
        unsigned bits = 0;
        for (unsigned lane = 0; lane < 32; ++lane) {
          bits |= ((i / 32 * 32 + lane) % 3 == 0 ? 1U : 0U) << lane;
        }
        return bits;
      });
}

TEST(lanes_that_come_together_know_each_other) {
  check_each<unsigned>(
      32,
      [](unsigned i) {
        if (i % 4 == 1) {
          return __activemask();
        }
        return i % 4 == 2 ? __ballot(1) : 0;
      },
      [](unsigned i) { return i % 4 == 1   ? 0x22222222U
                              : i % 4 == 2 ? 0x44444444U
                                           : 0; });
}

TEST(lanes_with_the_same_value_are_found) {
  check_each<unsigned>(
      32, [](unsigned i) { return __match_any_sync(~0U, i / 8); },
      [](unsigned i) { return 0xffU << i / 8 * 8; });
  check_each<unsigned>(
      32,
      [](unsigned i) {
        int all = 0;
        const unsigned same = __match_all_sync(~0U, 7ULL, &all);
        int none = 1;
        const unsigned different = __match_all_sync(~0U, i, &none);
        return all == 1 && none == 0 && different == 0 ? same : 1;
      },
      [](unsigned) { return ~0U; });
}

TEST(lanes_are_reduced) {
  check_each<int>(
      32,
      [](unsigned i) {
        const int value = static_cast<int>(i) - 16;
        return __reduce_add_sync(~0U, value) * 10000 + __reduce_min_sync(~0U, value) * 100 +
               __reduce_max_sync(~0U, value);
      },
      [](unsigned) { return -16 * 10000 - 1600 + 15; });
  check_each<unsigned>(
      32,
      [](unsigned i) {
        return __reduce_or_sync(~0U, 1U << i) - __reduce_and_sync(~0U, ~(1U << i)) +
               __reduce_xor_sync(~0U, i);
      },
      [](unsigned) { return ~0U; });
}

}  // namespace

TEST_MAIN()
