"""The library of kernels, compiled by mcc: intrinsics, cooperative groups, cub, Thrust, random numbers."""

from support.mcc_tool import output

PRELUDE = """
#include <cstdio>
#include <musa_runtime.h>
template <class T> struct Device {
  T* at;
  explicit Device(int count) { musaMallocManaged(&at, count * sizeof(T)); }
  ~Device() { musaFree(at); }
};
#define SYNC() do { musaError_t e = musaDeviceSynchronize(); if (e != musaSuccess) { printf("%s\\n", musaGetErrorString(e)); return 1; } } while (0)
"""


def test_cub_over_blocks_and_warps(tmp_path):
    source = PRELUDE + """
    #include <cub/cub.cuh>
    template <int THREADS> __global__ void __launch_bounds__(THREADS) scan(int* out, int* totals) {
      using Load = cub::BlockLoad<int, THREADS, 2, cub::BLOCK_LOAD_TRANSPOSE>;
      using Scan = cub::BlockScan<int, THREADS>;
      using Reduce = cub::BlockReduce<int, THREADS>;
      __shared__ union { typename Load::TempStorage load; typename Scan::TempStorage scan; typename Reduce::TempStorage reduce; } storage;
      int items[2];
      Load(storage.load).Load(cub::CountingInputIterator<int>(blockIdx.x), items);
      __syncthreads();
      const int sum = Reduce(storage.reduce).Sum(items);
      if (threadIdx.x == 0) totals[blockIdx.x] = sum;
      __syncthreads();
      Scan(storage.scan).ExclusiveSum(items, items);
      out[2 * (blockIdx.x * THREADS + threadIdx.x) + 1] = items[1];
    }
    __global__ void largest(int* out) {
      __shared__ typename cub::WarpReduce<int>::TempStorage storage[4];
      const int most = cub::WarpReduce<int>(storage[threadIdx.x / 32]).Reduce((int)threadIdx.x ^ 5, cub::Max());
      if (threadIdx.x % 32 == 0) out[threadIdx.x / 32] = most;
    }
    int main() {
      Device<int> out(512), totals(2);
      scan<128><<<2, 128>>>(out.at, totals.at); SYNC();
      printf("%d %d %d\\n", totals.at[0], totals.at[1], out.at[255]);
      largest<<<1, 96>>>(out.at); SYNC();
      printf("%d %d %d\\n", out.at[0], out.at[1], out.at[2]);
    }
    """
    assert output(tmp_path, source) == "32640 32896 32385\n31 63 95\n"


def test_cub_over_device_memory(tmp_path):
    source = PRELUDE + """
    #include <cub/cub.cuh>
    struct Square { __host__ __device__ int operator()(int x) const { return x * x; } };
    int main() {
      Device<unsigned> keys(4), keys_out(4); Device<int> values(4), values_out(4), sum(1);
      for (int i = 0; i < 4; ++i) keys.at[i] = 7 * i % 4, values.at[i] = i;
      size_t bytes = 0; void* storage = nullptr;
      cub::DeviceRadixSort::SortPairs(storage, bytes, keys.at, keys_out.at, values.at, values_out.at, 4);
      musaMalloc(&storage, bytes);
      cub::DeviceRadixSort::SortPairs(storage, bytes, keys.at, keys_out.at, values.at, values_out.at, 4);
      cub::TransformInputIterator<int, Square, int*> squares(values.at, Square());
      cub::DeviceReduce::Reduce(storage, bytes, squares, sum.at, 4, [] __device__ (int a, int b) { return a + b; }, 100); SYNC();
      printf("%d%d%d%d %d\\n", values_out.at[0], values_out.at[1], values_out.at[2], values_out.at[3], *sum.at);
      musaFree(storage);
    }
    """
    assert output(tmp_path, source) == "0321 114\n"


def test_cooperative_groups(tmp_path):
    source = PRELUDE + """
    #include <cooperative_groups.h>
    #include <cooperative_groups/reduce.h>
    namespace cg = cooperative_groups;
    template <int SIZE> __device__ int sum_of(const cg::thread_block_tile<SIZE>& tile, int value) {
      for (int i = tile.size() / 2; i > 0; i /= 2) value += tile.shfl_xor(value, i);
      return value;
    }
    __global__ void tiles(int* out) {
      auto block = cg::this_thread_block();
      cg::thread_block_tile<32> tile = cg::tiled_partition<32>(block);
      const int sum = cg::reduce(tile, (int)threadIdx.x, cg::plus<int>());
      const int same = sum_of<32>(tile, threadIdx.x) == sum;
      if (tile.thread_rank() == 0) out[tile.meta_group_rank()] = sum + same;
      block.sync();
      if (threadIdx.x % 3 == 0) { auto active = cg::coalesced_threads(); if (active.thread_rank() == 0) atomicAdd(out + 3, active.size()); }
    }
    __global__ void reversed(int* data) {
      auto grid = cg::this_grid();
      const int mine = data[grid.size() - 1 - grid.thread_rank()];
      grid.sync();
      data[grid.thread_rank()] = mine;
    }
    int main() {
      Device<int> out(128);
      out.at[3] = 0;
      tiles<<<1, 96>>>(out.at); SYNC();
      printf("%d %d %d %d\\n", out.at[0], out.at[1], out.at[2], out.at[3]);
      for (int i = 0; i < 128; ++i) out.at[i] = i;
      void* arguments[] = {&out.at};
      musaLaunchCooperativeKernel((const void*)reversed, 4, 32, arguments, 0, nullptr); SYNC();
      printf("%d %d\\n", out.at[0], out.at[127]);
    }
    """
    assert output(tmp_path, source) == "497 1521 2545 32\n127 0\n"


