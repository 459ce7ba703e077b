// One element a thread, as the first sample of every run-time compiler.
extern "C" __global__ void vector_add(const float* a, const float* b, float* c, int count) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i < count) c[i] = a[i] + b[i];
}
