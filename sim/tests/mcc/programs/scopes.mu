// Atomic variables with scopes, barriers that threads arrive at, pipelines; scopes.out is what it prints.
#include <musa_runtime.h>
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <musa/atomic>
#include <musa/barrier>
#include <musa/pipeline>
#include <musa/std/atomic>
#include <musa/functional>
#include <cstdio>
#include <utility>
namespace cg = cooperative_groups;
#define CK(x) do { musaError_t e_ = (x); if (e_) { printf("%d: %s\n", __LINE__, musaGetErrorString(e_)); exit(1);} } while (0)
__global__ void refs(unsigned* flag, float* sum, int* out) {
  musa::atomic_ref<unsigned, musa::thread_scope_device> r(*flag);
  musa::atomic_ref<float, musa::thread_scope_device>(*sum).fetch_add(0.5f, musa::memory_order_relaxed);
  if (threadIdx.x == 0) { while (r.load(musa::memory_order_acquire) == 0) ; *out = 11; }
  if (threadIdx.x == 40) r.store(1, musa::std::memory_order_release);
  musa::atomic_thread_fence(musa::memory_order_seq_cst, musa::thread_scope_block);
}
__device__ musa::atomic<int, musa::thread_scope_device> counter{5};
__global__ void shared_atomic(int* out) { __shared__ musa::atomic<int, musa::thread_scope_block> c; if (threadIdx.x == 0) c.store(0); __syncthreads(); c.fetch_add(2); ++c; counter += 1; __syncthreads(); if (threadIdx.x == 0) { out[blockIdx.x] = c; int e = 3; if (!c.compare_exchange_strong(e, 4)) out[blockIdx.x] += e; c.fetch_max(1000); out[blockIdx.x] += c; } }
__global__ void split_arrive_wait(int n, int* data) {
  using barrier = musa::barrier<musa::thread_scope_block>;
  __shared__ barrier bar; auto block = cg::this_thread_block();
  if (block.thread_rank() == 0) init(&bar, block.size());
  block.sync();
  for (int i = 0; i < n; ++i) { int v = data[(threadIdx.x + 1) % blockDim.x]; bar.arrive_and_wait(); data[threadIdx.x] = v + 1; barrier::arrival_token token = bar.arrive(); bar.wait(std::move(token)); }
}
template <typename T> __global__ void with_memcpy_async(const T* in, T* out) {
  extern __shared__ int smem_raw[]; T* smem = reinterpret_cast<T*>(smem_raw);
  __shared__ musa::barrier<musa::thread_scope_block> bar; auto block = cg::this_thread_block();
  if (threadIdx.x == 0) init(&bar, blockDim.x);
  __syncthreads();
  musa::memcpy_async(block, smem, in + blockIdx.x * blockDim.x, sizeof(T) * block.size(), bar);
  bar.arrive_and_wait();
  out[blockIdx.x * blockDim.x + threadIdx.x] = smem[blockDim.x - 1 - threadIdx.x];
}
__global__ void with_pipeline(const int* in, int* out, int batches) {
  constexpr size_t stages = 2; auto block = cg::this_thread_block(); extern __shared__ int sh[]; size_t off[stages] = {0, block.size()};
  __shared__ musa::pipeline_shared_state<musa::thread_scope_block, stages> st;
  auto pipe = musa::make_pipeline(block, &st);
  for (int compute = 0, fetch = 0; compute < batches; ++compute) {
    for (; fetch < batches && fetch < compute + (int)stages; ++fetch) { pipe.producer_acquire(); musa::memcpy_async(block, sh + off[fetch % 2], in + fetch * block.size(), sizeof(int) * block.size(), pipe); pipe.producer_commit(); }
    pipe.consumer_wait(); out[compute * block.size() + threadIdx.x] = sh[off[compute % 2] + (threadIdx.x + 1) % block.size()]; pipe.consumer_release();
  }
}
__global__ void thread_pipeline(const int4* in, int4* out) { extern __shared__ int4 s4[]; musa::pipeline<musa::thread_scope_thread> pipe = musa::make_pipeline(); pipe.producer_acquire(); musa::memcpy_async(&s4[threadIdx.x], &in[threadIdx.x], musa::aligned_size_t<alignof(int4)>(sizeof(int4)), pipe); pipe.producer_commit(); musa::pipeline_consumer_wait_prior<0>(pipe); __syncthreads(); out[threadIdx.x] = s4[blockDim.x - 1 - threadIdx.x]; pipe.consumer_release(); }
__global__ void roles(const int* in, int* out, int batches) {
  auto block = cg::this_thread_block(); __shared__ int buf[2][32]; __shared__ musa::pipeline_shared_state<musa::thread_scope_block, 2> st;
  bool producer = threadIdx.x < 32; auto role = producer ? musa::pipeline_role::producer : musa::pipeline_role::consumer; auto pipe = musa::make_pipeline(block, &st, role);
  if (producer) for (int b = 0; b < batches; ++b) { pipe.producer_acquire(); musa::memcpy_async(&buf[b % 2][threadIdx.x], &in[b * 32 + threadIdx.x], sizeof(int), pipe); pipe.producer_commit(); }
  else for (int b = 0; b < batches; ++b) { pipe.consumer_wait(); int s = 0; for (int i = 0; i < 32; ++i) s += buf[b % 2][i]; if (threadIdx.x == 32) out[b] = s; pipe.consumer_release(); }
}
template <class F> __global__ void calls(F f, int* out) { out[0] = f(20) + musa::maximum<>{}(3, 4) + musa::minimum<int>()(1, 2); }
int main() {
  int* a; CK(musaMallocManaged(&a, 1 << 16)); int* o = a + 8192;
  *(float*)(a + 1) = 0; a[0] = 0; refs<<<1, 64>>>((unsigned*)a, (float*)(a + 1), o); CK(musaDeviceSynchronize()); printf("refs %d %g\n", *o, *(float*)(a + 1));
  shared_atomic<<<3, 50>>>(o); CK(musaDeviceSynchronize()); int c; CK(musaMemcpyFromSymbol(&c, counter, 4)); printf("atomic %d %d %d\n", o[0], o[2], c);
  for (int i = 0; i < 64; i++) a[i] = i; split_arrive_wait<<<1, 64>>>(10, a); CK(musaDeviceSynchronize()); printf("barrier %d %d\n", a[0], a[63]);
  for (int i = 0; i < 4096; i++) a[i] = i; with_memcpy_async<<<4, 64, 64 * 4>>>(a, o); CK(musaDeviceSynchronize()); printf("memcpy_async %d %d\n", o[0], o[255]);
  with_pipeline<<<1, 64, 64 * 8>>>(a, o, 20); CK(musaDeviceSynchronize()); int ok = 1; for (int b = 0; b < 20; b++) for (int t = 0; t < 64; t++) ok &= o[b * 64 + t] == b * 64 + (t + 1) % 64; printf("pipeline %d\n", ok);
  thread_pipeline<<<1, 16, 16 * 16>>>((int4*)a, (int4*)o); CK(musaDeviceSynchronize()); printf("thread %d\n", o[0]);
  roles<<<1, 64>>>(a, o, 30); CK(musaDeviceSynchronize()); ok = 1; for (int b = 0; b < 30; b++) { int s = 0; for (int i = 0; i < 32; i++) s += b * 32 + i; ok &= o[b] == s; } printf("roles %d\n", ok);
  calls<<<1, 1>>>(musa::proclaim_return_type<int>([] __device__ (int x) { return x + 1; }), o); CK(musaDeviceSynchronize()); printf("functional %d\n", *o);
}
