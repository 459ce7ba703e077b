// Launches: grids of more dimensions, bounds, early returns before barriers, streams, events, pinned memory.
#include "suite.cuh"

constexpr int N = 1 << 14;

__global__ void grid_2d(int* out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) out[y * width + x] = x * 1000 + y * 7 + gridDim.x * blockDim.y;
}

__global__ void grid_3d(int* out) {
  const int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  const int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  const int index = block * blockDim.x * blockDim.y * blockDim.z + thread;
  out[index] = blockIdx.x + 10 * blockIdx.y + 100 * blockIdx.z + 1000 * threadIdx.x + 10000 * threadIdx.y + 100000 * threadIdx.z;
}

__global__ void early_return(const int* in, int* out, int n) {
  __shared__ int sum;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  if (i >= n) return;
  atomicAdd(&sum, in[i]);
  __syncthreads();
  out[i] = sum;
}

__global__ void __launch_bounds__(128, 4) bounded(const int* in, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int value = in[i];
#pragma unroll 4
  for (int k = 0; k < 20; ++k) value = value * 1103515245 + 12345;
  out[i] = value;
}

__global__ void scale(const float* __restrict__ in, float* __restrict__ out, float factor, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) out[i] = __ldg(in + i) * factor;
}

__global__ void add_to(float* x, float value, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] += value;
}

__global__ void ping_pong(int* buffer, int rounds) {
  __shared__ int a[64], b[64];
  const int t = threadIdx.x;
  a[t] = buffer[t];
  for (int k = 0; k < rounds; ++k) {
    __syncthreads();
    b[t] = a[(t + 1) % 64] + k;
    __syncthreads();
    a[t] = b[(t + 63) % 64] ^ b[(t + 5) % 64];
  }
  buffer[t] = a[t];
}

// Chunks go in, are worked on and come out on streams of their own.
void overlapping() {
  constexpr int kStreams = 4, kChunk = N / kStreams;
  float *in, *out;
  CHECK(cudaMallocHost(reinterpret_cast<void**>(&in), N * sizeof(float)));
  CHECK(cudaHostAlloc(reinterpret_cast<void**>(&out), N * sizeof(float), cudaHostAllocDefault));
  for (int i = 0; i < N; ++i) in[i] = input_float(i);
  Array<float> from(N), to(N);
  cudaStream_t streams[kStreams];
  for (auto& stream : streams) CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  for (int s = 0; s < kStreams; ++s) {
    const int at = s * kChunk;
    CHECK(cudaMemcpyAsync(from + at, in + at, kChunk * sizeof(float), cudaMemcpyHostToDevice, streams[s]));
    scale<<<8, 128, 0, streams[s]>>>(from + at, to + at, static_cast<float>(s + 1), kChunk);
    CHECK(cudaMemcpyAsync(out + at, to + at, kChunk * sizeof(float), cudaMemcpyDeviceToHost, streams[s]));
  }
  for (auto& stream : streams) CHECK(cudaStreamSynchronize(stream));
  same("overlapping_copies", std::vector<float>(out, out + N));
  for (auto& stream : streams) CHECK(cudaStreamDestroy(stream));
  CHECK(cudaFreeHost(in));
  CHECK(cudaFreeHost(out));
}

// Two streams take turns by events.
void events() {
  Array<float> x(1000);
  cudaStream_t streams[2];
  cudaEvent_t turns[2];
  for (auto& stream : streams) CHECK(cudaStreamCreate(&stream));
  for (auto& event : turns) CHECK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
  for (int k = 0; k < 10; ++k) {
    const int s = k % 2;
    if (k > 0) CHECK(cudaStreamWaitEvent(streams[s], turns[1 - s], 0));
    scale<<<2, 256, 0, streams[s]>>>(x, x, 0.5f, 1000);
    add_to<<<4, 256, 0, streams[s]>>>(x, static_cast<float>(k), 1000);
    CHECK(cudaEventRecord(turns[s], streams[s]));
  }
  CHECK(cudaEventSynchronize(turns[1]));
  same("events", x);
  cudaEvent_t start, stop;
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&stop));
  CHECK(cudaEventRecord(start));
  add_to<<<4, 256>>>(x, 1, 1000);
  CHECK(cudaEventRecord(stop));
  CHECK(cudaEventSynchronize(stop));
  float milliseconds = -1;
  CHECK(cudaEventElapsedTime(&milliseconds, start, stop));
  same("elapsed_time", std::vector<int>{milliseconds >= 0, cudaEventQuery(stop) == cudaSuccess});
  for (auto& stream : streams) CHECK(cudaStreamDestroy(stream));
}

