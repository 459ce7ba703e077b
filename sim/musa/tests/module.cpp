// The module that the tests load.
#include "musasim/hand_kernel.h"

using namespace musasim::builtin;

static void scale(float* data, float factor, int n) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) {
    data[i] *= factor;
  }
}

static void add_counter(int* out) { *out = *variable<int>(0) += 1; }

static void use_shared(unsigned* out) {
  dynamic_shared<unsigned>()[0] = static_cast<unsigned>(current_launch->dynamic_shared_bytes);
  out[0] = dynamic_shared<unsigned>()[0];
  out[1] = static_cast<unsigned>(current_launch->cooperative);
}

static void failing() { fail(710); }

static const int start = 10;
static const musasimKernel kernels[] = {
    MUSASIM_KERNEL_ROW(scale),
    MUSASIM_KERNEL_ROW(add_counter),
    MUSASIM_KERNEL_ROW(use_shared),
    MUSASIM_KERNEL_ROW(failing),
};
static const musasimVariable variables[] = {
    {"counter", nullptr, sizeof(int), &start, MUSASIM_VARIABLE_DEVICE},
    {"table", nullptr, 256, nullptr, MUSASIM_VARIABLE_CONSTANT},
};
MUSASIM_EXPORT_MODULE(kernels, variables);
