// A word is written where only bytes may be.
// Source: compute-sanitizer's manual, "Example Use of Memcheck": the unaligned write
#include "../program.cuh"

__global__ void header(char* message) {
  message[0] = 'm';
  *reinterpret_cast<int*>(message + 1) = 64;  // finding: memcheck misaligned-write
}

int main() {
  header<<<1, 1>>>(zeros<char>(64));
  return done();
}
