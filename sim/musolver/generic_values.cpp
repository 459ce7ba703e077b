// Eigenvalues and singular values with types as arguments: Xsyevd, Xsyevdx, Xgesvd, Xgesvdp.
#include "musolver/eigen.h"
#include "musolver/generic.h"
#include "musolver/svd.h"

using namespace musasim::musolver;

namespace {

void check_typed(musolverEigMode_t mode, mublasFillMode_t uplo, int64_t n, musaDataType type_a,
                 const void* a, int64_t lda, musaDataType type_w, const void* w,
                 musaDataType compute) {
  check_mode(mode);
  check_fill(uplo);
  require_same(type_a, {compute});
  require_same(real_of(type_a), {type_w});
  check_matrix(a, n, n, lda);
  require(w != nullptr || n == 0);
}

// An end of a range is in host memory, of the type of the eigenvalues.
double end_of_range(const void* end, musaDataType type) {
  if (end == nullptr) {
    return 0;
  }
  return type == MUSA_R_32F ? static_cast<double>(*static_cast<const float*>(end))
                            : *static_cast<const double*>(end);
}

void check_singular(int64_t m, int64_t n, musaDataType type_a, const void* a, int64_t lda,
                    musaDataType type_s, const void* s, std::initializer_list<musaDataType> same) {
  require_same(type_a, same);
  require_same(real_of(type_a), {type_s});
  check_matrix(a, m, n, lda);
  require(s != nullptr || std::min(m, n) == 0);
}

}  // namespace

