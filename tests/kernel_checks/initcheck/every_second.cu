// One kernel writes every second element, the next reads them all.
// Source: https://github.com/cholla-hydro/cholla/issues/197
#include "../program.cuh"

__global__ void write_even(int* data) { data[2 * threadIdx.x] = 1; }

__global__ void read_all(const int* data, int* out) {
  out[threadIdx.x] = data[threadIdx.x];  // finding: initcheck uninitialized-global-read
}

int main() {
  int* data = raw<int>(64);
  write_even<<<1, 32>>>(data);
  read_all<<<1, 64>>>(data, zeros<int>(64));
  return done();
}
