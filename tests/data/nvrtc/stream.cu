// Added to in place, often: a stream's order shows.
extern "C" __global__ void increment(int* data, int value) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 100; ++k) data[i] = data[i] * 3 + value;
}
