// Members are written one by one, so bytes between them are not; then whole structs are copied.
#include "../program.cuh"

struct Tagged {
  char tag;
  double value;
};

__global__ void make(Tagged* out) {
  out[threadIdx.x].tag = 'x';
  out[threadIdx.x].value = threadIdx.x;
}

__global__ void copy(const Tagged* in, Tagged* out) { out[threadIdx.x] = in[threadIdx.x]; }

int main() {
  Tagged* data = raw<Tagged>(64);
  make<<<1, 64>>>(data);
  copy<<<1, 64>>>(data, raw<Tagged>(64));
  return done();
}
