// Device arrays and small dense matrices by columns, known as complex double whatever their type.
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <vector>

#include "check.h"
#include "musa_runtime_api.h"
#include "musolver.h"
#include "testing/device_numbers.h"

namespace solver_test {

using namespace musasim::testing;

struct Handle {
  Handle() { OK(musolverDnCreate(&handle)); }
  ~Handle() { OK(musolverDnDestroy(handle)); }
  operator musolverDnHandle_t() const { return handle; }
  musolverDnHandle_t handle = nullptr;
};

template <class T>
constexpr double kTolerance = std::is_same_v<T, float> || std::is_same_v<T, Complex> ? 1e-3 : 1e-9;

// By columns.
struct Matrix {
  int rows = 0;
  int cols = 0;
  std::vector<Number> value;

  Matrix(int r, int c) : rows(r), cols(c), value(static_cast<size_t>(r) * static_cast<size_t>(c)) {}
  Number& operator()(int r, int c) { return value[static_cast<size_t>(c * rows + r)]; }
  const Number& operator()(int r, int c) const { return value[static_cast<size_t>(c * rows + r)]; }
};

// Between -1 and 1, reproducible.
inline Matrix random_matrix(int rows, int cols, bool complex, unsigned seed = 1) {
  Matrix m(rows, cols);
  unsigned state = seed;
  const auto next = [&] {
    state = state * 1664525u + 1013904223u;
    return static_cast<double>(state >> 8) / (1 << 23) - 1;
  };
  for (Number& value : m.value) {
    const double real = next();
    value = Number(real, complex ? next() : 0);
  }
  return m;
}

inline Matrix operator*(const Matrix& a, const Matrix& b) {
  Matrix c(a.rows, b.cols);
  for (int i = 0; i < a.rows; ++i) {
    for (int j = 0; j < b.cols; ++j) {
      for (int k = 0; k < a.cols; ++k) {
        c(i, j) += a(i, k) * b(k, j);
      }
    }
  }
  return c;
}

inline Matrix adjoint(const Matrix& a) {
  Matrix t(a.cols, a.rows);
  for (int i = 0; i < a.rows; ++i) {
    for (int j = 0; j < a.cols; ++j) {
      t(j, i) = std::conj(a(i, j));
    }
  }
  return t;
}

inline Matrix transposed(const Matrix& a) {
  Matrix t = adjoint(a);
  for (Number& value : t.value) {
    value = std::conj(value);
  }
  return t;
}

inline Matrix identity(int n) {
  Matrix m(n, n);
  for (int i = 0; i < n; ++i) {
    m(i, i) = 1;
  }
  return m;
}

inline Matrix diagonal(const std::vector<Number>& values) {
  Matrix m(static_cast<int>(values.size()), static_cast<int>(values.size()));
  for (int i = 0; i < m.rows; ++i) {
    m(i, i) = values[static_cast<size_t>(i)];
  }
  return m;
}

// The first columns.
inline Matrix columns(const Matrix& m, int count) {
  Matrix part(m.rows, count);
  std::copy_n(m.value.begin(), part.value.size(), part.value.begin());
  return part;
}

// Hermitian, with eigenvalues well above zero.
inline Matrix positive(int n, bool complex, unsigned seed = 3) {
  const Matrix some = random_matrix(n, n, complex, seed);
  Matrix a = some * adjoint(some);
  for (int i = 0; i < n; ++i) {
    a(i, i) += n;
  }
  return a;
}

// A matrix with `gap` elements after each column, which hold 77.
template <class T>
std::vector<T> laid_out(const Matrix& m, int gap = 0) {
  std::vector<T> values(static_cast<size_t>((m.rows + gap) * m.cols), stored<T>(77));
  for (int c = 0; c < m.cols; ++c) {
    for (int r = 0; r < m.rows; ++r) {
      values[static_cast<size_t>(c * (m.rows + gap) + r)] = stored<T>(m(r, c));
    }
  }
  return values;
}

template <class T>
Matrix matrix_of(const std::vector<T>& values, int rows, int cols, int gap = 0) {
  Matrix m(rows, cols);
  for (int c = 0; c < cols; ++c) {
    for (int r = 0; r < rows; ++r) {
      m(r, c) = known(values[static_cast<size_t>(c * (rows + gap) + r)]);
    }
    for (int r = rows; r < rows + gap; ++r) {
      CHECK(known(values[static_cast<size_t>(c * (rows + gap) + r)]) == Number(77));
    }
  }
  return m;
}

template <class T>
Matrix matrix_of(const Device<T>& device, int rows, int cols, int gap = 0) {
  return matrix_of(device.read(), rows, cols, gap);
}

template <class T>
void check_close(const Matrix& found, const Matrix& wanted) {
  EQUAL(found.value.size(), wanted.value.size());
  double off = 0;
  for (size_t i = 0; i < std::min(found.value.size(), wanted.value.size()); ++i) {
    off =
        std::max(off, std::abs(found.value[i] - wanted.value[i]) / (1 + std::abs(wanted.value[i])));
  }
  CHECK(off < kTolerance<T>);
}

// One triangle of a factorization in place; `unit`: with ones on its diagonal.
inline Matrix triangle(const Matrix& m, bool upper, bool unit = false) {
  Matrix t(m.rows, m.cols);
  for (int r = 0; r < m.rows; ++r) {
    for (int c = 0; c < m.cols; ++c) {
      if (r == c) {
        t(r, c) = unit ? Number(1) : m(r, c);
      } else if ((c > r) == upper) {
        t(r, c) = m(r, c);
      }
    }
  }
  return t;
}

}  // namespace solver_test
