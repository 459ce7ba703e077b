// OpenBLAS by element type: cblas::gemm<T>(...) calls cblas_sgemm, dgemm, cgemm or zgemm.
#pragma once

#include <cblas.h>

#include <complex>
#include <type_traits>

namespace musasim::blas {

template <class T>
struct Traits {
  using Real = T;
  static constexpr bool kComplex = false;
};
template <class R>
struct Traits<std::complex<R>> {
  using Real = R;
  static constexpr bool kComplex = true;
};
template <class T>
using Real = typename Traits<T>::Real;
template <class T>
constexpr bool kComplex = Traits<T>::kComplex;

// CBLAS takes real scalars by value, complex ones by address.
template <class T>
auto scalar(const T& value) {
  if constexpr (kComplex<T>) {
    return static_cast<const void*>(&value);
  } else {
    return value;
  }
}

template <class T>
T conjugate(T value) {
  if constexpr (kComplex<T>) {
    return std::conj(value);
  } else {
    return value;
  }
}

namespace cblas {

// A routine for all four types, for the real ones, for the complex ones.
#define MUSASIM_SELECT(NAME, CALL_S, CALL_D, CALL_C, CALL_Z)       \
  template <class T, class... A>                                   \
  auto NAME(A... arguments) {                                      \
    if constexpr (std::is_same_v<T, float>) {                      \
      return CALL_S(arguments...);                                 \
    } else if constexpr (std::is_same_v<T, double>) {              \
      return CALL_D(arguments...);                                 \
    } else if constexpr (std::is_same_v<T, std::complex<float>>) { \
      return CALL_C(arguments...);                                 \
    } else {                                                       \
      return CALL_Z(arguments...);                                 \
    }                                                              \
  }
#define MUSASIM_BY_TYPE(NAME)                                                         \
  MUSASIM_SELECT(NAME, scipy_cblas_s##NAME, scipy_cblas_d##NAME, scipy_cblas_c##NAME, \
                 scipy_cblas_z##NAME)
#define MUSASIM_SD(NAME)                        \
  template <class T, class... A>                \
  auto NAME(A... arguments) {                   \
    if constexpr (std::is_same_v<T, float>) {   \
      return scipy_cblas_s##NAME(arguments...); \
    } else {                                    \
      return scipy_cblas_d##NAME(arguments...); \
    }                                           \
  }
#define MUSASIM_CZ(NAME)                                    \
  template <class T, class... A>                            \
  auto NAME(A... arguments) {                               \
    if constexpr (std::is_same_v<T, std::complex<float>>) { \
      return scipy_cblas_c##NAME(arguments...);             \
    } else {                                                \
      return scipy_cblas_z##NAME(arguments...);             \
    }                                                       \
  }

MUSASIM_BY_TYPE(axpy)
MUSASIM_BY_TYPE(scal)
MUSASIM_BY_TYPE(copy)
MUSASIM_BY_TYPE(swap)
MUSASIM_BY_TYPE(rotg)
MUSASIM_SD(rot)
MUSASIM_SD(rotm)
MUSASIM_SD(rotmg)
MUSASIM_SD(dot)
MUSASIM_CZ(dotu_sub)
MUSASIM_CZ(dotc_sub)
MUSASIM_SELECT(nrm2, scipy_cblas_snrm2, scipy_cblas_dnrm2, scipy_cblas_scnrm2, scipy_cblas_dznrm2)
MUSASIM_SELECT(asum, scipy_cblas_sasum, scipy_cblas_dasum, scipy_cblas_scasum, scipy_cblas_dzasum)
MUSASIM_SELECT(iamax, scipy_cblas_isamax, scipy_cblas_idamax, scipy_cblas_icamax,
               scipy_cblas_izamax)
MUSASIM_SELECT(iamin, scipy_cblas_isamin, scipy_cblas_idamin, scipy_cblas_icamin,
               scipy_cblas_izamin)

MUSASIM_BY_TYPE(gemv)
MUSASIM_BY_TYPE(gbmv)
MUSASIM_BY_TYPE(trmv)
MUSASIM_BY_TYPE(trsv)
MUSASIM_BY_TYPE(tbmv)
MUSASIM_BY_TYPE(tbsv)
MUSASIM_BY_TYPE(tpmv)
MUSASIM_BY_TYPE(tpsv)
MUSASIM_SD(symv)
MUSASIM_SD(syr)
MUSASIM_SD(syr2)
MUSASIM_SD(sbmv)
MUSASIM_SD(spmv)
MUSASIM_SD(spr)
MUSASIM_SD(spr2)
MUSASIM_SD(ger)
MUSASIM_CZ(hemv)
MUSASIM_CZ(her)
MUSASIM_CZ(her2)
MUSASIM_CZ(hbmv)
MUSASIM_CZ(hpmv)
MUSASIM_CZ(hpr)
MUSASIM_CZ(hpr2)
MUSASIM_CZ(geru)
MUSASIM_CZ(gerc)

MUSASIM_BY_TYPE(gemm)
MUSASIM_BY_TYPE(gemmt)
MUSASIM_BY_TYPE(symm)
MUSASIM_BY_TYPE(syrk)
MUSASIM_BY_TYPE(syr2k)
MUSASIM_BY_TYPE(trmm)
MUSASIM_BY_TYPE(trsm)
MUSASIM_CZ(hemm)
MUSASIM_CZ(herk)
MUSASIM_CZ(her2k)

#undef MUSASIM_SELECT
#undef MUSASIM_BY_TYPE
#undef MUSASIM_SD
#undef MUSASIM_CZ

}  // namespace cblas
}  // namespace musasim::blas
