// Thrust: vectors, algorithms on the device and on the host, iterators, policies.
#include <numeric>
#include <sstream>
#include <vector>

#include "check.h"
#include "thrust/adjacent_difference.h"
#include "thrust/binary_search.h"
#include "thrust/count.h"
#include "thrust/device_vector.h"
#include "thrust/execution_policy.h"
#include "thrust/extrema.h"
#include "thrust/fill.h"
#include "thrust/for_each.h"
#include "thrust/functional.h"
#include "thrust/gather.h"
#include "thrust/host_vector.h"
#include "thrust/inner_product.h"
#include "thrust/iterator/constant_iterator.h"
#include "thrust/iterator/counting_iterator.h"
#include "thrust/iterator/discard_iterator.h"
#include "thrust/iterator/permutation_iterator.h"
#include "thrust/iterator/reverse_iterator.h"
#include "thrust/iterator/tabulate_output_iterator.h"
#include "thrust/iterator/transform_iterator.h"
#include "thrust/iterator/transform_output_iterator.h"
#include "thrust/iterator/zip_iterator.h"
#include "thrust/logical.h"
#include "thrust/partition.h"
#include "thrust/random.h"
#include "thrust/reduce.h"
#include "thrust/remove.h"
#include "thrust/reverse.h"
#include "thrust/scan.h"
#include "thrust/sequence.h"
#include "thrust/set_operations.h"
#include "thrust/sort.h"
#include "thrust/transform.h"
#include "thrust/unique.h"
#include "thrust/universal_vector.h"

