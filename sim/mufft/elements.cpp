// Rows of user data of every element type.
#include "mufft/elements.h"

#include "musa_bf16.h"
#include "musa_fp16.h"

namespace musasim::fft {
namespace {

double widened(__half value) { return __half2float(value); }
double widened(__mt_bfloat16 value) { return __bfloat162float(value); }
double widened(float value) { return value; }
double widened(double value) { return value; }

void narrow_to(__half* out, double value) { *out = __double2half(value); }
void narrow_to(__mt_bfloat16* out, double value) { *out = __double2bfloat16(value); }
void narrow_to(float* out, double value) { *out = static_cast<float>(value); }
void narrow_to(double* out, double value) { *out = value; }

template <class Real>
void load(bool complex, const void* data, std::size_t first, std::size_t stride, std::size_t count,
          double sign, Complex* row) {
  const Real* const values = static_cast<const Real*>(data);
  if (!complex) {
    for (std::size_t i = 0; i < count; ++i) row[i] = {widened(values[first + i * stride]), 0.0};
    return;
  }
  for (std::size_t i = 0; i < count; ++i) {
    const Real* const pair = values + 2 * (first + i * stride);
    row[i] = {widened(pair[0]), sign * widened(pair[1])};
  }
}

template <class Real>
void store(bool complex, void* data, std::size_t first, std::size_t stride, std::size_t count,
           double sign, const Complex* row) {
  Real* const values = static_cast<Real*>(data);
  if (!complex) {
    for (std::size_t i = 0; i < count; ++i) narrow_to(&values[first + i * stride], row[i].re);
    return;
  }
  for (std::size_t i = 0; i < count; ++i) {
    Real* const pair = values + 2 * (first + i * stride);
    narrow_to(&pair[0], row[i].re);
    narrow_to(&pair[1], sign * row[i].im);
  }
}

}  // namespace

std::size_t size_of(Element element) noexcept {
  const std::size_t real = element.precision == Precision::kDouble  ? 8
                           : element.precision == Precision::kFloat ? 4
                                                                    : 2;
  return element.complex ? 2 * real : real;
}

void load_row(Element element, const void* data, std::size_t first, std::size_t stride,
              std::size_t count, bool conjugated, Complex* row) {
  const double sign = conjugated ? -1.0 : 1.0;
  switch (element.precision) {
    case Precision::kHalf:
      return load<__half>(element.complex, data, first, stride, count, sign, row);
    case Precision::kBfloat16:
      return load<__mt_bfloat16>(element.complex, data, first, stride, count, sign, row);
    case Precision::kFloat:
      return load<float>(element.complex, data, first, stride, count, sign, row);
    case Precision::kDouble:
      return load<double>(element.complex, data, first, stride, count, sign, row);
  }
}

void store_row(Element element, void* data, std::size_t first, std::size_t stride,
               std::size_t count, bool conjugated, const Complex* row) {
  const double sign = conjugated ? -1.0 : 1.0;
  switch (element.precision) {
    case Precision::kHalf:
      return store<__half>(element.complex, data, first, stride, count, sign, row);
    case Precision::kBfloat16:
      return store<__mt_bfloat16>(element.complex, data, first, stride, count, sign, row);
    case Precision::kFloat:
      return store<float>(element.complex, data, first, stride, count, sign, row);
    case Precision::kDouble:
      return store<double>(element.complex, data, first, stride, count, sign, row);
  }
}

}  // namespace musasim::fft
