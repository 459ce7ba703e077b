// What the program defines is not CUDA's.
#define CUDA_CHECK(x) check(x)
cudaError_t cudaMyHelper(int n);
struct cudaThing { int n; };
enum Kind { kCPU, kCUDA = 3 };
void f() {
  CUDA_CHECK(cudaMyHelper(1));
  cudaThing t;
  Kind k = Kind::kCUDA;
  k = kCUDA;
  cudaStream_t cudaStreamOfMine = 0;
  cudaStreamSynchronize(cudaStreamOfMine);
}
