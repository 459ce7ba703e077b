// cub's functions over a block and over warps, in kernels.
#include <algorithm>
#include <vector>

#include "cub/cub.cuh"
#include "kernel_runtime/tests/as_compiled.h"

using namespace musasim::device;
using namespace musasim::testing;

namespace {

using Ints = std::vector<int>;
constexpr int kThreads = 96;

template <class Body>
void call_body(Body body_of_thread, int* out) {
  auto body = MUSASIM_BODY { body_of_thread(static_cast<int>(thread_rank()), out); };
  kernel<static_cast<void (*)(Body, int*)>(&call_body<Body>), Traits<kFiber>>(body, body_of_thread,
                                                                              out);
}
// Runs body(thread of the block, out) in a block; what it left in `out`.
template <class Body>
Ints run(Body body, std::size_t count = kThreads) {
  const DeviceArray<int> out(Ints(count, -1));
  LAUNCH(call_body<Body>, 1, kThreads)(body, out.data());
  EQUAL(finish(), musaSuccess);
  return out.get();
}

// Memory as a kernel declares it: __shared__.
template <class T>
T& shared() {
  static thread_local T storage;
  return storage;
}

TEST(what_stands_behind_storage_is_aligned) {
  EQUAL(sizeof(cub::BlockLoad<float, 128, 4, cub::BLOCK_LOAD_WARP_TRANSPOSE>::TempStorage) % 16,
        0U);
  EQUAL(sizeof(cub::BlockStore<float, 128, 4, cub::BLOCK_STORE_WARP_TRANSPOSE>::TempStorage) % 16,
        0U);
}

TEST(blocks_reduce) {
  using Reduce = cub::BlockReduce<int, kThreads>;
  const Ints out = run([](int t, int* result) {
    const int sum = Reduce(shared<Reduce::TempStorage>()).Sum(t);
    if (t == 0) result[0] = sum;
    __syncthreads();
    const int largest = Reduce(shared<Reduce::TempStorage>()).Reduce(t % 50, cub::Max());
    if (t == 0) result[1] = largest;
    __syncthreads();
    const int some = Reduce(shared<Reduce::TempStorage>()).Sum(t, 10);
    if (t == 0) result[2] = some;
    __syncthreads();
    int items[2] = {t, 1};
    const int all = Reduce().Sum(items);
    if (t == 0) result[3] = all;
  });
  EQUAL(out[0], 95 * 48);
  EQUAL(out[1], 49);
  EQUAL(out[2], 45);
  EQUAL(out[3], 95 * 48 + 96);
}

TEST(blocks_scan) {
  using Scan = cub::BlockScan<int, kThreads>;
  const Ints exclusive = run([](int t, int* result) {
    int aggregate = 0;
    Scan(shared<Scan::TempStorage>()).ExclusiveSum(t + 1, result[t], aggregate);
    if (t == 0) result[t] += aggregate;
  });
  EQUAL(exclusive[0], 96 * 97 / 2);
  EQUAL(exclusive[10], 55);
  const Ints largest = run([](int t, int* result) {
    Scan(shared<Scan::TempStorage>()).InclusiveScan(t % 7, result[t], cub::Max());
  });
  EQUAL(largest[3], 3);
  EQUAL(largest[50], 6);
  const Ints started = run([](int t, int* result) {
    Scan(shared<Scan::TempStorage>()).ExclusiveScan(t % 7, result[t], 5, cub::Max());
  });
  EQUAL(started[0], 5);
  EQUAL(started[90], 6);
}

TEST(scans_go_on_from_tile_to_tile) {
  struct Running {
    int total;
    int operator()(int aggregate) {
      const int before = total;
      total += aggregate;
      return before;
    }
  };
  using Scan = cub::BlockScan<int, kThreads, cub::BLOCK_SCAN_WARP_SCANS>;
  const Ints out = run(
      [](int t, int* result) {
        Running running{100};
        for (int tile = 0; tile < 3; ++tile) {
          int items[2] = {1, 1};
          Scan(shared<Scan::TempStorage>()).InclusiveSum(items, items, running);
          __syncthreads();
          result[(tile * kThreads + t) * 2] = items[0];
          result[(tile * kThreads + t) * 2 + 1] = items[1];
        }
      },
      6 * kThreads);
  for (int i = 0; i < 6 * kThreads; ++i) EQUAL(out[static_cast<std::size_t>(i)], 101 + i);
}

TEST(blocks_load_exchange_and_store) {
  using Load = cub::BlockLoad<int, kThreads, 3, cub::BLOCK_LOAD_WARP_TRANSPOSE>;
  using Exchange = cub::BlockExchange<int, kThreads, 3>;
  using Store = cub::BlockStore<int, kThreads, 3, cub::BLOCK_STORE_STRIPED>;
  const Ints out = run(
      [](int t, int* result) {
        int items[3];
        Load(shared<Load::TempStorage>()).Load(cub::CountingInputIterator<int>(0), items, 280, -7);
        if (items[2] >= 0) items[2] = 3 * t + 2;
        Exchange(shared<Exchange::TempStorage>()).BlockedToStriped(items);
        Store(shared<Store::TempStorage>()).Store(result, items, 285);
      },
      3 * kThreads);
  EQUAL(out[0], 0);
  EQUAL(out[279], 279);
  EQUAL(out[280], -7);
  EQUAL(out[285], -1);
  const Ints reversed = run([](int t, int* result) {
    using Single = cub::BlockExchange<int, kThreads, 1>;
    int value[1] = {t};
    const int rank[1] = {kThreads - 1 - t};
    Single(shared<Single::TempStorage>()).ScatterToBlocked(value, rank);
    result[t] = value[0];
  });
  EQUAL(reversed[0], kThreads - 1);
}

TEST(blocks_sort) {
  using Sort = cub::BlockRadixSort<float, kThreads, 2, int>;
  const Ints out = run(
      [](int t, int* result) {
        float keys[2] = {static_cast<float>(t * 37 % 96) - 50, 1000.0f + static_cast<float>(t)};
        int values[2] = {t, t + kThreads};
        Sort(shared<Sort::TempStorage>()).SortDescending(keys, values);
        result[2 * t] = values[0];
        result[2 * t + 1] = values[1];
      },
      2 * kThreads);
  EQUAL(out[0], 2 * kThreads - 1);
  EQUAL(out[95], kThreads);
  Ints rest(out.begin() + 96, out.end());
  CHECK(std::is_sorted(rest.begin(), rest.end(),
                       [](int a, int b) { return a * 37 % 96 > b * 37 % 96; }));
}

TEST(blocks_find_heads_and_count) {
  using Flags = cub::BlockDiscontinuity<int, kThreads>;
  const Ints heads = run([](int t, int* result) {
    int value[1] = {t / 10};
    int flag[1];
    Flags(shared<Flags::TempStorage>()).FlagHeads(flag, value, cub::Inequality());
    result[t] = flag[0];
  });
  EQUAL(heads[0] + heads[10] + heads[20], 3);
  EQUAL(heads[1] + heads[19], 0);
  using Histogram = cub::BlockHistogram<unsigned char, kThreads, 1, 4>;
  const Ints counts = run([](int t, int* result) {
    unsigned char value[1] = {static_cast<unsigned char>(t % 3)};
    Histogram(shared<Histogram::TempStorage>()).Histogram(value, result);
  });
  EQUAL(counts[0], 32);
  EQUAL(counts[3], 0);
}

TEST(warps_reduce_and_scan) {
  using Reduce = cub::WarpReduce<int>;
  const Ints sums = run([](int t, int* result) {
    const int sum = Reduce(shared<Reduce::TempStorage>()).Sum(t);
    if (t % 32 == 0) result[t] = sum;
    const int some = Reduce(shared<Reduce::TempStorage>()).Reduce(t, cub::Max(), 5);
    if (t % 32 == 0) result[t + 1] = some;
  });
  EQUAL(sums[0], 31 * 16);
  EQUAL(sums[32], 31 * 16 + 32 * 32);
  EQUAL(sums[65], 68);
  using Scan = cub::WarpScan<int, 16>;
  const Ints scanned = run([](int t, int* result) {
    int inclusive = 0;
    int exclusive = 0;
    Scan(shared<Scan::TempStorage>()).InclusiveSum(1, inclusive);
    Scan(shared<Scan::TempStorage>()).ExclusiveSum(t, exclusive);
    result[t] = inclusive * 10000 + exclusive;
  });
  EQUAL(scanned[0], 10000);
  EQUAL(scanned[18], 30000 + 16 + 17);
}

TEST(warps_reduce_segments) {
  using Reduce = cub::WarpReduce<int>;
  const Ints heads = run([](int t, int* result) {
    result[t] = Reduce(shared<Reduce::TempStorage>()).HeadSegmentedSum(1, t % 10 == 0);
  });
  EQUAL(heads[0], 10);
  EQUAL(heads[30], 2);
  const Ints tails = run([](int t, int* result) {
    result[t] = Reduce(shared<Reduce::TempStorage>()).TailSegmentedSum(1, t % 10 == 9);
  });
  EQUAL(tails[0], 10);
  EQUAL(tails[9], 1);
  EQUAL(tails[30], 2);
}

TEST(a_layout_for_raking_holds_every_value) {
  using Layout = cub::BlockRakingLayout<int, kThreads>;
  const Ints out = run([](int t, int* result) {
    auto& storage = shared<Layout::TempStorage>();
    *Layout::PlacementPtr(storage, static_cast<unsigned>(t)) = t;
    __syncthreads();
    if (t >= Layout::RAKING_THREADS) return;
    int segment[Layout::SEGMENT_LENGTH];
    std::copy_n(Layout::RakingPtr(storage, static_cast<unsigned>(t)), Layout::SEGMENT_LENGTH,
                segment);
    result[t] = cub::ThreadReduce(segment, cub::Sum());
  });
  EQUAL(out[0], 0 + 1 + 2);
  EQUAL(out[31], 93 + 94 + 95);
  EQUAL(out[32], -1);
}

TEST(values_of_any_type_are_shuffled) {
  struct Wide {
    double a;
    int b;
  };
  const Ints out = run([](int t, int* result) {
    const Wide wide{t + 0.5, t};
    const Wide other = cub::ShuffleDown<32>(wide, 4, 31, 0xffffffffu);
    result[t] = other.b * 10 + (other.a == other.b + 0.5 ? 1 : 0);
  });
  EQUAL(out[0], 41);
  EQUAL(out[29], 291);
  EQUAL(out[40], 441);
}

}  // namespace

TEST_MAIN()
