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

// A matrix as OpenBLAS takes it: where it lies, or without gaps in a copy.
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
  blas::cblas::gemm<C>(CblasRowMajor, left.transposed, right.transposed,
                       static_cast<int>(a.size(0)), static_cast<int>(b.size(1)),
                       static_cast<int>(a.size(1)), static_cast<C>(alpha), left.data,
                       static_cast<int>(left.ld), right.data, static_cast<int>(right.ld),
                       static_cast<C>(beta), c, static_cast<int>(std::max<Int>(ld, 1)));
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
