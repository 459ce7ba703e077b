// Whole structs are copied, one too many.
// Source: https://github.com/NVIDIA/cccl/issues/1898
#include "../program.cuh"

struct Particle {
  double position[3];
  double velocity[3];
};

__global__ void copy(const Particle* in, Particle* out, int n) {
  const int i = threadIdx.x;
  if (i <= n) out[i] = in[i];  // finding: memcheck invalid-global-read
}

int main() {
  copy<<<1, 32>>>(zeros<Particle>(20), zeros<Particle>(32), 20);
  return done();
}
