__global__ void add(float* y, const float* x, float a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    y[i] += a * x[i];
  }
}

template <typename T>
__global__ void fill(T* y, T value, long n) {
  long i = (long)blockIdx.x * blockDim.x +
           threadIdx.x;
  unsigned j = static_cast<unsigned>(i);
  if (i >= n || j == 3) return;
  y[i] = value;
}

__global__ void last(int* y, int n) {
  if (threadIdx.x < n) y[threadIdx.x] = 0;
}

__global__ void image(int* y, int w, int h) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, j = (int)(blockIdx.y);
  if (i < w && j < h) y[j * w + i] = 0;
}

__global__ void volume(int* y, int w, unsigned h) {
  const int64_t i = threadIdx.x + static_cast<int64_t>(blockIdx.x) * (int)blockDim.x;
  auto j = (blockDim.z * blockIdx.z) + threadIdx.z;
  if (i > w - 1 || j >= h) return;
  y[i] = j;
}
// Asked for each thread.
__global__ void narrow(int* y, int n) {
  int i = (char)blockIdx.x * blockDim.x + threadIdx.x;
  short j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < n && j < n) y[i] = j;
}
__global__ void triangle(int* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y;
  if (i < j * 2) y[i] = j;
}
__global__ void except(int* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && n > i + 2) y[i] = 0;
}

// None of these.
__global__ void more(int* y, int n) {
  int i = threadIdx.x;
  if (i < n) y[i] = 0;
  y[i + n] = 1;
}

__global__ void otherwise(int* y, int n) {
  int i = threadIdx.x;
  if (i < n) return; else y[i] = 1;
}

__global__ void by_memory(int* y, int n) {
  int i = y[threadIdx.x];
  if (i < n) y[i] = 0;
}

__global__ void by_pointer(int* y, int* n) {
  if (threadIdx.x < *n) y[threadIdx.x] = 0;
}

__device__ int number(int i);
__global__ void by_call(int* y, int n) {
  if (number(threadIdx.x) < n) y[threadIdx.x] = 0;
}

__global__ void with_barrier(int* y, int n) {
  if (threadIdx.x >= n) return;
  __syncthreads();
}
