// A module for muModuleLoad: g++ -std=c++17 -shared -fPIC scale_module.cpp -I$MUSA_HOME/include
// -o scale_module.so. muModuleGetFunction finds the kernel by the text in MUSASIM_KERNEL_ROW.
#include <musasim/hand_kernel.h>

using namespace musasim::builtin;

static void scale(float* data, float factor, int n) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) {
    data[i] *= factor;
  }
}

static const musasimKernel kernels[] = {MUSASIM_KERNEL_ROW(scale)};
MUSASIM_EXPORT_MODULE(kernels, nullptr);
