// Algorithms: stencils, softmax, layer norm, sparse products, sorting networks, automata, n-body, strings, graphs.
#include "suite.cuh"

__global__ void jacobi(const float* in, float* out, int n) {
  __shared__ float tile[18][18];
  const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  const auto value = [=](int a, int b) { return a < 0 || b < 0 || a >= n || b >= n ? 0.0f : in[b * n + a]; };
  const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
  tile[ty][tx] = value(x, y);
  if (tx == 1) tile[ty][0] = value(x - 1, y);
  if (tx == 16) tile[ty][17] = value(x + 1, y);
  if (ty == 1) tile[0][tx] = value(x, y - 1);
  if (ty == 16) tile[17][tx] = value(x, y + 1);
  __syncthreads();
  if (x < n && y < n) out[y * n + x] = 0.25f * (tile[ty][tx - 1] + tile[ty][tx + 1] + tile[ty - 1][tx] + tile[ty + 1][tx]);
}

__global__ void stencil_1d(const int* in, int* out, int n) {
  constexpr int kRadius = 4;
  extern __shared__ int cells[];
  const int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x + kRadius;
  cells[t] = i < n ? in[i] : 0;
  if (threadIdx.x < kRadius) {
    cells[t - kRadius] = i >= kRadius ? in[i - kRadius] : 0;
    cells[t + blockDim.x] = i + static_cast<int>(blockDim.x) < n ? in[i + blockDim.x] : 0;
  }
  __syncthreads();
  int sum = 0;
  for (int k = -kRadius; k <= kRadius; ++k) sum += cells[t + k] * (k + 5);
  if (i < n) out[i] = sum;
}

__device__ float block_reduce(float value, bool most) {
  __shared__ float part[128];
  part[threadIdx.x] = value;
  for (int half = 64; half > 0; half /= 2) {
    __syncthreads();
    if (static_cast<int>(threadIdx.x) < half) {
      const float other = part[threadIdx.x + half];
      part[threadIdx.x] = most ? fmaxf(part[threadIdx.x], other) : part[threadIdx.x] + other;
    }
  }
  __syncthreads();
  value = part[0];
  __syncthreads();
  return value;
}

__global__ void softmax(const float* in, float* out, int columns) {
  const float* row = in + blockIdx.x * columns;
  float most = -1e30f, sum = 0;
  for (int c = threadIdx.x; c < columns; c += 128) most = fmaxf(most, row[c]);
  most = block_reduce(most, true);
  for (int c = threadIdx.x; c < columns; c += 128) sum += expf(row[c] - most);
  sum = block_reduce(sum, false);
  for (int c = threadIdx.x; c < columns; c += 128) out[blockIdx.x * columns + c] = expf(row[c] - most) / sum;
}

__global__ void layer_norm(const float* in, float* out, int columns) {
  const float* row = in + blockIdx.x * columns;
  float sum = 0, squares = 0;
  for (int c = threadIdx.x; c < columns; c += 128) sum += row[c];
  const float mean = block_reduce(sum, false) / columns;
  for (int c = threadIdx.x; c < columns; c += 128) squares += (row[c] - mean) * (row[c] - mean);
  const float scale = rsqrtf(block_reduce(squares, false) / columns + 1e-5f);
  for (int c = threadIdx.x; c < columns; c += 128) out[blockIdx.x * columns + c] = (row[c] - mean) * scale * (1 + c % 3);
}

// A row a half warp.
__global__ void sparse_product(const int* starts, const int* columns, const float* values, const float* x, float* y, int rows) {
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 16, lane = threadIdx.x % 16;
  float sum = 0;
  if (row < rows)
    for (int k = starts[row] + lane; k < starts[row + 1]; k += 16) sum += values[k] * x[columns[k]];
  for (int step = 8; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffff, sum, step, 16);
  if (row < rows && lane == 0) y[row] = sum;
}

__global__ void bitonic_sort(int* data, int n) {
  extern __shared__ int cells[];
  const int t = threadIdx.x;
  cells[t] = data[blockIdx.x * n + t];
  for (int size = 2; size <= n; size *= 2)
    for (int step = size / 2; step > 0; step /= 2) {
      __syncthreads();
      const int other = t ^ step;
      if (other > t && (cells[t] > cells[other]) == ((t & size) == 0)) {
        const int value = cells[t];
        cells[t] = cells[other];
        cells[other] = value;
      }
    }
  __syncthreads();
  data[blockIdx.x * n + t] = cells[t];
}

