// cub's functions over device memory: both calls, results, the order of streams.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "check.h"
#include "cub/cub.cuh"
#include "musa_fp16.h"
#include "testing/device_array.h"

using musasim::testing::DeviceArray;

namespace {

// Calls function(storage, bytes) as programs do.
template <class Function>
void call(Function function) {
  std::size_t bytes = 0;
  EQUAL(function(static_cast<void*>(nullptr), bytes), musaSuccess);
  CHECK(bytes > 0);
  DeviceArray<char> storage(bytes);
  EQUAL(function(static_cast<void*>(storage.data()), bytes), musaSuccess);
}

template <class T>
std::vector<T> first(const DeviceArray<T>& array, std::size_t count) {
  std::vector<T> values = array.get();
  values.resize(count);
  return values;
}

using Ints = std::vector<int>;

}  // namespace

TEST(sums_and_extrema) {
  std::vector<float> values(100000, 0.1f);
  values[777] = 9.0f;
  values[778] = 9.0f;
  values[5000] = -3.0f;
  const DeviceArray<float> in(values);
  const DeviceArray<float> out(3);
  const DeviceArray<cub::KeyValuePair<int, float>> arg(2);
  call([&](void* s, std::size_t& n) {
    return cub::DeviceReduce::Sum(s, n, in.data(), out.data(), 100000);
  });
  call([&](void* s, std::size_t& n) {
    return cub::DeviceReduce::Max(s, n, in.data(), out.data() + 1, 100000);
  });
  call([&](void* s, std::size_t& n) {
    return cub::DeviceReduce::Min(s, n, in.data(), out.data() + 2, 100000);
  });
  call([&](void* s, std::size_t& n) {
    return cub::DeviceReduce::ArgMax(s, n, in.data(), arg.data(), 100000);
  });
  call([&](void* s, std::size_t& n) {
    return cub::DeviceReduce::ArgMin(s, n, in.data(), arg.data() + 1, 100000);
  });
  // Added one after the other they would be 10 times as far off.
  CHECK(std::fabs(out.get()[0] - 10014.7f) < 0.01f);
  EQUAL(out.get()[1], 9.0f);
  EQUAL(out.get()[2], -3.0f);
  EQUAL(arg.get()[0].key, 777);
  EQUAL(arg.get()[1].value, -3.0f);
}

TEST(empty_reductions_give_the_initial_value) {
  const DeviceArray<int> out(1);
  call([&](void* s, std::size_t& n) {
    return cub::DeviceReduce::Max(s, n, out.data(), out.data(), 0);
  });
  EQUAL(out.get()[0], std::numeric_limits<int>::min());
}

TEST(iterators_are_inputs) {
  const DeviceArray<int> in(Ints{1, 2, 3, 4});
  const DeviceArray<int> out(1);
  const auto square = [](int x) { return x * x; };
  const cub::TransformInputIterator<int, decltype(square), int*> squares(in.data(), square);
  call([&](void* s, std::size_t& n) {
    return cub::DeviceReduce::Sum(s, n, squares, out.data(), 4);
  });
  EQUAL(out.get()[0], 30);
  const cub::CountingInputIterator<int> count(10);
  call([&](void* s, std::size_t& n) { return cub::DeviceReduce::Sum(s, n, count, out.data(), 3); });
  EQUAL(out.get()[0], 33);
}

TEST(scans_in_place_and_by_key) {
  const DeviceArray<int> values(Ints{1, 2, 3, 4, 5});
  call([&](void* s, std::size_t& n) {
    return cub::DeviceScan::ExclusiveSum(s, n, values.data(), values.data(), 5);
  });
  CHECK(values.get() == Ints({0, 1, 3, 6, 10}));
  call([&](void* s, std::size_t& n) {
    return cub::DeviceScan::InclusiveScan(s, n, values.data(), values.data(), cub::Max(), 5);
  });
  CHECK(values.get() == Ints({0, 1, 3, 6, 10}));
  const DeviceArray<int> keys(Ints{7, 7, 8, 8, 8});
  const DeviceArray<int> sums(5);
  call([&](void* s, std::size_t& n) {
    return cub::DeviceScan::InclusiveSumByKey(s, n, keys.data(), values.data(), sums.data(), 5);
  });
  CHECK(sums.get() == Ints({0, 1, 3, 9, 19}));
  call([&](void* s, std::size_t& n) {
    return cub::DeviceScan::ExclusiveScan(s, n, values.data(), sums.data(), cub::Sum(), 100, 5);
  });
  CHECK(sums.get() == Ints({100, 100, 101, 104, 110}));
}

