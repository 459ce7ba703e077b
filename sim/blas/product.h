// Matrix products whose element types are known at run time only.
#pragma once

#include <cstdint>
#include <vector>

#include "blas/cblas.h"
#include "library_types.h"

namespace musasim::blas {

// A column-major matrix in memory.
struct Matrix {
  musaDataType_t type;
  const void* data;
  std::int64_t ld;
};

struct Product {
  CBLAS_TRANSPOSE transa;
  CBLAS_TRANSPOSE transb;
  int m, n, k;
  Matrix a, b;
};

// The matrix converted to C, without gaps.
template <class C>
std::vector<C> converted(const Matrix& matrix, int rows, int columns);

// op(A) op(B), m x n without gaps. C is what is computed with: float, double, or complex of them;
// products of int8 are exact in double.
template <class C>
std::vector<C> multiply(const Product& product);

// C = alpha op(A) op(B) + beta C, rounded once to the type of C. beta of zero does not read C.
template <class C>
void multiply_add(const Product& product, C alpha, C beta, musaDataType_t type, void* c,
                  std::int64_t ldc);

// The same for 32-bit integers, which wrap around.
void multiply_add_integers(const Product& product, std::int32_t alpha, std::int32_t beta, void* c,
                           std::int64_t ldc);

}  // namespace musasim::blas
