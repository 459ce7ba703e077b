// Convolutions and stacks of products whose work two threads share, on one stream and on several.
#include "mudnn/tests/support.h"

#include <thread>

using namespace dnn_test;

namespace {

// Whole numbers, small enough for exact sums in any order.
std::vector<float> numbers(int64_t count, int64_t seed) {
  std::vector<float> all(static_cast<std::size_t>(count));
  for (int64_t i = 0; i < count; ++i) {
    all[static_cast<std::size_t>(i)] = static_cast<float>((i * 7 + seed + i / 11) % 5 - 2);
  }
  return all;
}

// A window of 3 x 3 with padding over square images.
struct Case {
  int64_t images, channels, size, results, stride, groups;
  int64_t out() const { return (size - 1) / stride + 1; }
};

struct Results {
  std::vector<float> y, dx, dw;
};

// f(place in y, in x, in w) for each multiplication.
template <class F>
void each_term(const Case& c, F f) {
  const int64_t in = c.channels / c.groups, results = c.results / c.groups, out = c.out();
  for (int64_t n = 0; n < c.images * c.results * out * out; ++n) {
    const int64_t ox = n % out, oy = n / out % out, o = n / (out * out) % c.results;
    for (int64_t k = 0; k < in * 9; ++k) {
      const int64_t x = ox * c.stride + k % 3 - 1, y = oy * c.stride + k / 3 % 3 - 1;
      const int64_t channel = n / (out * out * c.results) * c.channels + o / results * in + k / 9;
      if (x < 0 || y < 0 || x >= c.size || y >= c.size) continue;
      f(static_cast<std::size_t>(n), static_cast<std::size_t>((channel * c.size + y) * c.size + x),
        static_cast<std::size_t>(o * in * 9 + k));
    }
  }
}

Results expected(const Case& c, const std::vector<float>& x, const std::vector<float>& w,
                 const std::vector<float>& dy) {
  Results r{std::vector<float>(dy.size()), std::vector<float>(x.size()),
            std::vector<float>(w.size())};
  each_term(c, [&](std::size_t out, std::size_t in, std::size_t by) {
    r.y[out] += x[in] * w[by];
    r.dx[in] += dy[out] * w[by];
    r.dw[by] += dy[out] * x[in];
  });
  return r;
}

void convolve(const Case& c, Handle& handle) {
  const int64_t out = c.out(), in = c.channels / c.groups;
  const std::vector<int64_t> in_sizes{c.images, c.channels, c.size, c.size},
      weight_sizes{c.results, in, 3, 3}, out_sizes{c.images, c.results, out, out};
  Floats x(numbers(c.images * c.channels * c.size * c.size, 1), in_sizes),
      w(numbers(c.results * in * 9, 2), weight_sizes),
      dy(numbers(c.images * c.results * out * out, 3), out_sizes);
  Floats y(dy.host, out_sizes), dx(x.host, in_sizes), dw(w.host, weight_sizes);
  Convolution op;
  const int stride = static_cast<int>(c.stride);
  DNN_OK(op.SetNdInfo({1, 1}, {stride, stride}, {1, 1}));
  DNN_OK(op.SetGroups(static_cast<int>(c.groups)));
  DNN_OK(op.Run(handle, y, x, w, Convolution::Algorithm::GEMM));
  DNN_OK(op.RunBwdData(handle, dx, dy, w, Convolution::AlgorithmBwdData::GEMM));
  DNN_OK(op.RunBwdFilter(handle, dw, x, dy, Convolution::AlgorithmBwdFilter::GEMM));
  const Results wanted = expected(c, x.host, w.host, dy.host);
  CHECK(y.read() == wanted.y);
  CHECK(dx.read() == wanted.dx);
  CHECK(dw.read() == wanted.dw);
}

void multiply(int64_t count, int64_t size, Handle& handle) {
  const std::vector<int64_t> sizes{count, size, size};
  Floats a(numbers(count * size * size, 1), sizes), b(numbers(count * size * size, 2), sizes);
  Floats d(a.host, sizes);
  DNN_OK(BatchMatMul().Run(handle, d, a, b));
  std::vector<float> wanted(a.host.size());
  for (int64_t i = 0; i < count * size * size * size; ++i) {
    const int64_t k = i % size, column = i / size % size, row = i / (size * size);
    wanted[static_cast<std::size_t>(row * size + column)] +=
        a.host[static_cast<std::size_t>(row * size + k)] *
        b.host[static_cast<std::size_t>((row / size * size + k) * size + column)];
  }
  CHECK(d.read() == wanted);
}

void run_all(Handle& handle) {
  convolve({6, 8, 20, 12, 1, 1}, handle);   // images
  convolve({2, 96, 12, 96, 1, 1}, handle);  // rows of many weights
  convolve({1, 32, 40, 32, 2, 1}, handle);  // channels of one image, rows of its patches
  convolve({1, 4, 64, 32, 1, 1}, handle);   // parts of one image
  convolve({4, 24, 14, 24, 1, 3}, handle);  // groups
  convolve({4, 64, 24, 64, 1, 64}, handle);
  multiply(40, 32, handle);
}

}  // namespace

TEST(what_threads_share_is_what_one_computes) {
  Handle handle;
  run_all(handle);
}

TEST(streams_of_several_threads_share_at_once) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 2; ++i) {
    threads.emplace_back([] {
      const Stream stream;
      Handle handle;
      DNN_OK(handle.SetStream(stream));
      run_all(handle);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST(threads_with_one_handle_share_too) {
  const Stream stream;
  Handle handle;
  DNN_OK(handle.SetStream(stream));
  std::vector<std::thread> threads;
  for (int i = 0; i < 2; ++i) threads.emplace_back([&] { run_all(handle); });
  for (std::thread& thread : threads) thread.join();
}

TEST_MAIN()
