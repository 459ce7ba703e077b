// Helpers of muBLAS's tests: device memory, random matrices, plain loops to compare with.
#pragma once

#include <cmath>
#include <complex>
#include <cstdint>
#include <random>
#include <vector>

#include "check.h"
#include "mublas.h"
#include "musa_runtime.h"

namespace blas_test {

using Complex = std::complex<double>;

#define MUBLAS_OK(call) EQUAL(static_cast<int>(call), static_cast<int>(MUBLAS_STATUS_SUCCESS))
#define MUBLAS_FAILS(call, status) EQUAL(static_cast<int>(call), static_cast<int>(status))
#define MUSA_OK(call) EQUAL(static_cast<int>(call), static_cast<int>(musaSuccess))

// Every element type as a complex number, and back.
inline Complex wide(float x) { return x; }
inline Complex wide(double x) { return x; }
inline Complex wide(int x) { return x; }
inline Complex wide(std::int8_t x) { return static_cast<double>(x); }
inline Complex wide(muComplex x) { return {x.x, x.y}; }
inline Complex wide(muDoubleComplex x) { return {x.x, x.y}; }
inline Complex wide(__half x) { return static_cast<double>(__half2float(x)); }
inline Complex wide(__mt_bfloat16 x) { return static_cast<double>(__bfloat162float(x)); }

template <class T>
T from_wide(Complex x) {
  if constexpr (std::is_same_v<T, muComplex>) {
    return make_muComplex(static_cast<float>(x.real()), static_cast<float>(x.imag()));
  } else if constexpr (std::is_same_v<T, muDoubleComplex>) {
    return make_muDoubleComplex(x.real(), x.imag());
  } else if constexpr (std::is_same_v<T, __half>) {
    return __float2half(static_cast<float>(x.real()));
  } else if constexpr (std::is_same_v<T, __mt_bfloat16>) {
    return __float2bfloat16(static_cast<float>(x.real()));
  } else {
    return static_cast<T>(x.real());
  }
}

template <class T>
constexpr bool kComplex = std::is_same_v<T, muComplex> || std::is_same_v<T, muDoubleComplex>;

// The relative error that results of a type may have.
template <class T>
double tolerance() {
  if (std::is_same_v<T, double> || std::is_same_v<T, muDoubleComplex>) return 1e-12;
  if (std::is_same_v<T, __half>) return 4e-3;
  if (std::is_same_v<T, __mt_bfloat16>) return 3e-2;
  return 1e-4;
}

// Memory on the device with a copy on the host.
template <class T>
class Device {
 public:
  explicit Device(std::vector<T> values) : host(std::move(values)) {
    MUSA_OK(musaMalloc(reinterpret_cast<void**>(&data_), bytes() + 1));
    put();
  }
  explicit Device(std::size_t count) : Device(std::vector<T>(count)) {}
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;
  ~Device() { MUSA_OK(musaFree(data_)); }

  T* get() const { return data_; }
  operator T*() const { return data_; }
  void put() { MUSA_OK(musaMemcpy(data_, host.data(), bytes(), musaMemcpyHostToDevice)); }
  // The elements as they are on the device now.
  const std::vector<T>& read() {
    MUSA_OK(musaDeviceSynchronize());
    MUSA_OK(musaMemcpy(host.data(), data_, bytes(), musaMemcpyDeviceToHost));
    return host;
  }

  std::vector<T> host;

