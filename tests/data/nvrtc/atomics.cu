// Each atomic operation on a number of its own.
extern "C" __global__ void atomics(int* data) {
  int id = blockDim.x * blockIdx.x + threadIdx.x;
  atomicAdd(&data[0], 10);
  atomicSub(&data[1], 10);
  atomicExch(&data[2], 7);
  atomicMax(&data[3], id);
  atomicMin(&data[4], id);
  atomicInc(reinterpret_cast<unsigned*>(&data[5]), 17);
  atomicDec(reinterpret_cast<unsigned*>(&data[6]), 137);
  for (int old = data[7], seen = old + 1; old != seen;) {
    seen = old;
    old = atomicCAS(&data[7], seen, seen + 1);
  }
  atomicAnd(&data[8], 2 * id + 7);
  atomicOr(&data[9], 1 << (id % 32));
  atomicXor(&data[10], id);
  atomicAdd(reinterpret_cast<float*>(&data[11]), 0.5f);
}
