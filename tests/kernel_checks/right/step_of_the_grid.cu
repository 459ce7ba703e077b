// Blocks read what others have written before a barrier of the whole grid.
#include <cooperative_groups.h>

#include "../program.cuh"

__global__ void steps(int* data, int* out) {
  const auto grid = cooperative_groups::this_grid();
  const unsigned i = grid.thread_rank(), n = grid.size();
  data[i] = i;
  grid.sync();
  const int next = data[(i + 1) % n];
  grid.sync();
  data[i] = next;
  grid.sync();
  out[i] = data[n - 1 - i];
}

int main() {
  int *data = zeros<int>(256), *out = zeros<int>(256);
  void* arguments[] = {&data, &out};
  cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(steps), dim3(4), dim3(64), arguments, 0,
                              nullptr);
  return done();
}
