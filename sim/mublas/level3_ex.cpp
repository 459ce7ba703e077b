// Matrix products on elements of any type.
#include "mublas/gemm.h"
#include "mublas/level3_rank.h"

namespace musasim::blas {
namespace {

// The arithmetic of a product.
enum class Compute { kHalf, kFloat, kDouble, kComplexFloat, kComplexDouble, kInt32, kNone };

struct Types {
  musaDataType_t a, b, c;
};

bool floats(const Types& t) {
  switch (t.a) {
    case MUSA_R_16F:
    case MUSA_R_16BF: return t.c == t.a || t.c == MUSA_R_32F;
    case MUSA_R_8I:
    case MUSA_R_32F: return t.c == MUSA_R_32F;
    default: return false;
  }
}

// kNone when the element types do not go with the compute type.
Compute compute_for(mublasComputeType_t type, const Types& t) {
  const bool same = t.a == t.b;
  switch (type) {
    case MUBLAS_COMPUTE_16F:
    case MUBLAS_COMPUTE_16F_PEDANTIC:
      return same && t.a == MUSA_R_16F && t.c == MUSA_R_16F ? Compute::kHalf : Compute::kNone;
    case MUBLAS_COMPUTE_32F:
    case MUBLAS_COMPUTE_32F_PEDANTIC:
    case MUBLAS_COMPUTE_32F_FAST_16F:
    case MUBLAS_COMPUTE_32F_FAST_16BF:
    case MUBLAS_COMPUTE_32F_FAST_TF32:
      if (same && t.c == MUSA_C_32F && (t.a == MUSA_C_32F || t.a == MUSA_C_8I)) {
        return Compute::kComplexFloat;
      }
      return same && floats(t) ? Compute::kFloat : Compute::kNone;
    case MUBLAS_COMPUTE_64F:
    case MUBLAS_COMPUTE_64F_PEDANTIC:
      if (!same || t.a != t.c) return Compute::kNone;
      return t.a == MUSA_R_64F   ? Compute::kDouble
             : t.a == MUSA_C_64F ? Compute::kComplexDouble
                                 : Compute::kNone;
    case MUBLAS_COMPUTE_32I:
    case MUBLAS_COMPUTE_32I_PEDANTIC:
      return same && t.a == MUSA_R_8I && t.c == MUSA_R_32I ? Compute::kInt32 : Compute::kNone;
  }
  return Compute::kNone;
}

// The matrices of a batch as untyped pointers.
struct StridedBytes {
  musaDataType_t type;
  void* data;
  long long stride;
  void* operator[](Int i) const { return element(type, backing(data), i * stride); }
};
StridedBytes strided(musaDataType_t type, const void* data, long long stride) {
  return {type, const_cast<void*>(data), stride};
}

template <class C, class S, class As, class Bs, class Cs>
Status launch_typed(const Call& call, const Shape& shape, const Types& types, const void* alpha,
                    As as, Bs bs, const void* beta, Cs cs, Int batch) {
  const auto* const first_scalar = static_cast<const S*>(alpha);
  const auto* const second_scalar = static_cast<const S*>(beta);
  return call.launch([=, alpha = call.scalar(first_scalar), beta = call.scalar(second_scalar)] {
    const S times = alpha.get();
    const S keep = beta.get();
    for (Int i = 0; i < batch; ++i) {
      const Product product = shape.product(types.a, as[i], types.b, bs[i]);
      if constexpr (std::is_same_v<S, std::int32_t>) {
        multiply_add_integers(product, times, keep, cs[i], shape.ldc);
      } else {
        multiply_add<C>(product, read<C>(times), read<C>(keep), types.c, cs[i], shape.ldc);
      }
    }
  });
}

template <class As, class Bs, class Cs>
Status launch_any(const Call& call, const Shape& shape, const Types& types, Compute compute,
                  const void* alpha, As as, Bs bs, const void* beta, Cs cs, Int batch) {
  const auto go = [&](auto computed, auto given) {
    return launch_typed<decltype(computed), decltype(given)>(call, shape, types, alpha, as, bs,
                                                             beta, cs, batch);
  };
  switch (compute) {
    case Compute::kHalf: return go(float{}, Half{});
    case Compute::kFloat: return go(float{}, float{});
    case Compute::kDouble: return go(double{}, double{});
    case Compute::kComplexFloat: return go(std::complex<float>{}, std::complex<float>{});
    case Compute::kComplexDouble: return go(std::complex<double>{}, std::complex<double>{});
    case Compute::kInt32: return go(double{}, std::int32_t{});
    case Compute::kNone: break;
  }
  return MUBLAS_STATUS_NOT_SUPPORTED;
}

// Checks all, launches unless there is nothing to do. `given` is the status of the pointers.
template <class As, class Bs, class Cs>
Status checked_gemms(const Call& call, const Shape& shape, const Types& types, Compute compute,
                     Status given, const void* alpha, As as, Bs bs, const void* beta, Cs cs,
                     Int batch) {
  const Status bad = first(
      {shape.check(batch), compute == Compute::kNone ? MUBLAS_STATUS_NOT_SUPPORTED : kSuccess});
  if (bad != kSuccess || shape.empty() || batch == 0) {
    return bad;
  }
  if (const Status null = first({given, pointers(alpha, beta)}); null != kSuccess) {
    return null;
  }
  return launch_any(call, shape, types, compute, alpha, as, bs, beta, cs, batch);
}

Status gemm_strided_ex(const Call& call, mublasOperation_t transa, mublasOperation_t transb, Int m,
                       Int n, Int k, const void* alpha, const void* a, musaDataType_t a_type,
                       Int lda, long long stride_a, const void* b, musaDataType_t b_type, Int ldb,
                       long long stride_b, const void* beta, void* c, musaDataType_t c_type,
                       Int ldc, long long stride_c, Int batch, mublasComputeType_t compute,
                       mublasGemmAlgo_t) {
  const Types types{a_type, b_type, c_type};
  const Status given = first({pointers(c), k == 0 ? kSuccess : pointers(a, b)});
  return checked_gemms(call, Shape{transa, transb, m, n, k, lda, ldb, ldc}, types,
                       compute_for(compute, types), given, alpha, strided(a_type, a, stride_a),
                       strided(b_type, b, stride_b), beta, strided(c_type, c, stride_c), batch);
}

Status gemm_ex(const Call& call, mublasOperation_t transa, mublasOperation_t transb, Int m, Int n,
               Int k, const void* alpha, const void* a, musaDataType_t a_type, Int lda,
               const void* b, musaDataType_t b_type, Int ldb, const void* beta, void* c,
               musaDataType_t c_type, Int ldc, mublasComputeType_t compute, mublasGemmAlgo_t algo) {
  return gemm_strided_ex(call, transa, transb, m, n, k, alpha, a, a_type, lda, 0, b, b_type, ldb, 0,
                         beta, c, c_type, ldc, 0, 1, compute, algo);
}

Status gemm_batched_ex(const Call& call, mublasOperation_t transa, mublasOperation_t transb, Int m,
                       Int n, Int k, const void* alpha, const void* const* a, musaDataType_t a_type,
                       Int lda, const void* const* b, musaDataType_t b_type, Int ldb,
                       const void* beta, void* const* c, musaDataType_t c_type, Int ldc, Int batch,
                       mublasComputeType_t compute, mublasGemmAlgo_t) {
  const Types types{a_type, b_type, c_type};
  return checked_gemms(call, Shape{transa, transb, m, n, k, lda, ldb, ldc}, types,
                       compute_for(compute, types), pointers(a, b, c), alpha,
                       PointerArray<const void>(a), PointerArray<const void>(b), beta,
                       PointerArray<void>(c), batch);
}

// The forms whose scalars say what is computed with.
template <class T>
Status typed_gemm(const Call& call, mublasOperation_t transa, mublasOperation_t transb, Int m,
                  Int n, Int k, const T* alpha, const void* a, musaDataType_t a_type, Int lda,
                  const void* b, musaDataType_t b_type, Int ldb, const T* beta, void* c,
                  musaDataType_t c_type, Int ldc) {
  const bool wants_complex = kComplex<T>;
  if (wants_complex != is_complex(c_type)) {
    return MUBLAS_STATUS_NOT_SUPPORTED;
  }
  const bool wide = std::is_same_v<T, double>;
  return gemm_ex(call, transa, transb, m, n, k, alpha, a, a_type, lda, b, b_type, ldb, beta, c,
                 c_type, ldc, wide ? MUBLAS_COMPUTE_64F : MUBLAS_COMPUTE_32F, MUBLAS_GEMM_DEFAULT);
}

template <bool kHermitian, class A>
Status typed_rank(const Call& call, mublasFillMode_t uplo, mublasOperation_t trans, Int n, Int k,
                  const A* alpha, const void* a, musaDataType_t a_type, Int lda, const A* beta,
                  void* c, musaDataType_t c_type, Int ldc) {
  using T = std::complex<float>;
  const bool known = (a_type == MUSA_C_32F || a_type == MUSA_C_8I) && c_type == MUSA_C_32F;
  const Status bad = first({check_rank<kHermitian, T>(uplo, trans, n, k, lda, ldc),
                            known ? kSuccess : MUBLAS_STATUS_NOT_SUPPORTED});
  if (bad != kSuccess || n == 0) {
    return bad;
  }
  if (const Status null = pointers(alpha, a, beta, c); null != kSuccess) {
    return null;
  }
  return call.launch([=, alpha = call.scalar(alpha), beta = call.scalar(beta)] {
    const int rows = narrow_int(trans == MUBLAS_OP_N ? n : k);
    const int columns = narrow_int(trans == MUBLAS_OP_N ? k : n);
    const std::vector<T> dense = converted<T>(Matrix{a_type, backing(a), lda}, rows, columns);
    const A times = alpha.get();
    const A keep = beta.get();
    const auto routine = [](auto... each) {
      if constexpr (kHermitian) {
        cblas::herk<T>(each...);
      } else {
        cblas::syrk<T>(each...);
      }
    };
    routine(CblasColMajor, native(uplo), native(trans), narrow_int(n), narrow_int(k), scalar(times),
            dense.data(), rows > 0 ? rows : 1, scalar(keep), static_cast<T*>(backing(c)),
            narrow_int(ldc));
  });
}

template <class... A>
Status typed_syrk(const Call& call, A... arguments) {
  return typed_rank<false>(call, arguments...);
}

template <class... A>
Status typed_herk(const Call& call, A... arguments) {
  return typed_rank<true>(call, arguments...);
}

}  // namespace
}  // namespace musasim::blas

using namespace musasim::blas;

#include "internal/mublas_level3_ex.def"

// The platform's own library has this function as a C++ one too, and wrappers look it up by that
// symbol.
#define MUSASIM_GEMM_EX_SYMBOL                                                                   \
  "_Z12mublasGemmExP15_mublasHandle_t17mublasOperation_tS1_iiiPKvS3_14musaDataType_tiS3_S4_iS3_" \
  "PvS4_i19mublasComputeType_t16mublasGemmAlgo_t"

extern "C" MUBLASAPI __attribute__((alias("mublasGemmEx"))) mublasStatus_t mublas_gemm_ex_alias(
    mublasHandle_t, mublasOperation_t, mublasOperation_t, int, int, int, const void*, const void*,
    musaDataType_t, int, const void*, musaDataType_t, int, const void*, void*, musaDataType_t, int,
    mublasComputeType_t, mublasGemmAlgo_t) __asm__(MUSASIM_GEMM_EX_SYMBOL);
