// Programs of warps of 32 threads: shuffles, votes, matches, and what is made of them.
#include "suite.cuh"

constexpr int N = 1024;
constexpr unsigned ALL = 0xffffffffu;

__device__ int lane() { return threadIdx.x % 32; }
__device__ int index() { return blockIdx.x * blockDim.x + threadIdx.x; }

__global__ void shuffles(const int* in, int* out) {
  const int v = in[index()];
  int r = __shfl_sync(ALL, v, 5) * 3 + __shfl_sync(ALL, v, lane() + 7);
  r = r * 31 + __shfl_up_sync(ALL, v, 3);
  r = r * 31 + __shfl_down_sync(ALL, v, 9);
  r = r * 31 + __shfl_xor_sync(ALL, v, 21);
  out[index()] = r;
}

__global__ void shuffles_of_parts(const int* in, int* out) {
  const int v = in[index()];
  int r = __shfl_sync(ALL, v, 2, 8);
  r = r * 31 + __shfl_up_sync(ALL, v, 1, 4);
  r = r * 31 + __shfl_down_sync(ALL, v, 3, 16);
  r = r * 31 + __shfl_xor_sync(ALL, v, 8, 16);
  out[index()] = r;
}

__global__ void shuffles_of_types(const int* in, double* out) {
  const int v = in[index()];
  const double d = __shfl_xor_sync(ALL, v * 0.5, 1);
  const long long l = __shfl_down_sync(ALL, static_cast<long long>(v) << 20, 2);
  const unsigned long long u = __shfl_up_sync(ALL, ~0ull - v, 4);
  const float f = __shfl_sync(ALL, v * 0.25f, 31 - lane());
  out[index()] = d + static_cast<double>(l % 1000003) + static_cast<double>(u % 1000003) + f;
}

__global__ void votes(const int* in, unsigned* out) {
  const int v = in[index()];
  unsigned r = __ballot_sync(ALL, v % 3 == 0);
  r = r * 31 + __any_sync(ALL, v == 7) * 2 + __all_sync(ALL, v >= 0);
  r = r * 31 + __popc(__ballot_sync(ALL, v & 1));
  out[index()] = r;
}

__global__ void votes_of_some(const int* in, unsigned* out) {
  const int v = in[index()];
  unsigned r = 0;
  if (lane() < 20) {
    r = __ballot_sync(0xfffffu, v % 2);
    r += __shfl_sync(0xfffffu, v, 19);
    __syncwarp(0xfffffu);
  } else {
    r = __any_sync(0xfff00000u, v > 90) ? 1 : 2;
  }
  out[index()] = r;
}

__global__ void match_any(const int* in, unsigned* out) { out[index()] = __match_any_sync(ALL, in[index()] % 6); }

__global__ void match_all(const int* in, unsigned* out) {
  int same_value = 0;
  const unsigned mask = __match_all_sync(ALL, in[index() / 32 * 32 + (index() / 32 % 2 ? 0 : lane())], &same_value);
  out[index()] = mask + same_value;
}

__global__ void reduces(const int* in, unsigned* out) {
  const unsigned v = in[index()];
  unsigned r = __reduce_add_sync(ALL, v) + __reduce_max_sync(ALL, v) * 3 + __reduce_min_sync(ALL, static_cast<int>(v) - 50);
  r += __reduce_and_sync(ALL, v | 64) ^ __reduce_or_sync(ALL, v << 8) ^ __reduce_xor_sync(ALL, v << 16);
  out[index()] = r;
}

// Each warp takes what it keeps to one place, by one atomic.
__global__ void warp_append(const int* in, int* out, int* count) {
  const int v = in[index()];
  const bool keep = v % 4 == 1;
  const unsigned mask = __ballot_sync(ALL, keep);
  int base = 0;
  if (lane() == 0) base = atomicAdd(count, __popc(mask));
  base = __shfl_sync(ALL, base, 0);
  if (keep) atomicAdd(out + (base >= 0 ? v : 0), __popc(mask & ((1u << lane()) - 1)) + 1);
}

__global__ void segmented_sum(const int* in, const int* heads, int* out) {
  int v = in[index()];
  const unsigned starts = __ballot_sync(ALL, heads[index()] || lane() == 0);
  const int start = 31 - __clz(starts & (ALL >> (31 - lane())));
  for (int step = 1; step < 32; step *= 2) {
    const int other = __shfl_up_sync(ALL, v, step);
    if (lane() - step >= start) v += other;
  }
  out[index()] = v;
}

__global__ void warp_sort(const int* in, int* out) {
  int v = in[index()];
  for (int size = 2; size <= 32; size *= 2)
    for (int step = size / 2; step > 0; step /= 2) {
      const int other = __shfl_xor_sync(ALL, v, step);
      const bool low = ((lane() & step) == 0) == ((lane() & size) == 0);
      v = low ? min(v, other) : max(v, other);
    }
  out[index()] = v;
}

__global__ void warp_transpose(const int* in, int* out) {
  int v[4];
  for (int k = 0; k < 4; ++k) v[k] = in[index() * 4 + k];
  int r = 0;
  for (int k = 0; k < 4; ++k) r = r * 131 + __shfl_sync(ALL, v[k], lane() / 4 + k * 8);
  out[index()] = r;
}

__global__ void leaders(const int* in, int* counts) {
  const int v = in[index()] % 10;
  const unsigned peers = __match_any_sync(ALL, v);
  if (__ffs(peers) - 1 == lane()) atomicAdd(counts + v, __popc(peers));
}

__global__ void after_return(const int* in, int* out) {
  if (lane() >= 24) return;
  int v = in[index()];
  for (int step = 1; step < 8; step *= 2) v += __shfl_xor_sync(0xffffffu, v, step);
  out[index()] = v;
}

int main() {
  const Array<int> in(input_ints(4 * N, 100)), heads(made<int>(N, [](int i) { return input_int(i + 9, 6) == 0; }));
  Array<int> out(N), count(1);
  Array<unsigned> words(N);
  Array<double> doubles(N);
#define RUN(kernel, result, ...) (kernel<<<8, 128>>>(__VA_ARGS__), same(#kernel, result))
  RUN(shuffles, out, in, out);
  RUN(shuffles_of_parts, out, in, out);
  RUN(shuffles_of_types, doubles, in, doubles);
  RUN(votes, words, in, words);
  RUN(votes_of_some, words, in, words);
  RUN(match_any, words, in, words);
  RUN(match_all, words, in, words);
  RUN(reduces, words, in, words);
  CHECK(cudaMemset(out, 0, N * sizeof(int)));
  RUN(warp_append, out, in, out, count);
  same("warp_append_count", count);
  RUN(segmented_sum, out, in, heads, out);
  RUN(warp_sort, out, in, out);
  RUN(warp_transpose, out, in, out);
  CHECK(cudaMemset(out, 0, N * sizeof(int)));
  RUN(leaders, out, in, out);
  CHECK(cudaMemset(out, 0, N * sizeof(int)));
  RUN(after_return, out, in, out);
}