 private:
  std::size_t bytes() const { return host.size() * sizeof(T); }
  T* data_ = nullptr;
};

// Small random numbers, complex ones for complex types; the same ones in each run.
template <class T>
std::vector<T> random_values(std::size_t count, unsigned seed = 1) {
  std::mt19937 source(seed * 7919U + static_cast<unsigned>(count));
  std::uniform_real_distribution<double> number(-1, 1);
  std::vector<T> values;
  for (std::size_t i = 0; i < count; ++i) {
    const double real = number(source);
    values.push_back(from_wide<T>({real, number(source)}));
  }
  return values;
}

// A triangle of random numbers with a strong diagonal, so that systems are well conditioned.
template <class T>
std::vector<T> strong_diagonal(std::vector<T> a, int n, int lda) {
  for (int i = 0; i < n; ++i) {
    const auto place = static_cast<std::size_t>(i + i * lda);
    a[place] = from_wide<T>(wide(a[place]) + 4.0);
  }
  return a;
}

template <class T>
void expect_near(const char* file, int line, const std::vector<T>& got,
                 const std::vector<Complex>& wanted, double scale = 1) {
  if (got.size() != wanted.size()) {
    ::testing::fail(file, line, "different sizes");
    return;
  }
  for (std::size_t i = 0; i < got.size(); ++i) {
    const double error = std::abs(wide(got[i]) - wanted[i]);
    // Written so that NaN fails.
    if (!(error <= scale * tolerance<T>() * (1 + std::abs(wanted[i])))) {
      ::testing::fail(file, line,
                      "element " + std::to_string(i) + ": " + ::testing::shown(wide(got[i])) +
                          " instead of " + ::testing::shown(wanted[i]));
      return;
    }
  }
}
#define NEAR(...) blas_test::expect_near(__FILE__, __LINE__, __VA_ARGS__)

template <class T>
std::vector<Complex> widened(const std::vector<T>& values) {
  std::vector<Complex> all;
  for (const T& value : values) all.push_back(wide(value));
  return all;
}

// A column-major matrix of doubles to compute with by plain loops.
struct Plain {
  int rows = 0;
  int columns = 0;
  std::vector<Complex> at_;

