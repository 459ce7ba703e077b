__global__ void k(int* p, int n) {
  auto twice = [](int x) -> void { if (x) return; };
  for (int i = 0; i < n; ++i) {
    if (p[i]) return;
    __syncthreads();
  }
  return;
}
