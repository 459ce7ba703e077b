__global__ void over_the_grid(float* y, const float* x, float a, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    if (x[i] < 0) continue;
    for (int k = 0; k < 3; ++k) {
      if (k == n) continue;
      y[i] += a * x[i];
    }
  }
}

template <typename T, class F>
__global__ void over_the_block(T* y, size_t n, F f) {
  const size_t first = (size_t)blockIdx.x * n;
  for (size_t i = threadIdx.x; first + i < n; i += 128) y[first + i] = f(i);
}

__global__ void two_variables(float* y, int n) {
  int64_t index = (int64_t)(blockIdx.x) * blockDim.x + threadIdx.x;
  for (int i = index; index < (n); index += blockDim.x * gridDim.x, i = index) y[i] = 1;
}

__global__ void as_while(float* y, int n) {
  unsigned i = threadIdx.x;
  const unsigned stride = blockDim.x;
  while (i <= n / 2) {
    y[i] = i;
    i += stride;
  }
}

template <class... Rest>
__global__ void with_pack(int* y, int n, Rest... rest) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) y[i] = sum(rest...);
}

// Blocks stay one by one.
__global__ void with_shared(int* y, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    __shared__ int own[64];
    own[threadIdx.x] = i;
    y[i] = own[threadIdx.x];
  }
}

// None of these.
__global__ void by_ones(int* y, int n) {
  for (int i = threadIdx.x; i < n; ++i) y[i] = i;
  for (int i = threadIdx.x; i < n; i += 1) y[i] = i;
}
__global__ void behind_it(int* y, int n) {
  int sum = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) sum += y[i];
  y[threadIdx.x] = sum;
}
__global__ void changes(int* y, int n) {
  int seen = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) y[i] = ++seen;
}
__global__ void takes_an_address(int* y, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) set((int*)&n, y + i);
}
__global__ void jumps(int* y, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    if (y[i] == 3) break;
  }
}
__global__ void jumps_far(int* y, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    for (int k = 0; k < n; ++k) {
      if (y[i] == k) return;
    }
  }
}
__global__ void changes_its_step(int* y, int n) {
  for (int i = threadIdx.x + 1; i < n; i += i) y[i] = 0;
}
__global__ void continues_while(int* y, int n) {
  int i = threadIdx.x;
  while (i < n) {
    if (y[i] == 3) continue;
    i += blockDim.x;
  }
}
