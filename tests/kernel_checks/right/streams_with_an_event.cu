// Two streams, the second of which waits for the first.
#include "../program.cuh"

__global__ void fill(int* data) { data[threadIdx.x] = threadIdx.x; }

__global__ void twice(const int* data, int* out) { out[threadIdx.x] = 2 * data[threadIdx.x]; }

int main() {
  int *data = raw<int>(64), *out = raw<int>(64);
  cudaStream_t first, second;
  cudaEvent_t filled;
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  cudaEventCreate(&filled);
  fill<<<1, 64, 0, first>>>(data);
  cudaEventRecord(filled, first);
  cudaStreamWaitEvent(second, filled, 0);
  twice<<<1, 64, 0, second>>>(data, out);
  return done();
}
