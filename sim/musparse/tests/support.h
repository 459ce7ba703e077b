// Device arrays, and matrices to test with: known as dense ones of complex double, whatever type and
// format they are stored in.
#pragma once

#include <cmath>
#include <complex>
#include <cstdint>
#include <vector>

#include "check.h"
#include "musa_bf16.h"
#include "musa_fp16.h"
#include "musa_runtime_api.h"
#include "musparse.h"
#include "testing/device_numbers.h"

namespace sparse_test {

using namespace musasim::testing;

struct Handle {
  Handle() { OK(musparseCreate(&handle)); }
  ~Handle() { OK(musparseDestroy(handle)); }
  operator musparseHandle_t() const { return handle; }
  musparseHandle_t handle = nullptr;
};

template <class T>
constexpr musaDataType kType = std::is_same_v<T, float>     ? MUSA_R_32F
                               : std::is_same_v<T, double>  ? MUSA_R_64F
                               : std::is_same_v<T, Complex> ? MUSA_C_32F
                               : std::is_same_v<T, Number>  ? MUSA_C_64F
                               : std::is_same_v<T, __half>  ? MUSA_R_16F
                                                            : MUSA_R_16BF;

// The type that the platform computes in.
template <class T>
constexpr musaDataType kCompute =
    kType<T> == MUSA_R_16F || kType<T> == MUSA_R_16BF ? MUSA_R_32F : kType<T>;

template <class T>
using Scalar = std::conditional_t<std::is_arithmetic_v<T> || kIsComplex<T>, T, float>;

inline double tolerance(musaDataType type) {
  return type == MUSA_R_64F || type == MUSA_C_64F   ? 1e-10
         : type == MUSA_R_32F || type == MUSA_C_32F ? 1e-4
                                                    : 0.1;
}

// By rows.
struct Matrix {
  int64_t rows = 0;
  int64_t cols = 0;
  std::vector<Number> value;

  Matrix(int64_t r, int64_t c) : rows(r), cols(c), value(static_cast<size_t>(r * c)) {}
  Number& operator()(int64_t r, int64_t c) { return value[static_cast<size_t>(r * cols + c)]; }
  const Number& operator()(int64_t r, int64_t c) const {
    return value[static_cast<size_t>(r * cols + c)];
  }
};

// Small multiples of a quarter, so that 16-bit types hold them; reproducible.
class Random {
 public:
  double next() {
    state_ = state_ * 6364136223846793005ull + 1442695040888963407ull;
    return static_cast<double>(static_cast<int>(state_ >> 40) % 17 - 8) / 4;
  }
  // Non-zero with the given chance in eight.
  Number entry(int chance, bool complex) {
    const bool there = static_cast<int>(std::abs(next() * 4)) < chance;
    const double real = next();
    const double imaginary = complex ? next() : 0;
    return there ? Number(real == 0 ? 1 : real, imaginary) : Number(0);
  }

