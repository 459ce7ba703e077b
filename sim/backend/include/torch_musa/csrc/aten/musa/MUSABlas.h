// Products of matrices in device memory, by muBLAS on the current stream. Column-major, as muBLAS has them.
#pragma once

#include <ATen/OpMathType.h>
#include <mublas.h>

#include "torch_musa/csrc/aten/musa/MUSAContext.h"
#include "torch_musa/csrc/aten/musa/MUSADtype.muh"

#define MUSABLAS_GEMM_ARGTYPES(Dtype)                                                 \
  char transa, char transb, std::int64_t m, std::int64_t n, std::int64_t k,           \
      at::opmath_type<Dtype> alpha, const Dtype *a, std::int64_t lda, const Dtype *b, \
      std::int64_t ldb, at::opmath_type<Dtype> beta, Dtype *c, std::int64_t ldc

#define MUSABLAS_BGEMM_ARGTYPES(Dtype)                                                      \
  char transa, char transb, std::int64_t m, std::int64_t n, std::int64_t k,                 \
      at::opmath_type<Dtype> alpha, const Dtype *a, std::int64_t lda, std::int64_t stridea, \
      const Dtype *b, std::int64_t ldb, std::int64_t strideb, at::opmath_type<Dtype> beta,  \
      Dtype *c, std::int64_t ldc, std::int64_t stridec, std::int64_t num_batches

namespace at::musa::blas {

namespace detail {

inline mublasOperation_t operation(char letter) {
  switch (letter) {
    case 'n':
    case 'N': return MUBLAS_OP_N;
    case 't':
    case 'T': return MUBLAS_OP_T;
    case 'c':
    case 'C': return MUBLAS_OP_C;
    default: TORCH_CHECK(false, "trans must be one of: N, T, C, but it is '", letter, "'");
  }
}

// Sums are calculated in opmath_type.
template <typename Dtype>
constexpr mublasComputeType_t compute_type() {
  return std::is_same_v<at::opmath_type<Dtype>, double> ||
                 std::is_same_v<at::opmath_type<Dtype>, c10::complex<double>>
             ? MUBLAS_COMPUTE_64F
             : MUBLAS_COMPUTE_32F;
}

}  // namespace detail

// c = alpha * a * b + beta * c
template <typename Dtype>
void gemm(MUSABLAS_GEMM_ARGTYPES(Dtype)) {
  const musaDataType type = at::musa::getMusaDataType<Dtype>();
  TORCH_MUSABLAS_CHECK(
      mublasGemmEx(getCurrentMUSABlasHandle(), detail::operation(transa), detail::operation(transb),
                   static_cast<int>(m), static_cast<int>(n), static_cast<int>(k), &alpha, a, type,
                   static_cast<int>(lda), b, type, static_cast<int>(ldb), &beta, c, type,
                   static_cast<int>(ldc), detail::compute_type<Dtype>(), MUBLAS_GEMM_DEFAULT));
}

// The same for matrices that follow each other by those strides.
template <typename Dtype>
void bgemm(MUSABLAS_BGEMM_ARGTYPES(Dtype)) {
  const musaDataType type = at::musa::getMusaDataType<Dtype>();
  TORCH_MUSABLAS_CHECK(mublasGemmStridedBatchedEx(
      getCurrentMUSABlasHandle(), detail::operation(transa), detail::operation(transb),
      static_cast<int>(m), static_cast<int>(n), static_cast<int>(k), &alpha, a, type,
      static_cast<int>(lda), stridea, b, type, static_cast<int>(ldb), strideb, &beta, c, type,
      static_cast<int>(ldc), stridec, static_cast<int>(num_batches), detail::compute_type<Dtype>(),
      MUBLAS_GEMM_DEFAULT));
}

}  // namespace at::musa::blas
