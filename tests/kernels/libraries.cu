// cub and thrust.
#include <cub/cub.cuh>
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/for_each.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/unique.h>

#include "suite.cuh"

constexpr int N = 5000;

__global__ void block_reduce(const int* in, int* out) {
  using Reduce = cub::BlockReduce<int, 128>;
  __shared__ typename Reduce::TempStorage storage;
  const int sum = Reduce(storage).Sum(in[blockIdx.x * 128 + threadIdx.x]);
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}

__global__ void block_scan(const int* in, int* out) {
  using Scan = cub::BlockScan<int, 128>;
  __shared__ typename Scan::TempStorage storage;
  const int i = blockIdx.x * 128 + threadIdx.x;
  int total;
  Scan(storage).ExclusiveSum(in[i], out[i], total);
  if (threadIdx.x == 0) out[i] = total;
}

__global__ void block_sort(const int* in, int* out) {
  using Sort = cub::BlockRadixSort<int, 128, 4>;
  __shared__ typename Sort::TempStorage storage;
  const int i = (blockIdx.x * 128 + threadIdx.x) * 4;
  int keys[4] = {in[i], in[i + 1], in[i + 2], in[i + 3]};
  Sort(storage).Sort(keys);
  for (int k = 0; k < 4; ++k) out[i + k] = keys[k];
}

__global__ void warp_reduce(const int* in, int* out) {
  using Reduce = cub::WarpReduce<int, 32>;
  __shared__ typename Reduce::TempStorage storage[4];
  const int i = blockIdx.x * 128 + threadIdx.x, sum = Reduce(storage[threadIdx.x / 32]).Sum(in[i]);
  if (threadIdx.x % 32 == 0) out[i / 32] = sum;
}

// Calls an algorithm of cub twice, as one does: for the size of its scratch memory, then to compute.
template <class F> void with_scratch(F call) {
  size_t size = 0;
  CHECK(call(nullptr, size));
  Array<char> scratch(static_cast<int>(size) + 1);
  CHECK(call(scratch.get(), size));
  DONE();
}

void cub_device(const Array<int>& in) {
  Array<int> out(N), one(1), values(N), ids(made<int>(N, [](int i) { return i; }));
  const int* from = in;
  int *to = out, *result = one, *moved = values;
  with_scratch([&](void* s, size_t& n) { return cub::DeviceReduce::Sum(s, n, from, result, N); });
  same("cub_device_sum", one);
  with_scratch([&](void* s, size_t& n) { return cub::DeviceReduce::Max(s, n, from, result, N); });
  same("cub_device_max", one);
  with_scratch([&](void* s, size_t& n) { return cub::DeviceScan::InclusiveSum(s, n, from, to, N); });
  same("cub_device_inclusive", out);
  with_scratch([&](void* s, size_t& n) { return cub::DeviceScan::ExclusiveSum(s, n, from, to, N); });
  same("cub_device_exclusive", out);
  with_scratch([&](void* s, size_t& n) { return cub::DeviceRadixSort::SortPairs(s, n, from, to, ids.get(), moved, N); });
  same("cub_sort_keys", out);
  same("cub_sort_values", values);
  with_scratch([&](void* s, size_t& n) { return cub::DeviceRadixSort::SortKeysDescending(s, n, from, to, N); });
  same("cub_sort_descending", out);
  Array<int> bins(20);
  with_scratch([&](void* s, size_t& n) { return cub::DeviceHistogram::HistogramEven(s, n, from, bins.get(), 21, 0, 1000, N); });
  same("cub_histogram", bins);
}

struct Square {
  __host__ __device__ long long operator()(int x) const { return static_cast<long long>(x) * x; }
};
struct IsEven {
  __host__ __device__ bool operator()(int x) const { return x % 2 == 0; }
};

template <class V> std::vector<typename V::value_type> copied(const V& v) {
  std::vector<typename V::value_type> out(v.size());
  thrust::copy(v.begin(), v.end(), out.begin());
  return out;
}

void thrust_algorithms(const std::vector<int>& in) {
  thrust::device_vector<int> v(in.begin(), in.end()), w(N), ids(N);
  same("thrust_reduce", std::vector<int>{thrust::reduce(v.begin(), v.end(), 0, thrust::plus<int>())});
  same("thrust_transform_reduce",
       std::vector<long long>{thrust::transform_reduce(v.begin(), v.end(), Square(), 0ll, thrust::plus<long long>())});
  thrust::sequence(ids.begin(), ids.end());
  thrust::transform(v.begin(), v.end(), ids.begin(), w.begin(), thrust::minus<int>());
  same("thrust_transform", copied(w));
  thrust::inclusive_scan(v.begin(), v.end(), w.begin());
  same("thrust_inclusive_scan", copied(w));
  thrust::exclusive_scan(v.begin(), v.end(), w.begin(), 100);
  same("thrust_exclusive_scan", copied(w));
  same("thrust_count", std::vector<int>{static_cast<int>(thrust::count_if(v.begin(), v.end(), IsEven()))});
  thrust::stable_sort_by_key(v.begin(), v.end(), ids.begin());
  same("thrust_sort_by_key", copied(ids));
  const auto end = thrust::unique(v.begin(), v.end());
  v.resize(end - v.begin());
  same("thrust_unique", copied(v));
  thrust::sort(thrust::device, v.begin(), v.end(), thrust::greater<int>());
  same("thrust_sort", copied(v));
  int* raw = thrust::raw_pointer_cast(w.data());
  thrust::for_each(thrust::counting_iterator<int>(0), thrust::counting_iterator<int>(N), [=] __device__(int i) { raw[i] = 2 * i; });
  same("thrust_for_each", copied(w));
}

int main() {
  const auto values = input_ints(N, 1000);
  const Array<int> in(values);
  Array<int> sums(39), scanned(39 * 128), sorted(4608), warps(39 * 4);
  block_reduce<<<39, 128>>>(in, sums);
  same("cub_block_reduce", sums);
  block_scan<<<39, 128>>>(in, scanned);
  same("cub_block_scan", scanned);
  block_sort<<<9, 128>>>(in, sorted);
  same("cub_block_sort", sorted);
  warp_reduce<<<39, 128>>>(in, warps);
  same("cub_warp_reduce", warps);
  cub_device(in);
  thrust_algorithms(values);
}
