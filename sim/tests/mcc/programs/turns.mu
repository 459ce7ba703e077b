// Blocks and loops of strides that run row by row and turn by turn mean what they mean thread by thread. Each line says how many
// values are not what a thread alone would have written.
#include <musa_runtime.h>

#include <cstdint>
#include <cstdio>
#include <vector>

constexpr int kCount = 1000;
constexpr int kGrid = 3;
constexpr int kBlock = 32;

// Kernels write numbers into places of kCount * 2; `Expected` does so for one thread after the other.
using Array = int*;

__global__ void plain(Array y, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) y[i] += i + 1;
}
// A byte: its sum wraps before the loop ends, and then it goes on for ever, unless the turns are counted.
__global__ void narrow(Array y, int n) {
  unsigned short turns = 0;
  for (unsigned char i = threadIdx.x; i < 240 - n; i += 32) y[i] += 1 + turns;
}
__global__ void wraps(Array y, int n) {
  unsigned char i = threadIdx.x * 3;
  while (i < 200) {
    atomicAdd(y + i, n);
    i += (unsigned char)(blockDim.x * 5);
  }
}
__global__ void down(Array y, int n) {
  for (int i = n - 1 - (int)threadIdx.x; i >= 0; i += -(int)blockDim.x) y[i] += 2 * i;
}
__global__ void negative_start(Array y, int n) {
  for (int i = (int)threadIdx.x - 16; i < n; i += blockDim.x) y[i + 16] += i;
}
// -1 is more than any unsigned number.
__global__ void unsigned_bound(Array y, unsigned n) {
  for (int i = (int)threadIdx.x - 16; i < n; i += blockDim.x) y[i + 16] += 7;
}
__global__ void number_with_point(Array y, int n) {
  for (float i = threadIdx.x; i < n; i += blockDim.x) y[static_cast<int>(i)] += 5;
}
__global__ void by_pointer(Array y, int n) {
  for (auto i = threadIdx.x; i < n; i += blockDim.x * 2) y[i] += 3;
}
__device__ int count_up(int& number) { return ++number; }
__device__ int next(int&& number) { return number + 1; }
// What a turn changes through a reference, the next one sees.
__global__ void changes_parameter(Array y, int n, int seen) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) y[i] += count_up(seen) + next(3 + seen);
}
__global__ void changes_sometimes(Array y, int n, int seen) {
  int before = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) y[i] += i % 96 == 64 + 5 ? count_up(before) : before + seen;
}
__global__ void changes_itself(Array y, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    int& other = i;
    y[i] += 1;
    other += y[other] > 0 && i == 64 ? 1 : 0;
  }
}
struct Counter {
  int calls = 0;
  __device__ int operator()(int i) { return i + calls++; }
};
struct Number {
  int value = 4;
  __device__ int operator()(int i) const { return i * value; }
};
struct Deep {  // not copied as bytes
  int value = 4;
  __host__ __device__ Deep() {}
  __host__ __device__ Deep(const Deep& other) : value(other.value) {}
  __device__ int add(int i) { return value += i; }
};
template <class F>
__global__ void calls(Array y, int n, F f) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) y[i] += f(i);
}
__global__ void of_a_class(Array y, int n, Deep deep) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) y[i] += deep.add(i);
}
__global__ void continues(Array y, int n) {
  const int stride = blockDim.x * gridDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
    if (i % 3 == 0) continue;
    for (int k = 0; k < 5; ++k) {
      if (k == i % 5) continue;
      if (k == 4) break;
      y[i] += k;
    }
    switch (i % 4) {
      case 0: y[i] += 100; break;
      case 1: continue;
      default: y[i] += 1000;
    }
    auto twice = [](int value) { return 2 * value; };
    y[i] = twice(y[i]);
  }
}
__global__ void of_rows(Array y, int w, int h) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < w; i += blockDim.x * gridDim.x) {
    for (int j = blockIdx.y * blockDim.y + threadIdx.y; j < h; j += blockDim.y * gridDim.y) y[j * w + i] += i - j;
  }
}
__global__ void shared_by_block(Array y, int n) {
  __shared__ int own[kBlock];
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    own[threadIdx.x] = i;
    y[i] += own[threadIdx.x] * 2;
  }
}

// Blocks that run row by row.
__global__ void image(Array y, int w, int h) {
  int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column < w && row < h) y[row * w + column] += column - row;
}
__device__ int own_block() { return blockIdx.x + 10 * blockIdx.y + 100 * blockIdx.z; }
__global__ void blocks(Array y) {
  const int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  y[block * 12 + (threadIdx.z * 2 + threadIdx.y) * 3 + threadIdx.x] += 1000 * own_block() + threadIdx.x + threadIdx.z;
}

template <class Kernel, class Expected>
void check(const char* name, Kernel kernel, Expected expected) {
  Array y = nullptr;
  musaMallocManaged(&y, 2 * kCount * sizeof(int));
  for (int i = 0; i < 2 * kCount; ++i) y[i] = 0;
  kernel(y);
  const musaError_t error = musaDeviceSynchronize();
  std::vector<int> wanted(2 * kCount);
  expected(wanted.data());
  int wrong = 0;
  for (int i = 0; i < 2 * kCount; ++i) wrong += y[i] != wanted[i];
  std::printf("%s: %d%s%s\n", name, wrong, error == musaSuccess ? "" : " ", error == musaSuccess ? "" : musaGetErrorString(error));
  musaFree(y);
}

// The same kernel, each thread alone.
template <class Thread>
auto alone(Thread thread) {
  return [=](Array y) {
    for (int t = 0; t < kBlock; ++t) thread(y, t);
  };
}