__global__ void odd_even_sort(int* data, int n) {
  for (int round = 0; round < n; ++round) {
    const int i = 2 * threadIdx.x + round % 2;
    if (i + 1 < n && data[i] > data[i + 1]) {
      const int value = data[i];
      data[i] = data[i + 1];
      data[i + 1] = value;
    }
    __syncthreads();
  }
}

__global__ void life(const unsigned char* in, unsigned char* out, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= n || y >= n) return;
  int neighbours = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      if (dx || dy) neighbours += in[(y + dy + n) % n * n + (x + dx + n) % n];
  out[y * n + x] = neighbours == 3 || (neighbours == 2 && in[y * n + x]);
}

// In fixed point: the number of steps is the same everywhere.
__global__ void mandelbrot(int* out, int width, int height) {
  const int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
  if (px >= width || py >= height) return;
  const long long cx = (px * 3ll << 24) / width - (2ll << 24), cy = (py * 2ll << 24) / height - (1ll << 24);
  long long x = 0, y = 0;
  int step = 0;
  for (; step < 100 && x * x + y * y < (4ll << 48); ++step) {
    const long long next = ((x * x - y * y) >> 24) + cx;
    y = ((2 * x * y) >> 24) + cy;
    x = next;
  }
  out[py * width + px] = step;
}

__global__ void n_body(const float4* bodies, float4* forces, int n) {
  __shared__ float4 tile[64];
  const int i = blockIdx.x * 64 + threadIdx.x;
  const float4 me = bodies[i];
  float4 force = make_float4(0, 0, 0, 0);
  for (int base = 0; base < n; base += 64) {
    tile[threadIdx.x] = bodies[base + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < 64; ++k) {
      const float x = tile[k].x - me.x, y = tile[k].y - me.y, z = tile[k].z - me.z;
      const float inverse = rsqrtf(x * x + y * y + z * z + 0.01f), pull = tile[k].w * inverse * inverse * inverse;
      force.x += x * pull, force.y += y * pull, force.z += z * pull, force.w += pull;
    }
    __syncthreads();
  }
  forces[i] = force;
}

__constant__ char pattern[4] = {'a', 'b', 'a', 'c'};
__global__ void string_search(const char* text, int* places, int* count, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 4 > n) return;
  bool found = true;
  for (int k = 0; k < 4 && found; ++k) found = text[i + k] == pattern[k];
  places[i] = found;
  if (found) atomicAdd(count, 1);
}

__global__ void edit_distance(const char* a, const char* b, int* out, int n) {
  __shared__ int rows[3][129];
  const int j = threadIdx.x;
  for (int d = 0; d <= 2 * n; ++d) {  // the diagonals of the table
    const int i = d - j;
    int* now = rows[d % 3];
    const int *last = rows[(d + 2) % 3], *before = rows[(d + 1) % 3];
    if (j <= n && i >= 0 && i <= n) {
      if (i == 0 || j == 0) now[j] = i + j;
      else now[j] = min(min(last[j], last[j - 1]) + 1, before[j - 1] + (a[i - 1] != b[j - 1]));
      if (i == n && j == n) *out = now[j];
    }
    __syncthreads();
  }
}

__global__ void breadth_first(const int* starts, const int* edges, int* level, int depth, int n, int* changed) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || level[i] != depth) return;
  for (int k = starts[i]; k < starts[i + 1]; ++k)
    if (atomicCAS(level + edges[k], -1, depth + 1) == -1) *changed = 1;
}

__global__ void floyd_step(int* distance, int n, int k) {
  const int j = threadIdx.x, i = blockIdx.x;
  const int through = distance[i * n + k] + distance[k * n + j];
  if (through < distance[i * n + j]) distance[i * n + j] = through;
}

__global__ void sieve(unsigned char* composite, int n) {
  const int p = blockIdx.x * blockDim.x + threadIdx.x + 2;
  if (p * p >= n) return;
  for (int m = p * p; m < n; m += p) composite[m] = 1;
}

__global__ void crc32(const unsigned char* data, unsigned* out, int length) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned crc = ~0u;
  for (int k = 0; k < length; ++k) {
    crc ^= data[i * length + k];
    for (int b = 0; b < 8; ++b) crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
  }
  out[i] = ~crc;
}

__global__ void convolution(const float* in, const float* weight, float* out, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, channel = blockIdx.z;
  if (x >= n || y >= n) return;
  float sum = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      if (x + dx >= 0 && x + dx < n && y + dy >= 0 && y + dy < n)
        sum += in[(y + dy) * n + x + dx] * weight[channel * 9 + (dy + 1) * 3 + dx + 1];
  out[(channel * n + y) * n + x] = sum;
}

