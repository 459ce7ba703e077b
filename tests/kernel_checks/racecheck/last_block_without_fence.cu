// The last block reads the others' sums, which no fence has put before their tickets.
// Source: https://github.com/kokkos/kokkos/issues/2681
#include "../program.cuh"

__global__ void sum(const int* in, int* sums, unsigned* tickets, int* out) {
  if (threadIdx.x == 0) {
    sums[blockIdx.x] = in[blockIdx.x];  // finding: racecheck race-global
    if (atomicAdd(tickets, 1) == gridDim.x - 1) {
      int total = 0;
      for (unsigned i = 0; i < gridDim.x; ++i) total += sums[i];  // finding: racecheck race-global
      *out = total;
    }
  }
}

int main() {
  sum<<<8, 32>>>(counted(8), zeros<int>(8), zeros<unsigned>(1), zeros<int>(1));
  return done();
}
