// Products of matrices in views of any type and strides, by OpenBLAS.
#pragma once

#include "blas/cblas.h"
#include "mudnn/walk.h"

namespace musasim::dnn {

// Real numbers are multiplied as float or double; integers as double, which is exact up to 53 bits.
template <class F>
void with_product_kind(Kind kind, F f) {
  if (kind == Kind::kFloat) {
    f(float{});
  } else {
    f(double{});
  }
}

// A matrix by rows as OpenBLAS takes it.
template <class C>
struct Panel {
  C* data;
  Int ld;
  CBLAS_TRANSPOSE transposed = CblasNoTrans;
};

// y = alpha m x + beta y, with the matrix of `rows` and `columns`; beta of zero reads no y.
template <class C>
void gemv(Int rows, Int columns, C alpha, const Panel<const C>& m, const C* x, Int step_x, C beta,
          C* y, Int step_y) {
  const bool plain = m.transposed == CblasNoTrans;
  for (Int i = 0; beta == 0 && i < rows; ++i) y[i * step_y] = 0;
  blas::cblas::gemv<C>(CblasRowMajor, m.transposed, static_cast<int>(plain ? rows : columns),
                       static_cast<int>(plain ? columns : rows), alpha, m.data,
                       static_cast<int>(m.ld), x, static_cast<int>(step_x), beta, y,
                       static_cast<int>(step_y));
}

// c = alpha a b + beta c, of m x k and k x n; beta of zero reads no c. A product with a vector is
// given to gemv, which does not pack the matrix first.
template <class C>
void gemm(Int m, Int n, Int k, C alpha, const Panel<const C>& a, const Panel<const C>& b, C beta,
          const Panel<C>& c) {
  if (k > 0 && n == 1) {
    const Int step = b.transposed == CblasNoTrans ? b.ld : 1;
    return gemv<C>(m, k, alpha, a, b.data, step, beta, c.data, c.ld);
  }
  if (k > 0 && m == 1) {
    const bool plain = b.transposed == CblasNoTrans;
    const Panel<const C> turned{b.data, b.ld, plain ? CblasTrans : CblasNoTrans};
    const Int step = a.transposed == CblasNoTrans ? 1 : a.ld;
    return gemv<C>(n, k, alpha, turned, a.data, step, beta, c.data, 1);
  }
  const auto narrow = [](Int value) { return static_cast<int>(std::max<Int>(value, 1)); };
  blas::cblas::gemm<C>(CblasRowMajor, a.transposed, b.transposed, static_cast<int>(m),
                       static_cast<int>(n), static_cast<int>(k), alpha, a.data, narrow(a.ld),
                       b.data, narrow(b.ld), beta, c.data, narrow(c.ld));
}

// A matrix where it lies, or without gaps in a copy.
template <class C>
class Operand {
 public:
  explicit Operand(const View& m) {
    const Int rows = m.size(0), columns = m.size(1);
    const bool by_rows = m.stride(1) == 1 || columns == 1,
               by_columns = m.stride(0) == 1 || rows == 1;
    if (m.type == type_of<C>() && by_rows && (rows == 1 || m.stride(0) >= columns)) {
      data = m.as<C>();
      ld = rows == 1 ? std::max<Int>(columns, 1) : m.stride(0);
    } else if (m.type == type_of<C>() && by_columns && (columns == 1 || m.stride(1) >= rows)) {
      data = m.as<C>();
      ld = columns == 1 ? std::max<Int>(rows, 1) : m.stride(1);
      transposed = CblasTrans;
    } else {
      kept_ = gather_all<C>(m);
      data = kept_.data();
      ld = std::max<Int>(columns, 1);
    }
  }
  Operand(const Operand&) = delete;
  Operand& operator=(const Operand&) = delete;
  operator Panel<const C>() const { return {data, ld, transposed}; }

  const C* data;
  Int ld;
  CBLAS_TRANSPOSE transposed = CblasNoTrans;

 private:
  std::vector<C> kept_;
};

// c = alpha a b + beta c, with c by rows and `ld` elements from row to row. beta of zero reads no c.
template <class C>
void multiply(const View& a, const View& b, double alpha, double beta, C* c, Int ld) {
  const Operand<C> left(a), right(b);
  gemm<C>(a.size(0), b.size(1), a.size(1), static_cast<C>(alpha), left, right, static_cast<C>(beta),
          {c, ld});
}

// A view of what the work itself holds.
template <class C>
View view_of(const C* data, const Dims& sizes) {
  View view;
  view.type = type_of<C>();
  view.data = const_cast<char*>(reinterpret_cast<const char*>(data));
  view.sizes = sizes;
  view.strides = dense(sizes);
  view.given = true;
  return view;
}

}  // namespace musasim::dnn
