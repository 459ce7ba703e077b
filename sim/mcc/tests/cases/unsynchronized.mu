# 1 "unsynchronized.mu"
__global__ void search(int* out, int n) {
  extern __shared__ int all[];
  int* sums = all + n;
  __shared__ int total, table[4][4];
  if (t < n) sums[t] = all[t];
  out[t] = sums[n - t];
  __syncthreads();
  if (t < n) sums[t] = 1; else { all[t] = (2, 3); }
  out[t] = sums[t] + all[n - t];
  for (int i = 0; i < n; ++i) if (i < t) all[i] = 1;
  while (n--) { all[n] = 2; }
  out[t] = all[5];
  table[t][0] = 1;
  __syncthreads();
  out[t] = table[0][t];
}
__global__ void alone() {
  __shared__ int s[4];
  s[t] = 1;
  s[t + 1] = 2;
  use(s[t + 2]);
}