 private:
  uint64_t state_ = 42;
};

inline Matrix random_matrix(Random* random, int64_t rows, int64_t cols, bool complex,
                            int chance = 9) {
  Matrix m(rows, cols);
  for (Number& value : m.value) {
    value = random->entry(chance, complex);
  }
  return m;
}

inline Matrix turned(const Matrix& m, musparseOperation_t op) {
  if (op == MUSPARSE_OPERATION_NON_TRANSPOSE) {
    return m;
  }
  Matrix t(m.cols, m.rows);
  for (int64_t r = 0; r < m.rows; ++r) {
    for (int64_t c = 0; c < m.cols; ++c) {
      t(c, r) = op == MUSPARSE_OPERATION_TRANSPOSE ? m(r, c) : std::conj(m(r, c));
    }
  }
  return t;
}

// alpha a b + beta c
inline Matrix product(const Matrix& a, const Matrix& b, Number alpha, Number beta,
                      const Matrix& c) {
  Matrix result(a.rows, b.cols);
  for (int64_t r = 0; r < a.rows; ++r) {
    for (int64_t j = 0; j < b.cols; ++j) {
      Number sum(0);
      for (int64_t k = 0; k < a.cols; ++k) {
        sum += a(r, k) * b(k, j);
      }
      result(r, j) = alpha * sum + (beta == Number(0) ? Number(0) : beta * c(r, j));
    }
  }
  return result;
}

// A dense matrix with `gap` unused elements after each column or row, which hold 77.
template <class T>
std::vector<T> laid_out(const Matrix& m, musparseOrder_t order, int64_t gap) {
  const bool by_columns = order == MUSPARSE_ORDER_COL;
  const int64_t ld = (by_columns ? m.rows : m.cols) + gap;
  std::vector<T> values(static_cast<size_t>(ld * (by_columns ? m.cols : m.rows)), stored<T>(77));
  for (int64_t r = 0; r < m.rows; ++r) {
    for (int64_t c = 0; c < m.cols; ++c) {
      values[static_cast<size_t>(by_columns ? c * ld + r : r * ld + c)] = stored<T>(m(r, c));
    }
  }
  return values;
}

template <class T>
void check_layout(const std::vector<T>& values, const Matrix& wanted, musparseOrder_t order,
                  int64_t gap) {
  const std::vector<T> expected = laid_out<T>(wanted, order, gap);
  EQUAL(values.size(), expected.size());
  for (size_t i = 0; i < values.size(); ++i) {
    const double off = std::abs(known(values[i]) - known(expected[i]));
    CHECK(off <= tolerance(kType<T>) * (1 + std::abs(known(expected[i]))));
  }
}

// The non-zeros of a matrix in the three plain formats.
template <class T, class Index>
struct Stored {
  std::vector<Index> row;
  std::vector<Index> col;
  std::vector<Index> offsets;
  std::vector<T> value;

  Stored(const Matrix& m, int base, bool by_columns = false) {
    const int64_t lines = by_columns ? m.cols : m.rows;
    const int64_t length = by_columns ? m.rows : m.cols;
    offsets.push_back(static_cast<Index>(base));
    for (int64_t line = 0; line < lines; ++line) {
      for (int64_t i = 0; i < length; ++i) {
        const int64_t r = by_columns ? i : line;
        const int64_t c = by_columns ? line : i;
        if (m(r, c) != Number(0)) {
          row.push_back(static_cast<Index>(r + base));
          col.push_back(static_cast<Index>(c + base));
          value.push_back(stored<T>(m(r, c)));
        }
      }
      offsets.push_back(static_cast<Index>(static_cast<int64_t>(row.size()) + base));
    }
  }
  int count() const { return static_cast<int>(row.size()); }
};

inline musparseMatDescr_t matrix_type(musparseIndexBase_t base = MUSPARSE_INDEX_BASE_ZERO) {
  musparseMatDescr_t descr = nullptr;
  OK(musparseCreateMatDescr(&descr));
  OK(musparseSetMatIndexBase(descr, base));
  return descr;
}

template <class T>
void check_values(const std::vector<T>& values, const std::vector<Number>& wanted) {
  EQUAL(values.size(), wanted.size());
  for (size_t i = 0; i < std::min(values.size(), wanted.size()); ++i) {
    CHECK(std::abs(known(values[i]) - wanted[i]) <=
          tolerance(kType<T>) * (1 + std::abs(wanted[i])));
  }
}

// Device matrices with their descriptors.
template <class T>
struct Csr {
  Stored<T, int> host;
  Device<int> offsets;
  Device<int> columns;
  Device<T> values;
  musparseSpMatDescr_t descr = nullptr;

  explicit Csr(const Matrix& m)
      : host(m, 0), offsets(host.offsets), columns(host.col), values(host.value) {
    OK(musparseCreateCsr(&descr, m.rows, m.cols, host.count(), offsets, columns, values,
                         MUSPARSE_INDEX_32I, MUSPARSE_INDEX_32I, MUSPARSE_INDEX_BASE_ZERO,
                         kType<T>));
  }
  ~Csr() { OK(musparseDestroySpMat(descr)); }
};

template <class T>
struct DenseMatrix {
  Device<T> values;
  musparseDnMatDescr_t descr = nullptr;

  explicit DenseMatrix(const Matrix& m) : values(laid_out<T>(m, MUSPARSE_ORDER_COL, 0)) {
    OK(musparseCreateDnMat(&descr, m.rows, m.cols, m.rows, values, kType<T>, MUSPARSE_ORDER_COL));
  }
  ~DenseMatrix() { OK(musparseDestroyDnMat(descr)); }
};

}  // namespace sparse_test
