// A word at an odd address is put together from its bytes.
#include "../program.cuh"

__global__ void words(const unsigned char* in, unsigned* out) {
  const unsigned char* at = in + 1 + 4 * threadIdx.x;
  out[threadIdx.x] = at[0] | at[1] << 8 | at[2] << 16 | unsigned(at[3]) << 24;
}

int main() {
  words<<<1, 15>>>(zeros<unsigned char>(61), zeros<unsigned>(15));
  return done();
}
