// A first program on the simulated GPU: two vectors are added by a kernel written by hand, on a
// stream, with events around it.
#include <musa_runtime.h>
#include <musasim/hand_kernel.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

using namespace musasim::builtin;

static void add(const float* a, const float* b, float* sum, int n) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) {
    sum[i] = a[i] + b[i];
  }
}
MUSASIM_REGISTER_KERNEL(add);

static void check(musaError_t error) {
  if (error != musaSuccess) {
    std::fprintf(stderr, "%s: %s\n", musaGetErrorName(error), musaGetErrorString(error));
    std::exit(1);
  }
}

static float* to_device(const std::vector<float>& host, musaStream_t stream) {
  float* device = nullptr;
  const std::size_t bytes = host.size() * sizeof(float);
  check(musaMalloc(&device, bytes));
  check(musaMemcpyAsync(device, host.data(), bytes, musaMemcpyHostToDevice, stream));
  return device;
}

int main() {
  int n = 1000;
  std::vector<float> a(n, 1.5f), b(n, 2.0f), sum(n);
  musaStream_t stream;
  musaEvent_t before, after;
  check(musaStreamCreate(&stream));
  check(musaEventCreate(&before));
  check(musaEventCreate(&after));
  float* device_a = to_device(a, stream);
  float* device_b = to_device(b, stream);
  float* device_sum = to_device(sum, stream);

  void* arguments[] = {&device_a, &device_b, &device_sum, &n};
  check(musaEventRecord(before, stream));
  check(musaLaunchKernel(reinterpret_cast<const void*>(add), dim3((n + 255) / 256), dim3(256),
                         arguments, 0, stream));
  check(musaEventRecord(after, stream));
  check(musaMemcpyAsync(sum.data(), device_sum, n * sizeof(float), musaMemcpyDeviceToHost, stream));
  check(musaStreamSynchronize(stream));

  float milliseconds = 0;
  check(musaEventElapsedTime(&milliseconds, before, after));
  std::printf("sum[%d] = %g\n", n - 1, sum[n - 1]);
  for (float* memory : {device_a, device_b, device_sum}) {
    check(musaFree(memory));
  }
  return milliseconds >= 0 && sum[n - 1] == 3.5f ? 0 : 1;
}
