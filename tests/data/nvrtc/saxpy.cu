// a * x + y, with names of C++, a variable in constant memory, and half precision.
#include <cuda_fp16.h>
namespace math {
__constant__ float factor = 2.0f;
__device__ double total[4];
template <class T>
__global__ void saxpy(T a, const T* x, const T* y, __half* out, size_t count) {
  size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = __float2half(factor * float(a * x[i] + y[i]));
  if (i < 4) total[i] += a;
}
}  // namespace math