int main() {
  check("plain", [](Array y) { plain<<<kGrid, kBlock>>>(y, kCount); }, [](Array y) { for (int i = 0; i < kCount; ++i) y[i] = i + 1; });
  check("narrow", [](Array y) { narrow<<<1, kBlock>>>(y, 40); }, [](Array y) { for (int i = 0; i < 200; ++i) y[i] = 1; });
  check("wraps", [](Array y) { wraps<<<1, kBlock>>>(y, 3); }, alone([](Array y, int t) {
          unsigned char i = t * 3;
          while (i < 200) y[i] += 3, i += (unsigned char)(kBlock * 5);
        }));
  check("down", [](Array y) { down<<<1, kBlock>>>(y, kCount); }, [](Array y) { for (int i = 0; i < kCount; ++i) y[i] = 2 * i; });
  check("negative start", [](Array y) { negative_start<<<1, kBlock>>>(y, 100); }, [](Array y) { for (int i = -16; i < 100; ++i) y[i + 16] = i; });
  check("unsigned bound", [](Array y) { unsigned_bound<<<1, kBlock>>>(y, 100); }, alone([](Array y, int t) {
          for (int i = t - 16; (unsigned)i < 100U; i += kBlock) y[i + 16] += 7;
        }));
  check("number with point", [](Array y) { number_with_point<<<1, kBlock>>>(y, kCount); }, [](Array y) { for (int i = 0; i < kCount; ++i) y[i] = 5; });
  check("every other", [](Array y) { by_pointer<<<1, kBlock>>>(y, kCount); }, alone([](Array y, int t) {
          for (int i = t; i < kCount; i += 2 * kBlock) y[i] += 3;
        }));
  check("changes parameter", [](Array y) { changes_parameter<<<1, kBlock>>>(y, kCount, 5); }, alone([](Array y, int t) {
          int seen = 5;
          for (int i = t; i < kCount; i += kBlock) ++seen, y[i] += seen + 4 + seen;
        }));
  check("changes sometimes", [](Array y) { changes_sometimes<<<1, kBlock>>>(y, kCount, 5); }, alone([](Array y, int t) {
          int before = 0;
          for (int i = t; i < kCount; i += kBlock) y[i] += i % 96 == 69 ? ++before : before + 5;
        }));
  check("changes itself", [](Array y) { changes_itself<<<1, kBlock>>>(y, kCount); }, alone([](Array y, int t) {
          for (int i = t; i < kCount; i += kBlock) {
            y[i] += 1;
            i += i == 64;
          }
        }));
  check("counter", [](Array y) { calls<<<1, kBlock>>>(y, kCount, Counter()); }, alone([](Array y, int t) {
          int calls = 0;
          for (int i = t; i < kCount; i += kBlock) y[i] += i + calls++;
        }));
  check("number", [](Array y) { calls<<<1, kBlock>>>(y, kCount, Number()); }, [](Array y) { for (int i = 0; i < kCount; ++i) y[i] = 4 * i; });
  check("lambda", [](Array y) { calls<<<2, kBlock>>>(y, kCount, [=] __device__(int i) { return atomicAdd(y + kCount + i, 2) < 0 ? 1 : 0; }); },
        [](Array y) { for (int i = 0; i < kCount; ++i) y[kCount + i] = 4; });
  int state = 3;
  check("mutable lambda", [=](Array y) { calls<<<1, kBlock>>>(y, kCount, [=] __device__(auto i) mutable { return state += i; }); }, alone([](Array y, int t) {
          int sum = 3;
          for (int i = t; i < kCount; i += kBlock) y[i] += sum += i;
        }));
  check("class", [](Array y) { of_a_class<<<1, kBlock>>>(y, kCount, Deep()); }, alone([](Array y, int t) {
          int sum = 4;
          for (int i = t; i < kCount; i += kBlock) y[i] += sum += i;
        }));
  check("continues", [](Array y) { continues<<<kGrid, kBlock>>>(y, kCount); }, [](Array y) {
    for (int i = 0; i < kCount; ++i) {
      if (i % 3 == 0) continue;
      for (int k = 0; k < 4; ++k) y[i] += k == i % 5 ? 0 : k;
      if (i % 4 == 1) continue;
      y[i] = 2 * (y[i] + (i % 4 == 0 ? 100 : 1000));
    }
  });
  check("rows", [](Array y) { of_rows<<<dim3(2, 3), dim3(8, 4)>>>(y, 50, 30); }, [](Array y) { for (int j = 0; j < 30; ++j) for (int i = 0; i < 50; ++i) y[j * 50 + i] = i - j; });
  check("image", [](Array y) { image<<<dim3(7, 8), dim3(8, 4)>>>(y, 50, 30); }, [](Array y) { for (int j = 0; j < 30; ++j) for (int i = 0; i < 50; ++i) y[j * 50 + i] = i - j; });
  check("blocks", [](Array y) { blocks<<<dim3(4, 3, 2), dim3(3, 2, 2)>>>(y); }, [](Array y) {
    for (int i = 0; i < 24 * 12; ++i) {
      const int b = i / 12, t = i % 12;
      y[i] = 1000 * (b % 4 + 10 * (b / 4 % 3) + 100 * (b / 12)) + t % 3 + t / 6;
    }
  });
  check("shared", [](Array y) { shared_by_block<<<kGrid, kBlock>>>(y, kCount); }, [](Array y) { for (int i = 0; i < kCount; ++i) y[i] = 2 * i; });
}