TEST(keys_and_values_are_sorted_stably) {
  std::vector<float> keys(5000);
  Ints values(5000);
  unsigned state = 1;
  for (int i = 0; i < 5000; ++i) {
    state = state * 1664525u + 1013904223u;
    keys[static_cast<std::size_t>(i)] = static_cast<float>(static_cast<int>(state >> 8) % 100) - 50;
    values[static_cast<std::size_t>(i)] = i;
  }
  Ints expected = values;
  std::stable_sort(expected.begin(), expected.end(), [&](int a, int b) {
    return keys[static_cast<std::size_t>(a)] < keys[static_cast<std::size_t>(b)];
  });
  const DeviceArray<float> in(keys);
  const DeviceArray<int> values_in(values);
  const DeviceArray<float> out(5000);
  const DeviceArray<int> values_out(5000);
  call([&](void* s, std::size_t& n) {
    return cub::DeviceRadixSort::SortPairs(s, n, in.data(), out.data(), values_in.data(),
                                           values_out.data(), 5000);
  });
  CHECK(values_out.get() == expected);
  std::stable_sort(expected.begin(), expected.end(), [&](int a, int b) {
    const float first_key = keys[static_cast<std::size_t>(a)];
    const float second_key = keys[static_cast<std::size_t>(b)];
    return first_key > second_key || (first_key == second_key && a < b);
  });
  cub::DoubleBuffer<float> key_buffers(in.data(), out.data());
  cub::DoubleBuffer<int> value_buffers(values_in.data(), values_out.data());
  call([&](void* s, std::size_t& n) {
    return cub::DeviceRadixSort::SortPairsDescending(s, n, key_buffers, value_buffers, 5000);
  });
  EQUAL(value_buffers.Current(), values_out.data());
  CHECK(values_out.get() == expected);
}

TEST(some_bits_of_keys_are_sorted) {
  const DeviceArray<unsigned> in(std::vector<unsigned>{0x31, 0x12, 0x23, 0x11});
  const DeviceArray<unsigned> out(4);
  call([&](void* s, std::size_t& n) {
    return cub::DeviceRadixSort::SortKeys(s, n, in.data(), out.data(), 4, 0, 4);
  });
  CHECK(out.get() == std::vector<unsigned>({0x31, 0x11, 0x12, 0x23}));
  call([&](void* s, std::size_t& n) {
    return cub::DeviceRadixSort::SortKeysDescending(s, n, in.data(), out.data(), 4, 4, 32);
  });
  CHECK(out.get() == std::vector<unsigned>({0x31, 0x23, 0x12, 0x11}));
}

TEST(keys_of_every_kind_are_ordered) {
  const DeviceArray<long long> longs(std::vector<long long>{5, -7, 0, -(1LL << 60)});
  const DeviceArray<long long> longs_out(4);
  call([&](void* s, std::size_t& n) {
    return cub::DeviceRadixSort::SortKeys(s, n, longs.data(), longs_out.data(), 4);
  });
  CHECK(longs_out.get() == std::vector<long long>({-(1LL << 60), -7, 0, 5}));
  const DeviceArray<__half> halves(std::vector<__half>{1.5f, -2.0f, 0.25f});
  const DeviceArray<__half> halves_out(3);
  call([&](void* s, std::size_t& n) {
    return cub::DeviceRadixSort::SortKeys(s, n, halves.data(), halves_out.data(), 3);
  });
  EQUAL(static_cast<float>(halves_out.get()[0]), -2.0f);
  EQUAL(static_cast<float>(halves_out.get()[2]), 1.5f);
}

TEST(segments_are_reduced_and_sorted) {
  const DeviceArray<int> in(Ints{3, 1, 2, 9, 8, 7, 6});
  const DeviceArray<int> offsets(Ints{0, 3, 3, 7});
  const DeviceArray<int> out(7);
  call([&](void* s, std::size_t& n) {
    return cub::DeviceSegmentedReduce::Sum(s, n, in.data(), out.data(), 3, offsets.data(),
                                           offsets.data() + 1);
  });
  CHECK(first(out, 3) == Ints({6, 0, 30}));
  call([&](void* s, std::size_t& n) {
    return cub::DeviceSegmentedRadixSort::SortKeys(s, n, in.data(), out.data(), 7, 3,
                                                   offsets.data(), offsets.data() + 1);
  });
  CHECK(out.get() == Ints({1, 2, 3, 6, 7, 8, 9}));
  call([&](void* s, std::size_t& n) {
    return cub::DeviceSegmentedSort::SortKeysDescending(s, n, in.data(), out.data(), 7, 3,
                                                        offsets.data(), offsets.data() + 1);
  });
  CHECK(out.get() == Ints({3, 2, 1, 9, 8, 7, 6}));
}

TEST(items_are_selected_and_parted) {
  const DeviceArray<int> in(Ints{5, 5, 6, 7, 7, 8});
  const DeviceArray<char> flags(std::vector<char>{1, 0, 0, 1, 1, 0});
  const DeviceArray<int> out(6);
  const DeviceArray<int> count(1);
  call([&](void* s, std::size_t& n) {
    return cub::DeviceSelect::Flagged(s, n, in.data(), flags.data(), out.data(), count.data(), 6);
  });
  EQUAL(count.get()[0], 3);
  CHECK(first(out, 3) == Ints({5, 7, 7}));
  call([&](void* s, std::size_t& n) {
    return cub::DeviceSelect::Unique(s, n, in.data(), out.data(), count.data(), 6);
  });
  EQUAL(count.get()[0], 4);
  CHECK(first(out, 4) == Ints({5, 6, 7, 8}));
  call([&](void* s, std::size_t& n) {
    return cub::DevicePartition::If(s, n, in.data(), out.data(), count.data(), 6,
                                    [](int x) { return x % 2 == 0; });
  });
  EQUAL(count.get()[0], 2);
  CHECK(out.get() == Ints({6, 8, 7, 7, 5, 5}));
}