  Plain(int its_rows, int its_columns)
      : rows(its_rows),
        columns(its_columns),
        at_(static_cast<std::size_t>(its_rows) * static_cast<std::size_t>(its_columns)) {}
  Complex& at(int row, int column) { return at_[static_cast<std::size_t>(row + column * rows)]; }
  const Complex& at(int row, int column) const {
    return at_[static_cast<std::size_t>(row + column * rows)];
  }
};

template <class T>
Plain plain(const std::vector<T>& values, int rows, int columns, int ld, std::size_t offset = 0) {
  Plain result(rows, columns);
  for (int column = 0; column < columns; ++column) {
    for (int row = 0; row < rows; ++row) {
      result.at(row, column) = wide(values[offset + static_cast<std::size_t>(row + column * ld)]);
    }
  }
  return result;
}

inline Plain op(mublasOperation_t trans, const Plain& a) {
  if (trans == MUBLAS_OP_N) return a;
  Plain result(a.columns, a.rows);
  for (int row = 0; row < a.rows; ++row) {
    for (int column = 0; column < a.columns; ++column) {
      const Complex value = a.at(row, column);
      result.at(column, row) = trans == MUBLAS_OP_C ? std::conj(value) : value;
    }
  }
  return result;
}

inline Plain operator*(const Plain& a, const Plain& b) {
  Plain result(a.rows, b.columns);
  for (int row = 0; row < a.rows; ++row) {
    for (int column = 0; column < b.columns; ++column) {
      for (int k = 0; k < a.columns; ++k) {
        result.at(row, column) += a.at(row, k) * b.at(k, column);
      }
    }
  }
  return result;
}
inline Plain operator*(Complex factor, Plain a) {
  for (Complex& value : a.at_) value *= factor;
  return a;
}
inline Plain operator+(Plain a, const Plain& b) {
  for (std::size_t i = 0; i < a.at_.size(); ++i) a.at_[i] += b.at_[i];
  return a;
}

// Only the triangle, with ones on the diagonal if it is a unit one.
inline Plain triangle(Plain a, mublasFillMode_t uplo, mublasDiagType_t diag) {
  for (int row = 0; row < a.rows; ++row) {
    for (int column = 0; column < a.columns; ++column) {
      const bool stored = uplo == MUBLAS_FILL_MODE_UPPER ? row <= column : row >= column;
      if (!stored) a.at(row, column) = 0;
      if (row == column && diag == MUBLAS_DIAG_UNIT) a.at(row, column) = 1;
    }
  }
  return a;
}

// The whole matrix that a triangle stands for.
inline Plain symmetric(const Plain& a, mublasFillMode_t uplo, bool hermitian) {
  Plain result(a.rows, a.columns);
  for (int row = 0; row < a.rows; ++row) {
    for (int column = 0; column < a.columns; ++column) {
      const bool stored = uplo == MUBLAS_FILL_MODE_UPPER ? row <= column : row >= column;
      const Complex value = stored ? a.at(row, column) : a.at(column, row);
      result.at(row, column) = hermitian && !stored ? std::conj(value) : value;
      if (hermitian && row == column) result.at(row, column) = value.real();
    }
  }
  return result;
}

// `values` with the matrix (or only its triangle) put over what was there.
template <class T>
std::vector<Complex> overlaid(const std::vector<T>& values, const Plain& a, int ld,
                              mublasFillMode_t uplo = MUBLAS_FILL_MODE_FULL) {
  std::vector<Complex> result = widened(values);
  for (int column = 0; column < a.columns; ++column) {
    for (int row = 0; row < a.rows; ++row) {
      if ((uplo == MUBLAS_FILL_MODE_UPPER && row > column) ||
          (uplo == MUBLAS_FILL_MODE_LOWER && row < column)) {
        continue;
      }
      result[static_cast<std::size_t>(row + column * ld)] = a.at(row, column);
    }
  }
  return result;
}

struct Handle {
  Handle() { MUBLAS_OK(mublasCreate(&handle)); }
  ~Handle() { MUBLAS_OK(mublasDestroy(handle)); }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  operator mublasHandle_t() const { return handle; }
  mublasHandle_t handle = nullptr;
};

const mublasOperation_t kOperations[] = {MUBLAS_OP_N, MUBLAS_OP_T, MUBLAS_OP_C};
const mublasFillMode_t kFills[] = {MUBLAS_FILL_MODE_UPPER, MUBLAS_FILL_MODE_LOWER};
const mublasDiagType_t kDiagonals[] = {MUBLAS_DIAG_NON_UNIT, MUBLAS_DIAG_UNIT};
const mublasSideMode_t kSides[] = {MUBLAS_SIDE_LEFT, MUBLAS_SIDE_RIGHT};

template <class T>
using RealOf =
    std::conditional_t<std::is_same_v<T, muComplex>, float,
                       std::conditional_t<std::is_same_v<T, muDoubleComplex>, double, T>>;

// NAME<T>(...) calls the function for T.
#define BLAS_TEST_ALL(NAME, S, D, C, Z)                                       \
  template <class T, class... A>                                              \
  mublasStatus_t NAME(A&&... arguments) {                                     \
    if constexpr (std::is_same_v<T, float>) return S(arguments...);           \
    if constexpr (std::is_same_v<T, double>) return D(arguments...);          \
    if constexpr (std::is_same_v<T, muComplex>) return C(arguments...);       \
    if constexpr (std::is_same_v<T, muDoubleComplex>) return Z(arguments...); \
  }
#define BLAS_TEST_REAL(NAME, S, D)                                   \
  template <class T, class... A>                                     \
  mublasStatus_t NAME(A&&... arguments) {                            \
    if constexpr (std::is_same_v<T, float>) return S(arguments...);  \
    if constexpr (std::is_same_v<T, double>) return D(arguments...); \
  }
#define BLAS_TEST_COMPLEX(NAME, C, Z)                                         \
  template <class T, class... A>                                              \
  mublasStatus_t NAME(A&&... arguments) {                                     \
    if constexpr (std::is_same_v<T, muComplex>) return C(arguments...);       \
    if constexpr (std::is_same_v<T, muDoubleComplex>) return Z(arguments...); \
  }

// A test body for each of the four types: f(type value).
template <class F>
void for_types(F f) {
  f(float{});
  f(double{});
  f(muComplex{});
  f(muDoubleComplex{});
}
template <class F>
void for_real_types(F f) {
  f(float{});
  f(double{});
}
template <class F>
void for_complex_types(F f) {
  f(muComplex{});
  f(muDoubleComplex{});
}

}  // namespace blas_test
