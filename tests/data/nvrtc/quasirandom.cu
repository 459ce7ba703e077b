// A sequence of low discrepancy from a table in constant memory, and what the normal distribution makes of it.
#define DIMENSIONS 3
#define BITS 31

static __constant__ unsigned int table[DIMENSIONS][BITS];

extern "C" __global__ void sequence(float* to, unsigned int seed, unsigned int count) {
  const unsigned int thread = blockDim.x * blockIdx.x + threadIdx.x;
  for (unsigned int place = thread; place < count; place += blockDim.x * gridDim.x) {
    unsigned int result = 0, data = seed + place;
    for (int bit = 0; bit < BITS; ++bit, data >>= 1)
      if (data & 1) result ^= table[threadIdx.y][bit];
    to[threadIdx.y * count + place] = (float)(result + 1) * (1.0f / 2147483648.0f);
  }
}

extern "C" __global__ void normal(float* to, unsigned int count) {
  for (unsigned int i = blockDim.x * blockIdx.x + threadIdx.x; i < count;
       i += blockDim.x * gridDim.x) {
    const float uniform = (i + 1) * (1.0f / (count + 1));
    to[i] = normcdfinvf(uniform) + __saturatef(2 * uniform - 0.5f);
  }
}
