// A header of the program that gives CUDA's names to MUSA's functions stays as it is.
#define cudaStream_t musaStream_t
#define cudaMalloc musaMalloc
#define cudaSetDevice \
  musaSetDevice
void f(void** p) {
  cudaStream_t s;
  cudaMalloc(p, 8);
  cudaSetDevice(0);
}