namespace {

using Ints = std::vector<int>;
using DeviceInts = thrust::device_vector<int>;

Ints host(const DeviceInts& values) { return thrust::host_vector<int>(values); }

TEST(vectors_hold_device_memory) {
  DeviceInts values(3, 7);
  values[1] = 9;
  values[2] += values[1];
  CHECK(host(values) == Ints({7, 9, 16}));
  values.push_back(5);
  values.insert(values.begin() + 1, 4);
  CHECK(host(values) == Ints({7, 4, 9, 16, 5}));
  values.erase(values.begin(), values.begin() + 2);
  CHECK(host(values) == Ints({9, 16, 5}));
  values.resize(5, 1);
  CHECK(host(values) == Ints({9, 16, 5, 1, 1}));
  const DeviceInts copy = values;
  values.clear();
  CHECK(values.empty());
  EQUAL(copy.back(), 1);
  EQUAL(copy.size(), 5u);
  musaPointerAttributes attributes;
  EQUAL(musaPointerGetAttributes(&attributes, thrust::raw_pointer_cast(copy.data())), musaSuccess);
  EQUAL(static_cast<int>(attributes.type), static_cast<int>(musaMemoryTypeDevice));
  std::ostringstream text;
  text << copy[1];
  EQUAL(text.str(), "16");
}

TEST(memory_goes_between_host_and_device) {
  const thrust::host_vector<int> there(Ints{1, 2, 3});
  DeviceInts device = there;
  thrust::host_vector<int> back(3);
  thrust::copy(device.begin(), device.end(), back.begin());
  CHECK(back == there);
  thrust::copy(thrust::make_counting_iterator(5), thrust::make_counting_iterator(8),
               device.begin());
  CHECK(host(device) == Ints({5, 6, 7}));
  const thrust::device_vector<float> floats = device;
  EQUAL(floats[2], 7.0f);
  CHECK(device == DeviceInts({5, 6, 7}));
}

TEST(raw_pointers_are_the_devices_with_a_policy) {
  DeviceInts values(1000);
  int* const raw = thrust::raw_pointer_cast(values.data());
  thrust::sequence(thrust::device, raw, raw + 1000);
  EQUAL(thrust::reduce(thrust::device, raw, raw + 1000), 499500);
  const thrust::device_ptr<int> pointer = thrust::device_pointer_cast(raw);
  EQUAL(*thrust::max_element(pointer, pointer + 1000), 999);
  EQUAL(thrust::count_if(pointer, pointer + 1000, [](int x) { return x % 10 == 0; }), 100);
}

TEST(what_is_over_no_memory_runs_on_the_device) {
  int device = -1;
  const auto look = [&device](int) { device = musasim::device::inside() ? 1 : 0; };
  thrust::for_each(thrust::counting_iterator<int>(0), thrust::counting_iterator<int>(1), look);
  EQUAL(device, 1);
  Ints three(3);
  thrust::transform(thrust::make_counting_iterator(0), thrust::make_counting_iterator(3),
                    three.begin(), [look](int i) {
                      look(i);
                      return i;
                    });
  EQUAL(device, 0);
}

TEST(items_are_transformed) {
  DeviceInts a(Ints{1, 2, 3, 4});
  DeviceInts b(4);
  thrust::transform(a.begin(), a.end(), b.begin(), thrust::negate<int>());
  CHECK(host(b) == Ints({-1, -2, -3, -4}));
  thrust::transform(a.begin(), a.end(), b.begin(), b.begin(), thrust::multiplies<>());
  CHECK(host(b) == Ints({-1, -4, -9, -16}));
  using namespace thrust::placeholders;
  thrust::transform(a.begin(), a.end(), b.begin(), _1 * 2 + 1);
  CHECK(host(b) == Ints({3, 5, 7, 9}));
  thrust::for_each(b.begin(), b.end(), [](int& x) { x *= 10; });
  CHECK(host(b) == Ints({30, 50, 70, 90}));
  thrust::replace_if(b.begin(), b.end(), a.begin(), [](int x) { return x > 2; }, 0);
  CHECK(host(b) == Ints({30, 50, 0, 0}));
  thrust::fill_n(b.begin(), 3, 8);
  thrust::adjacent_difference(a.begin(), a.end(), a.begin());
  CHECK(host(a) == Ints({1, 1, 1, 1}));
}

TEST(items_are_reduced) {
  const thrust::device_vector<float> values(1000000, 0.1f);
  CHECK(std::abs(thrust::reduce(values.begin(), values.end()) - 100000.0f) < 0.1f);
  const DeviceInts numbers(Ints{3, 1, 2});
  EQUAL(thrust::transform_reduce(
            numbers.begin(), numbers.end(), [](int x) { return x * x; }, 0, thrust::plus<int>()),
        14);
  EQUAL(thrust::inner_product(numbers.begin(), numbers.end(), numbers.begin(), 1.5), 15.5);
  EQUAL(thrust::reduce(numbers.begin(), numbers.end(), 0, thrust::maximum<int>()), 3);
  DeviceInts keys(Ints{1, 1, 2, 2, 2, 1});
  DeviceInts keys_out(6);
  DeviceInts sums(6);
  const auto ends = thrust::reduce_by_key(
      keys.begin(), keys.end(), thrust::make_constant_iterator(1), keys_out.begin(), sums.begin());
  EQUAL(ends.second - sums.begin(), 3);
  keys_out.resize(3);
  sums.resize(3);
  CHECK(host(keys_out) == Ints({1, 2, 1}));
  CHECK(host(sums) == Ints({2, 3, 1}));
}

TEST(items_are_scanned) {
  DeviceInts values(Ints{1, 2, 3, 4});
  thrust::inclusive_scan(values.begin(), values.end(), values.begin());
  CHECK(host(values) == Ints({1, 3, 6, 10}));
  thrust::exclusive_scan(values.begin(), values.end(), values.begin(), 5);
  CHECK(host(values) == Ints({5, 6, 9, 15}));
  const DeviceInts keys(Ints{0, 0, 1, 1});
  thrust::inclusive_scan_by_key(keys.begin(), keys.end(), values.begin(), values.begin());
  CHECK(host(values) == Ints({5, 11, 9, 24}));
}

TEST(items_are_sorted) {
  DeviceInts keys(Ints{3, 1, 2, 1});
  DeviceInts values(Ints{10, 11, 12, 13});
  thrust::sort_by_key(keys.begin(), keys.end(), values.begin());
  CHECK(host(values) == Ints({11, 13, 12, 10}));
  thrust::sort(keys.begin(), keys.end(), thrust::greater<int>());
  CHECK(host(keys) == Ints({3, 2, 1, 1}));
  CHECK(!thrust::is_sorted(keys.begin(), keys.end()));
  thrust::reverse(keys.begin(), keys.end());
  CHECK(thrust::is_sorted(keys.begin(), keys.end()));
  // Two keys at once.
  DeviceInts second(Ints{9, 8, 7, 6});
  auto both = thrust::make_zip_iterator(thrust::make_tuple(keys.begin(), second.begin()));
  thrust::sort(both, both + 4);
  CHECK(host(second) == Ints({8, 9, 7, 6}));
}

TEST(items_stay_or_go) {
  DeviceInts values(Ints{1, 1, 2, 3, 3, 4});
  values.erase(thrust::unique(values.begin(), values.end()), values.end());
  CHECK(host(values) == Ints({1, 2, 3, 4}));
  DeviceInts even(4);
  const auto end =
      thrust::copy_if(values.begin(), values.end(), even.begin(), [](int x) { return x % 2 == 0; });
  EQUAL(end - even.begin(), 2);
  values.erase(thrust::remove_if(values.begin(), values.end(), [](int x) { return x < 3; }),
               values.end());
  CHECK(host(values) == Ints({3, 4}));
  DeviceInts numbers(Ints{1, 2, 3, 4, 5});
  const auto middle =
      thrust::partition(numbers.begin(), numbers.end(), [](int x) { return x > 3; });
  EQUAL(middle - numbers.begin(), 2);
  CHECK(host(numbers) == Ints({4, 5, 1, 2, 3}));
  // The items of a zipped sequence go together.
  DeviceInts names(Ints{0, 1, 2, 3, 4});
  auto zipped = thrust::make_zip_iterator(numbers.begin(), names.begin());
  const auto kept = thrust::remove_if(zipped, zipped + 5, [](const thrust::tuple<int, int>& item) {
    return thrust::get<0>(item) == 1;
  });
  EQUAL(kept - zipped, 4);
  EQUAL(names[2], 3);
}

TEST(places_are_looked_up) {
  const DeviceInts sorted(Ints{1, 3, 3, 7});
  EQUAL(thrust::lower_bound(sorted.begin(), sorted.end(), 3) - sorted.begin(), 1);
  EQUAL(thrust::upper_bound(sorted.begin(), sorted.end(), 3) - sorted.begin(), 3);
  CHECK(thrust::binary_search(sorted.begin(), sorted.end(), 7));
  const DeviceInts wanted(Ints{0, 3, 9});
  DeviceInts found(3);
  thrust::upper_bound(sorted.begin(), sorted.end(), wanted.begin(), wanted.end(), found.begin());
  CHECK(host(found) == Ints({0, 3, 4}));
  EQUAL(thrust::find(sorted.begin(), sorted.end(), 7) - sorted.begin(), 3);
  CHECK(thrust::any_of(sorted.begin(), sorted.end(), [](int x) { return x == 7; }));
  CHECK(!thrust::all_of(sorted.begin(), sorted.end(), [](int x) { return x == 7; }));
  CHECK(thrust::equal(sorted.begin(), sorted.end(), sorted.begin()));
}

TEST(items_are_gathered_and_scattered) {
  const DeviceInts map(Ints{2, 0, 1});
  const DeviceInts values(Ints{10, 20, 30});
  DeviceInts out(3);
  thrust::gather(map.begin(), map.end(), values.begin(), out.begin());
  CHECK(host(out) == Ints({30, 10, 20}));
  thrust::scatter(values.begin(), values.end(), map.begin(), out.begin());
  CHECK(host(out) == Ints({20, 30, 10}));
  EQUAL(thrust::reduce(thrust::make_permutation_iterator(values.begin(), map.begin()),
                       thrust::make_permutation_iterator(values.begin(), map.begin() + 2)),
        40);
}

TEST(iterators_make_values_and_take_them) {
  DeviceInts out(4);
  const auto squares = thrust::make_transform_iterator(thrust::make_counting_iterator(1),
                                                       [](int x) { return x * x; });
  thrust::copy_n(squares, 4,
                 thrust::make_transform_output_iterator(out.begin(), [](int x) { return x + 1; }));
  CHECK(host(out) == Ints({2, 5, 10, 17}));
  EQUAL(thrust::reduce(thrust::make_reverse_iterator(out.end()),
                       thrust::make_reverse_iterator(out.end() - 2)),
        27);
  int* const raw = thrust::raw_pointer_cast(out.data());
  thrust::copy_n(thrust::device, squares, 4,
                 thrust::make_tabulate_output_iterator(
                     [raw](std::ptrdiff_t i, int value) { raw[3 - i] = value; }));
  CHECK(host(out) == Ints({16, 9, 4, 1}));
  thrust::copy(out.begin(), out.end(), thrust::make_discard_iterator());
  const auto pairs = thrust::make_zip_iterator(thrust::make_tuple(out.begin(), squares));
  thrust::for_each_n(pairs, 4, thrust::make_zip_function([](int& a, int b) { a += b; }));
  CHECK(host(out) == Ints({17, 13, 13, 17}));
}

TEST(sorted_sequences_are_joined) {
  const DeviceInts a(Ints{1, 2, 4});
  const DeviceInts b(Ints{2, 3});
  DeviceInts out(5);
  EQUAL(thrust::set_union(a.begin(), a.end(), b.begin(), b.end(), out.begin()) - out.begin(), 4);
  EQUAL(thrust::set_intersection(a.begin(), a.end(), b.begin(), b.end(), out.begin()) - out.begin(),
        1);
  EQUAL(out[0], 2);
  thrust::merge(a.begin(), a.end(), b.begin(), b.end(), out.begin());
  CHECK(host(out) == Ints({1, 2, 2, 3, 4}));
}

TEST(work_runs_on_the_stream_of_its_policy) {
  musaStream_t stream = nullptr;
  EQUAL(musaStreamCreate(&stream), musaSuccess);
  DeviceInts values(100000);
  int* const raw = thrust::raw_pointer_cast(values.data());
  EQUAL(musaMemsetAsync(raw, 1, 400000, stream), musaSuccess);
  EQUAL(thrust::reduce(thrust::musa::par.on(stream), raw, raw + 100000, 0, thrust::maximum<int>()),
        0x01010101);
  thrust::fill(thrust::musa::par_nosync.on(stream), raw, raw + 100000, 2);
  thrust::transform(thrust::musa::par_nosync.on(stream), raw, raw + 100000, raw,
                    [](int x) { return x + 1; });
  EQUAL(musaStreamSynchronize(stream), musaSuccess);
  EQUAL(values[99999], 3);
  EQUAL(musaStreamDestroy(stream), musaSuccess);
}

TEST(the_host_is_a_system_too) {
  Ints values{3, 1, 2};
  thrust::sort(values.begin(), values.end());
  CHECK(values == Ints({1, 2, 3}));
  thrust::sort(thrust::host, values.begin(), values.end(), thrust::greater<int>());
  CHECK(values == Ints({3, 2, 1}));
  thrust::universal_vector<int> shared(3, 5);
  EQUAL(thrust::reduce(thrust::device, shared.data(), shared.data() + 3), 15);
  thrust::host_vector<bool> flags(3, true);
  EQUAL(thrust::count(flags.begin(), flags.end(), true), 3);
}

TEST(a_failing_device_throws) {
  bool thrown = false;
  try {
    const thrust::device_vector<char> huge(std::size_t{1} << 60);
  } catch (const std::bad_alloc&) {
    thrown = true;
  }
  CHECK(thrown);
  EQUAL(musaGetLastError(), musaErrorMemoryAllocation);
}

// The numbers are those of Thrust's own minstd_rand and distribution for the seed 1.
TEST(random_numbers_are_in_range) {
  thrust::default_random_engine engine(1);
  EQUAL(engine(), 48271u);
  const thrust::uniform_real_distribution<float> real(2.0f, 3.0f);
  const thrust::uniform_int_distribution<int> whole(1, 6);
  const thrust::normal_distribution<double> normal(10.0, 2.0);
  double sum = 0;
  for (int i = 0; i < 1000; ++i) {
    const float x = real(engine);
    CHECK(x >= 2.0f && x <= 3.0f);
    const int n = whole(engine);
    CHECK(n >= 1 && n <= 6);
    sum += normal(engine);
  }
  CHECK(std::fabs(sum / 1000 - 10.0) < 0.3);
}

}  // namespace

TEST_MAIN()