def test_thrust_on_both_sides(tmp_path):
    source = PRELUDE + """
    #include <thrust/device_vector.h>
    #include <thrust/execution_policy.h>
    #include <thrust/reduce.h>
    #include <thrust/sequence.h>
    #include <thrust/sort.h>
    __global__ void sort_inside(int* data, int n) {
      if (threadIdx.x != 0) return;
      thrust::sort(thrust::seq, data, data + n);
      data[n - 1] += thrust::reduce(thrust::device, data, data + n);
    }
    int main() {
      thrust::device_vector<int> numbers(256), out(256);
      thrust::sequence(numbers.begin(), numbers.end());
      const int base = 255;
      thrust::transform(numbers.begin(), numbers.end(), out.begin(), [=] __device__ (int x) { return base - x; });
      sort_inside<<<1, 32>>>(thrust::raw_pointer_cast(out.data()), 256); SYNC();
      printf("%d %d %d\\n", (int)out[0], (int)out[255], (int)numbers[7]);
      printf("%d\\n", thrust::reduce(thrust::device, numbers.begin(), numbers.end(), 0, thrust::maximum<int>()));
    }
    """
    assert output(tmp_path, source) == "0 32895 7\n255\n"


def test_random_numbers_of_threads_are_curands(tmp_path):
    source = PRELUDE + """
    #include <murand_kernel.h>
    template <class State> __global__ void draw(unsigned* out) {
      State state;
      murand_init(1234ULL, threadIdx.x, 0, &state);
      out[threadIdx.x] = murand(&state);
    }
    int main() {
      Device<unsigned> out(4);
      draw<murandState><<<1, 4>>>(out.at); SYNC(); printf("%u %u\\n", out.at[0], out.at[3]);
      draw<murandStatePhilox4_32_10_t><<<1, 4>>>(out.at); SYNC(); printf("%u %u\\n", out.at[0], out.at[3]);
      draw<murandStateMRG32k3a><<<1, 4>>>(out.at); SYNC(); printf("%u %u\\n", out.at[0], out.at[3]);
    }
    """
    # What cuRAND's header gives on a host.
    assert (
        output(tmp_path, source)
        == "624778773 1266286439\n546353992 2835017892\n3379073520 4237272334\n"
    )


def test_intrinsics_and_narrow_types(tmp_path):
    source = PRELUDE + """
    #include <musa_bf16.h>
    #include <musa_fp16.h>
    __global__ void compute(float* out, const __half2* halves) {
      const float2 sum = __half22float2(__hfma2(halves[0], halves[0], __float2half2_rn(1.0f)));
      out[0] = sum.x + sum.y;
      out[1] = __bfloat162float(__float2bfloat16_rn(1.00390625f));
      out[2] = __fadd_rz(1.0f, __int_as_float(0x33800001)) == 1.0f;
      out[3] = __popc(__byte_perm(0x01020304, 0, 0x4440)) + __float2int_rn(2.5f) + __clz(1);
      out[5] = __half2char_rz(__float2half(-7.9f)) + __half2uchar_rz(__float2half(300.0f));
      out[4] = fmaxf(nanf(""), 3.0f) + min(2, 5) + rsqrtf(4.0f) + __ldg(out + 0) + __saturatef(9.0f);
    }
    int main() {
      Device<float> out(6); Device<__half2> halves(1);
      *halves.at = __floats2half2_rn(2.0f, 3.0f);
      compute<<<1, 1>>>(out.at, halves.at); SYNC();
      for (int i = 0; i < 6; ++i) printf("%g ", out.at[i]);
    }
    """
    assert output(tmp_path, source) == "15 1 1 34 21.5 248 "


def test_a_program_has_loads_and_types_of_its_own(tmp_path):
    # Its load is the better one of two; a qualifier of a type is ignored, as clang ignores it.
    source = """
    #include <cstdio>
    #include <musa_runtime.h>
    template <typename data_t> __device__ __forceinline__ data_t __ldg(const data_t* from) { return *from + data_t(1); }
    template <class T> __device__ T other(const T* from) { return __ldcg(from); }
    __global__ struct Task { volatile bool active = false; int value = 3; };
    __global__ void k(int* out, const volatile short* s) {
      const int* in = out;
      Task task;
      out[1] = __ldg(in) + task.value; out[2] = other(in) + __ldcs(out) + __ldcv(s);
    }
    int main() {
      int* p; short* s; musaMallocManaged(&p, 12); musaMallocManaged(&s, 2); *p = 5; *s = 7;
      k<<<1, 1>>>(p, s); musaDeviceSynchronize();
      printf("%d %d\\n", p[1], p[2]);
    }
    """
    assert output(tmp_path, source) == "9 17\n"