void mapped_memory() {
  int *host, *device;
  CHECK(cudaHostAlloc(reinterpret_cast<void**>(&host), 64 * sizeof(int), cudaHostAllocMapped));
  for (int i = 0; i < 64; ++i) host[i] = i * i;
  CHECK(cudaHostGetDevicePointer(reinterpret_cast<void**>(&device), host, 0));
  ping_pong<<<1, 64>>>(device, 17);
  DONE();
  same("mapped_memory", std::vector<int>(host, host + 64));
  CHECK(cudaFreeHost(host));
}

void managed_memory() {
  int* shared;
  CHECK(cudaMallocManaged(reinterpret_cast<void**>(&shared), 64 * sizeof(int)));
  for (int i = 0; i < 64; ++i) shared[i] = 1000 - i;
  ping_pong<<<1, 64>>>(shared, 5);
  DONE();
  for (int i = 0; i < 64; ++i) shared[i] += i;
  ping_pong<<<1, 64>>>(shared, 3);
  DONE();
  same("managed_memory", std::vector<int>(shared, shared + 64));
  CHECK(cudaFree(shared));
}

void CUDART_CB on_host(void* data) { *static_cast<int*>(data) += 42; }

void stream_ordered() {
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  int called = 0;
  float* memory;
  CHECK(cudaMallocAsync(reinterpret_cast<void**>(&memory), 500 * sizeof(float), stream));
  CHECK(cudaMemsetAsync(memory, 0, 500 * sizeof(float), stream));
  add_to<<<2, 256, 0, stream>>>(memory, 1.5f, 500);
  CHECK(cudaLaunchHostFunc(stream, on_host, &called));
  std::vector<float> values(500);
  CHECK(cudaMemcpyAsync(values.data(), memory, 500 * sizeof(float), cudaMemcpyDeviceToHost, stream));
  CHECK(cudaFreeAsync(memory, stream));
  CHECK(cudaStreamSynchronize(stream));
  same("stream_ordered_memory", values);
  same("host_function", std::vector<int>{called});
  CHECK(cudaStreamDestroy(stream));
}

void graph() {
  Array<float> x(300);
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t ready;
  CHECK(cudaStreamCreate(&stream));
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  add_to<<<3, 128, 0, stream>>>(x, 3.0f, 300);
  scale<<<3, 128, 0, stream>>>(x, x, 1.5f, 300);
  CHECK(cudaStreamEndCapture(stream, &graph));
  CHECK(cudaGraphInstantiate(&ready, graph, 0));
  for (int k = 0; k < 4; ++k) CHECK(cudaGraphLaunch(ready, stream));
  CHECK(cudaStreamSynchronize(stream));
  same("graph", x);
  CHECK(cudaGraphExecDestroy(ready));
  CHECK(cudaGraphDestroy(graph));
  CHECK(cudaStreamDestroy(stream));
}

void copies_2d() {
  const auto values = input_ints(30 * 20, 1000);
  int* pitched;
  size_t pitch;
  CHECK(cudaMallocPitch(reinterpret_cast<void**>(&pitched), &pitch, 20 * sizeof(int), 30));
  CHECK(cudaMemcpy2D(pitched, pitch, values.data(), 20 * sizeof(int), 20 * sizeof(int), 30, cudaMemcpyHostToDevice));
  std::vector<int> part(10 * 15);
  CHECK(cudaMemcpy2D(part.data(), 10 * sizeof(int), reinterpret_cast<char*>(pitched) + 2 * pitch + 12, pitch,
                     10 * sizeof(int), 15, cudaMemcpyDeviceToHost));
  same("copies_2d", part);
  CHECK(cudaFree(pitched));
}

int main() {
  const Array<int> in(input_ints(N, 1000));
  Array<int> flat(150 * 90), cube(24 * 24), out(N);
  grid_2d<<<dim3(10, 12), dim3(16, 8)>>>(flat, 150, 90);
  same("grid_2d", flat);
  grid_3d<<<dim3(2, 3, 4), dim3(4, 3, 2)>>>(cube);
  same("grid_3d", cube);
  early_return<<<blocks_for(1000, 96), 96>>>(in, out, 1000);
  same("early_return", out);
  bounded<<<N / 128, 128>>>(in, out);
  same("launch_bounds", out);
  int* buffer = out.get();
  int rounds = 9;
  void* arguments[] = {&buffer, &rounds};
  CHECK(cudaLaunchKernel(reinterpret_cast<const void*>(ping_pong), dim3(1), dim3(64), arguments, 0, nullptr));
  same("launch_kernel", out);
  overlapping();
  events();
  mapped_memory();
  managed_memory();
  stream_ordered();
  graph();
  copies_2d();
}