__global__ void collatz(int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int steps = 0;
  for (unsigned long long v = i + 1; v != 1; ++steps) v = v % 2 ? 3 * v + 1 : v / 2;
  out[i] = steps;
}

void grids(const Array<float>& floats) {
  constexpr int n = 50;
  const dim3 grid(blocks_for(n, 16), blocks_for(n, 16)), block(16, 16);
  Array<float> a(n * n), b(3 * n * n), rows(10 * 300);
  jacobi<<<grid, block>>>(floats, a, n);
  jacobi<<<grid, block>>>(a, b, n);
  close("jacobi", b);
  convolution<<<dim3(grid.x, grid.y, 3), block>>>(floats, floats + 40, b, n);
  close("convolution", b);
  softmax<<<10, 128>>>(floats, rows, 300);
  close("softmax", rows);
  layer_norm<<<10, 128>>>(floats, rows, 300);
  close("layer_norm", rows);
  Array<unsigned char> now(made<unsigned char>(n * n, [](int i) { return input_int(i, 3) == 0; })), next(n * n);
  for (int k = 0; k < 10; ++k) {
    life<<<grid, block>>>(now, next, n);
    life<<<grid, block>>>(next, now, n);
  }
  same("life", now);
  Array<int> steps(60 * 40);
  mandelbrot<<<dim3(4, 3), block>>>(steps, 60, 40);
  same("mandelbrot", steps);
  Array<float4> forces(256);
  n_body<<<4, 64>>>(reinterpret_cast<const float4*>(floats.get()), forces, 256);
  std::vector<float> parts;
  for (const float4& f : forces.host()) parts.insert(parts.end(), {f.x, f.y, f.z, f.w});
  close("n_body", parts);
}

void sorts_and_strings() {
  const Array<int> in(input_ints(1000, 500));
  Array<int> out(1000), data(input_ints(1024, 100000)), few(input_ints(255, 1000));
  stencil_1d<<<blocks_for(1000, 128), 128, 136 * sizeof(int)>>>(in, out, 1000);
  same("stencil_1d", out);
  bitonic_sort<<<4, 256, 256 * sizeof(int)>>>(data, 256);
  same("bitonic_sort", data);
  odd_even_sort<<<1, 128>>>(few, 255);
  same("odd_even_sort", few);
  const Array<char> text(made<char>(5000, [](int i) { return 'a' + input_int(i, 3); }));
  Array<int> places(5000), count(1);
  string_search<<<blocks_for(5000, 256), 256>>>(text, places, count, 5000);
  same("string_search", places);
  same("string_count", count);
  edit_distance<<<1, 128>>>(text, text + 1000, count, 100);
  same("edit_distance", count);
  const Array<unsigned char> bytes(made<unsigned char>(64 * 50, [](int i) { return input_int(i, 256); }));
  Array<unsigned> checksums(64);
  crc32<<<2, 32>>>(bytes, checksums, 50);
  same("crc32", checksums);
  Array<unsigned char> composite(10000);
  sieve<<<1, 128>>>(composite, 10000);
  same("sieve", composite);
  Array<int> steps(512);
  collatz<<<4, 128>>>(steps);
  same("collatz", steps);
}

void graphs_and_sparse(const Array<float>& floats) {
  constexpr int rows = 300;
  std::vector<int> starts(rows + 1), edges;
  for (int i = 0; i < rows; ++i) {
    for (int k = 0; k < input_int(i, 40) % 7 + (i % 50 == 0 ? 60 : 0); ++k) edges.push_back(input_int(i * 100 + k, rows));
    starts[i + 1] = static_cast<int>(edges.size());
  }
  const Array<int> from(starts), to(edges);
  Array<float> y(rows);
  sparse_product<<<blocks_for(rows, 8), 128>>>(from, to, floats, floats + 100, y, rows);
  close("sparse_product", y);
  Array<int> level(made<int>(rows, [](int i) { return i == 0 ? 0 : -1; })), changed(1);
  for (int depth = 0; depth < 12; ++depth) breadth_first<<<3, 128>>>(from, to, level, depth, rows, changed);
  same("breadth_first", level);
  Array<int> distance(made<int>(64 * 64, [](int i) { return i / 64 == i % 64 ? 0 : input_int(i, 1000) + 1; }));
  for (int k = 0; k < 64; ++k) floyd_step<<<64, 64>>>(distance, 64, k);
  same("floyd_warshall", distance);
}

int main() {
  const Array<float> floats(input_floats(4000));
  grids(floats);
  sorts_and_strings();
  graphs_and_sparse(floats);
}