TEST(runs_are_encoded_and_reduced) {
  const DeviceArray<int> in(Ints{5, 5, 6, 7, 7, 7});
  const DeviceArray<int> unique(6);
  const DeviceArray<int> lengths(6);
  const DeviceArray<int> count(1);
  call([&](void* s, std::size_t& n) {
    return cub::DeviceRunLengthEncode::Encode(s, n, in.data(), unique.data(), lengths.data(),
                                              count.data(), 6);
  });
  EQUAL(count.get()[0], 3);
  CHECK(first(unique, 3) == Ints({5, 6, 7}));
  CHECK(first(lengths, 3) == Ints({2, 1, 3}));
  call([&](void* s, std::size_t& n) {
    return cub::DeviceReduce::ReduceByKey(s, n, in.data(), unique.data(), in.data(), lengths.data(),
                                          count.data(), cub::Sum(), 6);
  });
  CHECK(first(lengths, 3) == Ints({10, 6, 21}));
}

TEST(histograms_count_samples_within_bounds) {
  const DeviceArray<float> samples(std::vector<float>{-1, 0, 0.5f, 1, 9.9f, 10, 3});
  const DeviceArray<int> bins(Ints(5, 77));
  call([&](void* s, std::size_t& n) {
    return cub::DeviceHistogram::HistogramEven(s, n, samples.data(), bins.data(), 6, 0.0f, 10.0f,
                                               7);
  });
  CHECK(bins.get() == Ints({3, 1, 0, 0, 1}));
  const DeviceArray<float> bounds(std::vector<float>{0, 1, 5});
  call([&](void* s, std::size_t& n) {
    return cub::DeviceHistogram::HistogramRange(s, n, samples.data(), bins.data(), 3, bounds.data(),
                                                7);
  });
  CHECK(first(bins, 2) == Ints({2, 2}));
}

TEST(work_runs_in_the_order_of_its_stream) {
  musaStream_t stream = nullptr;
  EQUAL(musaStreamCreate(&stream), musaSuccess);
  const DeviceArray<int> data(100000);
  const DeviceArray<int> out(1);
  std::size_t bytes = 1;
  EQUAL(musaMemsetAsync(data.data(), 1, 100000 * sizeof(int), stream), musaSuccess);
  EQUAL(cub::DeviceReduce::Max(out.data(), bytes, data.data(), out.data(), 100000, stream),
        musaSuccess);
  EQUAL(musaMemsetAsync(data.data(), 0, 100000 * sizeof(int), stream), musaSuccess);
  EQUAL(musaStreamSynchronize(stream), musaSuccess);
  EQUAL(out.get()[0], 0x01010101);
  EQUAL(musaStreamDestroy(stream), musaSuccess);
}

TEST(graphs_record_the_work) {
  musaStream_t stream = nullptr;
  EQUAL(musaStreamCreate(&stream), musaSuccess);
  const DeviceArray<int> values(Ints{1, 2, 3});
  const DeviceArray<int> out(Ints{0});
  std::size_t bytes = 1;
  musaGraph_t graph = nullptr;
  musaGraphExec_t ready = nullptr;
  EQUAL(musaStreamBeginCapture(stream, musaStreamCaptureModeGlobal), musaSuccess);
  EQUAL(cub::DeviceScan::InclusiveSum(out.data(), bytes, values.data(), values.data(), 3, stream),
        musaSuccess);
  EQUAL(musaStreamEndCapture(stream, &graph), musaSuccess);
  EQUAL(musaGraphInstantiate(&ready, graph, 0), musaSuccess);
  CHECK(values.get() == Ints({1, 2, 3}));
  EQUAL(musaGraphLaunch(ready, stream), musaSuccess);
  EQUAL(musaGraphLaunch(ready, stream), musaSuccess);
  EQUAL(musaStreamSynchronize(stream), musaSuccess);
  CHECK(values.get() == Ints({1, 4, 10}));
  EQUAL(musaGraphExecDestroy(ready), musaSuccess);
  EQUAL(musaGraphDestroy(graph), musaSuccess);
  EQUAL(musaStreamDestroy(stream), musaSuccess);
}

TEST(a_caching_allocator_gives_memory_again) {
  cub::CachingDeviceAllocator allocator;
  void* memory = nullptr;
  EQUAL(allocator.DeviceAllocate(&memory, 1000), musaSuccess);
  void* const before = memory;
  EQUAL(allocator.DeviceFree(memory), musaSuccess);
  EQUAL(allocator.DeviceAllocate(&memory, 900), musaSuccess);
  EQUAL(memory, before);
  EQUAL(allocator.DeviceFree(memory), musaSuccess);
}

TEST_MAIN()