extern "C" {

musolverStatus_t musolverDnXsyevd_bufferSize(musolverDnHandle_t handle, musolverDnParams_t,
                                             musolverEigMode_t mode, mublasFillMode_t uplo,
                                             int64_t n, musaDataType type_a, const void* a,
                                             int64_t lda, musaDataType type_w, const void* w,
                                             musaDataType compute, size_t* device_bytes,
                                             size_t* host_bytes) {
  return public_call(__func__, handle, [&](musaStream_t) {
    check_typed(mode, uplo, n, type_a, a, lda, type_w, w, compute);
    answer_bytes(device_bytes, host_bytes, n);
  });
}

musolverStatus_t musolverDnXsyevd(musolverDnHandle_t handle, musolverDnParams_t,
                                  musolverEigMode_t mode, mublasFillMode_t uplo, int64_t n64,
                                  musaDataType type_a, void* a, int64_t lda64, musaDataType type_w,
                                  void* w, musaDataType compute, void*, size_t, void*, size_t,
                                  int* info) {
  return public_call(__func__, handle, [&](musaStream_t stream) {
    check_typed(mode, uplo, n64, type_a, a, lda64, type_w, w, compute);
    run(stream, "musolverDnXsyevd", type_a, info,
        [=, n = narrow(n64), lda = narrow(lda64)](auto zero) {
          using T = decltype(zero);
          return syevd(letter(mode), letter(uplo), n, at<T>(a), lda, at<Real<T>>(w));
        });
  });
}

musolverStatus_t musolverDnXsyevdx_bufferSize(musolverDnHandle_t handle, musolverDnParams_t,
                                              musolverEigMode_t mode, musolverEigRange_t,
                                              mublasFillMode_t uplo, int64_t n, musaDataType type_a,
                                              const void* a, int64_t lda, void*, void*, int64_t,
                                              int64_t, int64_t*, musaDataType type_w, const void* w,
                                              musaDataType compute, size_t* device_bytes,
                                              size_t* host_bytes) {
  return public_call(__func__, handle, [&](musaStream_t) {
    check_typed(mode, uplo, n, type_a, a, lda, type_w, w, compute);
    answer_bytes(device_bytes, host_bytes, n);
  });
}

// The number found goes to host memory, so it waits, as the platform does.
musolverStatus_t musolverDnXsyevdx(musolverDnHandle_t handle, musolverDnParams_t,
                                   musolverEigMode_t mode, musolverEigRange_t kind,
                                   mublasFillMode_t uplo, int64_t n64, musaDataType type_a, void* a,
                                   int64_t lda64, void* vl, void* vu, int64_t il, int64_t iu,
                                   int64_t* count, musaDataType type_w, void* w,
                                   musaDataType compute, void*, size_t, void*, size_t, int* info) {
  return public_call(__func__, handle, [&](musaStream_t stream) {
    check_typed(mode, uplo, n64, type_a, a, lda64, type_w, w, compute);
    require_pointers(count);
    const Range range{kind, end_of_range(vl, type_w), end_of_range(vu, type_w), il, iu};
    check_range(range, n64);
    require(!is_capturing(stream), MUSOLVER_STATUS_EXECUTION_FAILED);
    run(stream, "musolverDnXsyevdx", type_a, info,
        [=, n = narrow(n64), lda = narrow(lda64)](auto zero) {
          using T = decltype(zero);
          const int result = syevd(letter(mode), letter(uplo), n, at<T>(a), lda, at<Real<T>>(w));
          *count = result == 0 ? keep_range(range, n, at<T>(a), lda, at<Real<T>>(w)) : 0;
          return result;
        });
    require(wait_for(stream) == musaSuccess, MUSOLVER_STATUS_EXECUTION_FAILED);
  });
}

musolverStatus_t musolverDnXgesvd_bufferSize(
    musolverDnHandle_t handle, musolverDnParams_t, signed char, signed char, int64_t m, int64_t n,
    musaDataType type_a, const void* a, int64_t lda, musaDataType type_s, const void* s,
    musaDataType type_u, const void*, int64_t, musaDataType type_vt, const void*, int64_t,
    musaDataType compute, size_t* device_bytes, size_t* host_bytes) {
  return public_call(__func__, handle, [&](musaStream_t) {
    check_singular(m, n, type_a, a, lda, type_s, s, {type_u, type_vt, compute});
    require(m >= n);
    answer_bytes(device_bytes, host_bytes, m + n);
  });
}

musolverStatus_t musolverDnXgesvd(musolverDnHandle_t handle, musolverDnParams_t, signed char jobu,
                                  signed char jobvt, int64_t m64, int64_t n64, musaDataType type_a,
                                  void* a, int64_t lda64, musaDataType type_s, void* s,
                                  musaDataType type_u, void* u, int64_t ldu64, musaDataType type_vt,
                                  void* vt, int64_t ldvt64, musaDataType compute, void*, size_t,
                                  void*, size_t, int* info) {
  return public_call(__func__, handle, [&](musaStream_t stream) {
    check_singular(m64, n64, type_a, a, lda64, type_s, s, {type_u, type_vt, compute});
    require(m64 >= n64);  // as on the platform
    for (const signed char job : {jobu, jobvt}) {
      require(job == 'A' || job == 'S' || job == 'O' || job == 'N');
    }
    require(!(jobu == 'O' && jobvt == 'O'));
    require((jobu != 'A' && jobu != 'S') || (u != nullptr && ldu64 >= std::max<int64_t>(1, m64)));
    require((jobvt != 'A' && jobvt != 'S') ||
            (vt != nullptr && ldvt64 >= std::max<int64_t>(1, n64)));
    run(stream, "musolverDnXgesvd", type_a, info,
        [=, m = narrow(m64), n = narrow(n64), lda = narrow(lda64),
         ldu = narrow(std::max<int64_t>(1, ldu64)),
         ldvt = narrow(std::max<int64_t>(1, ldvt64))](auto zero) {
          using T = decltype(zero);
          return gesvd(static_cast<char>(jobu), static_cast<char>(jobvt), m, n, at<T>(a), lda,
                       at<Real<T>>(s), at<T>(u), ldu, at<T>(vt), ldvt);
        });
  });
}

musolverStatus_t musolverDnXgesvdp_bufferSize(
    musolverDnHandle_t handle, musolverDnParams_t, musolverEigMode_t mode, int, int64_t m,
    int64_t n, musaDataType type_a, const void* a, int64_t lda, musaDataType type_s, const void* s,
    musaDataType type_u, const void*, int64_t, musaDataType type_v, const void*, int64_t,
    musaDataType compute, size_t* device_bytes, size_t* host_bytes) {
  return public_call(__func__, handle, [&](musaStream_t) {
    check_mode(mode);
    check_singular(m, n, type_a, a, lda, type_s, s, {type_u, type_v, compute});
    answer_bytes(device_bytes, host_bytes, m + n);
  });
}

// `error` is what the platform's polar decomposition perturbed the matrix by: nothing here.
musolverStatus_t musolverDnXgesvdp(musolverDnHandle_t handle, musolverDnParams_t,
                                   musolverEigMode_t mode, int econ, int64_t m64, int64_t n64,
                                   musaDataType type_a, void* a, int64_t lda64, musaDataType type_s,
                                   void* s, musaDataType type_u, void* u, int64_t ldu64,
                                   musaDataType type_v, void* v, int64_t ldv64,
                                   musaDataType compute, void*, size_t, void*, size_t, int* info,
                                   double* error) {
  return public_call(__func__, handle, [&](musaStream_t stream) {
    check_mode(mode);
    check_singular(m64, n64, type_a, a, lda64, type_s, s, {type_u, type_v, compute});
    require_pointers(error);
    const bool vectors = mode == MUSOLVER_EIG_MODE_VECTOR;
    if (vectors) {
      require_pointers(u, v);
      require(ldu64 >= std::max<int64_t>(1, m64) && ldv64 >= std::max<int64_t>(1, n64));
    }
    *error = 0;
    run(stream, "musolverDnXgesvdp", type_a, info,
        [=, m = narrow(m64), n = narrow(n64), lda = narrow(lda64),
         ldu = narrow(std::max<int64_t>(1, ldu64)),
         ldv = narrow(std::max<int64_t>(1, ldv64))](auto zero) {
          using T = decltype(zero);
          return svd_by_columns(m, n, at<T>(a), lda, at<Real<T>>(s), at<T>(u), ldu, at<T>(v), ldv,
                                vectors, econ != 0, std::max(m, n));
        });
  });
}

}  // extern "C"
