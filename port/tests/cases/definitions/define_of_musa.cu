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
#define cudaSuccess (musaSuccess)
#define cudaFree musaFree  // frees
#define cudaStreamWaitEvent(s, e) musaStreamWaitEvent(s, e)
#define cudaEventCreate(e) musaEventCreate(e, 0)
#define cudaEventRecord (musaEventRecord) + 1
