// Memory of a pool, written and read in the order of a stream.
#include "../program.cuh"

__global__ void fill(int* data) { data[threadIdx.x] = threadIdx.x; }

__global__ void copy(const int* in, int* out) { out[threadIdx.x] = in[threadIdx.x]; }

int main() {
  int* data = nullptr;
  cudaMallocAsync(reinterpret_cast<void**>(&data), 64 * sizeof(int), nullptr);
  fill<<<1, 64>>>(data);
  copy<<<1, 64>>>(data, raw<int>(64));
  cudaFreeAsync(data, nullptr);
  return done();
}
