// Transforms of lengths with small prime factors: Stockham's form of the fast Fourier transform,
// one pass a factor, which needs no reordering.
#include <utility>
#include <vector>

#include "mufft/transform.h"

namespace musasim::fft {
namespace {

template <int Radix>
struct Butterfly;

template <>
struct Butterfly<2> {
  static void run(const Complex* a, Complex* b) {
    b[0] = a[0] + a[1];
    b[1] = a[0] - a[1];
  }
};

template <>
struct Butterfly<3> {
  static void run(const Complex* a, Complex* b) {
    constexpr double kSine = 0.86602540378443864676;
    const Complex sum = a[1] + a[2];
    const Complex middle = a[0] + -0.5 * sum;
    const Complex turn = turned(kSine * (a[1] - a[2]));
    b[0] = a[0] + sum;
    b[1] = middle + turn;
    b[2] = middle - turn;
  }
};

template <>
struct Butterfly<4> {
  static void run(const Complex* a, Complex* b) {
    const Complex even_sum = a[0] + a[2];
    const Complex even_difference = a[0] - a[2];
    const Complex odd_sum = a[1] + a[3];
    const Complex odd_difference = turned(a[1] - a[3]);
    b[0] = even_sum + odd_sum;
    b[1] = even_difference + odd_difference;
    b[2] = even_sum - odd_sum;
    b[3] = even_difference - odd_difference;
  }
};

template <>
struct Butterfly<5> {
  static void run(const Complex* a, Complex* b) {
    constexpr double kCosine1 = 0.30901699437494742410;
    constexpr double kCosine2 = -0.80901699437494742410;
    constexpr double kSine1 = 0.95105651629515357212;
    constexpr double kSine2 = 0.58778525229247312917;
    const Complex sum1 = a[1] + a[4];
    const Complex sum2 = a[2] + a[3];
    const Complex difference1 = a[1] - a[4];
    const Complex difference2 = a[2] - a[3];
    const Complex real1 = a[0] + kCosine1 * sum1 + kCosine2 * sum2;
    const Complex real2 = a[0] + kCosine2 * sum1 + kCosine1 * sum2;
    const Complex turn1 = turned(kSine1 * difference1 + kSine2 * difference2);
    const Complex turn2 = turned(kSine2 * difference1 - kSine1 * difference2);
    b[0] = a[0] + sum1 + sum2;
    b[1] = real1 + turn1;
    b[2] = real2 + turn2;
    b[3] = real2 - turn2;
    b[4] = real1 - turn1;
  }
};

// One pass: `rest` is what remains of the length after this factor, `stride` the numbers that lie
// together, `step` the distance of this pass's roots in the table.
struct Pass {
  std::size_t rest;
  std::size_t stride;
  std::size_t step;
  const Complex* roots;
};

template <int Radix>
void run_pass(const Pass& pass, const Complex* from, Complex* to) {
  for (std::size_t p = 0; p < pass.rest; ++p) {
    Complex root[Radix];
    for (int k = 1; k < Radix; ++k) root[k] = pass.roots[p * k * pass.step];
    const Complex* const in = from + p * pass.stride;
    Complex* const out = to + p * Radix * pass.stride;
    for (std::size_t q = 0; q < pass.stride; ++q) {
      Complex a[Radix];
      Complex b[Radix];
      for (int j = 0; j < Radix; ++j) a[j] = in[q + j * pass.rest * pass.stride];
      Butterfly<Radix>::run(a, b);
      out[q] = b[0];
      for (int k = 1; k < Radix; ++k) out[q + k * pass.stride] = b[k] * root[k];
    }
  }
}

// `length` is that of the table.
void run_prime_pass(const Pass& pass, std::size_t radix, std::size_t length, const Complex* from,
                    Complex* to) {
  const std::size_t turn = length / radix;
  for (std::size_t p = 0; p < pass.rest; ++p) {
    for (std::size_t q = 0; q < pass.stride; ++q) {
      const Complex* const in = from + p * pass.stride + q;
      Complex* const out = to + p * radix * pass.stride + q;
      for (std::size_t k = 0; k < radix; ++k) {
        Complex sum = in[0];
        for (std::size_t j = 1; j < radix; ++j) {
          sum = sum + in[j * pass.rest * pass.stride] * pass.roots[j * k % radix * turn];
        }
        out[k * pass.stride] = sum * pass.roots[p * k * pass.step];
      }
    }
  }
}

std::vector<std::size_t> factors_of(std::size_t length) {
  std::vector<std::size_t> factors;
  for (std::size_t radix : {4, 2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31}) {
    for (; length % radix == 0; length /= radix) factors.push_back(radix);
  }
  return factors;
}

class MixedRadix : public Transform {
 public:
  explicit MixedRadix(std::size_t length)
      : length_(length), factors_(factors_of(length)), roots_(unit_roots(length)) {}

  std::size_t scratch_size(std::size_t columns) const override { return length_ * columns; }

  void run(Complex* data, std::size_t columns, Complex* scratch) const override {
    Complex* from = data;
    Complex* to = scratch;
    std::size_t done = 1;
    for (std::size_t radix : factors_) {
      const Pass pass{length_ / (done * radix), done * columns, done, roots_.data()};
      switch (radix) {
        case 2: run_pass<2>(pass, from, to); break;
        case 3: run_pass<3>(pass, from, to); break;
        case 4: run_pass<4>(pass, from, to); break;
        case 5: run_pass<5>(pass, from, to); break;
        default: run_prime_pass(pass, radix, length_, from, to); break;
      }
      std::swap(from, to);
      done *= radix;
    }
    if (from != data) {
      for (std::size_t i = 0; i < length_ * columns; ++i) data[i] = from[i];
    }
  }

 private:
  std::size_t length_;
  std::vector<std::size_t> factors_;
  std::vector<Complex> roots_;
};

}  // namespace

std::shared_ptr<const Transform> make_mixed_radix(std::size_t length) {
  return std::make_shared<MixedRadix>(length);
}

bool has_small_factors(std::size_t length) {
  for (std::size_t prime = 2; prime <= kLargestRadix; ++prime) {
    while (length % prime == 0) length /= prime;
  }
  return length == 1;
}

}  // namespace musasim::fft
