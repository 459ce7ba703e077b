// Linear systems with types as arguments: Xpotrf, Xpotrs, Xgetrf, Xgetrs, Xgeqrf, Xtrtri, Xsytrs.
#include "musolver/generic.h"
#include "musolver/lu.h"

using namespace musasim::musolver;

extern "C" {

musolverStatus_t musolverDnCreateParams(musolverDnParams_t* params) {
  return public_call(__func__, [&] {
    require_pointers(params);
    *params = new musolverDnParams;
  });
}

musolverStatus_t musolverDnDestroyParams(musolverDnParams_t params) {
  return public_call(__func__, [&] { delete params; });
}

musolverStatus_t musolverDnSetAdvOptions(musolverDnParams_t params, musolverDnFunction_t function,
                                         musolverAlgMode_t algorithm) {
  return public_call(__func__, [&] {
    require_pointers(params);
    require(function == MUSOLVERDN_GETRF || function == MUSOLVERDN_POTRF);
    require(algorithm >= MUSOLVER_ALG_0 && algorithm <= MUSOLVER_ALG_2);
    params->algorithm[function] = algorithm;
  });
}

musolverStatus_t musolverDnXpotrf_bufferSize(musolverDnHandle_t handle, musolverDnParams_t,
                                             mublasFillMode_t uplo, int64_t n, musaDataType type_a,
                                             const void* a, int64_t lda, musaDataType compute,
                                             size_t* device_bytes, size_t* host_bytes) {
  return public_call(__func__, handle, [&](musaStream_t) {
    check_fill(uplo);
    require_same(type_a, {compute});
    check_matrix(a, n, n, lda);
    answer_bytes(device_bytes, host_bytes, n);
  });
}

musolverStatus_t musolverDnXpotrf(musolverDnHandle_t handle, musolverDnParams_t,
                                  mublasFillMode_t uplo, int64_t n64, musaDataType type_a, void* a,
                                  int64_t lda64, musaDataType compute, void*, size_t, void*, size_t,
                                  int* info) {
  return public_call(__func__, handle, [&](musaStream_t stream) {
    check_fill(uplo);
    require_same(type_a, {compute});
    check_matrix(a, n64, n64, lda64);
    run(stream, "musolverDnXpotrf", type_a, info,
        [=, n = narrow(n64), lda = narrow(lda64)](auto zero) {
          return potrf(letter(uplo), n, at<decltype(zero)>(a), lda);
        });
  });
}

musolverStatus_t musolverDnXpotrs(musolverDnHandle_t handle, musolverDnParams_t,
                                  mublasFillMode_t uplo, int64_t n64, int64_t nrhs64,
                                  musaDataType type_a, const void* a, int64_t lda64,
                                  musaDataType type_b, void* b, int64_t ldb64, int* info) {
  return public_call(__func__, handle, [&](musaStream_t stream) {
    check_fill(uplo);
    require_same(type_a, {type_b});
    check_matrix(a, n64, n64, lda64);
    check_matrix(b, n64, nrhs64, ldb64);
    run(stream, "musolverDnXpotrs", type_a, info,
        [=, n = narrow(n64), nrhs = narrow(nrhs64), lda = narrow(lda64),
         ldb = narrow(ldb64)](auto zero) {
          using T = decltype(zero);
          return potrs(letter(uplo), n, nrhs, at<const T>(a), lda, at<T>(b), ldb);
        });
  });
}

musolverStatus_t musolverDnXgetrf_bufferSize(musolverDnHandle_t handle, musolverDnParams_t,
                                             int64_t m, int64_t n, musaDataType type_a,
                                             const void* a, int64_t lda, musaDataType compute,
                                             size_t* device_bytes, size_t* host_bytes) {
  return public_call(__func__, handle, [&](musaStream_t) {
    require_same(type_a, {compute});
    check_matrix(a, m, n, lda);
    answer_bytes(device_bytes, host_bytes, std::max(m, n));
  });
}

musolverStatus_t musolverDnXgetrf(musolverDnHandle_t handle, musolverDnParams_t, int64_t m64,
                                  int64_t n64, musaDataType type_a, void* a, int64_t lda64,
                                  int64_t* ipiv, musaDataType compute, void*, size_t, void*, size_t,
                                  int* info) {
  return public_call(__func__, handle, [&](musaStream_t stream) {
    require_same(type_a, {compute});
    check_matrix(a, m64, n64, lda64);
    run(stream, "musolverDnXgetrf", type_a, info,
        [=, m = narrow(m64), n = narrow(n64), lda = narrow(lda64)](auto zero) {
          return getrf_any(m, n, at<decltype(zero)>(a), lda, backing(ipiv));
        });
  });
}

musolverStatus_t musolverDnXgetrs(musolverDnHandle_t handle, musolverDnParams_t,
                                  mublasOperation_t trans, int64_t n64, int64_t nrhs64,
                                  musaDataType type_a, const void* a, int64_t lda64,
                                  const int64_t* ipiv, musaDataType type_b, void* b, int64_t ldb64,
                                  int* info) {
  return public_call(__func__, handle, [&](musaStream_t stream) {
    check_operation(trans);
    require_same(type_a, {type_b});
    check_matrix(a, n64, n64, lda64);
    check_matrix(b, n64, nrhs64, ldb64);
    run(stream, "musolverDnXgetrs", type_a, info,
        [=, n = narrow(n64), nrhs = narrow(nrhs64), lda = narrow(lda64),
         ldb = narrow(ldb64)](auto zero) {
          using T = decltype(zero);
          return getrs_any(letter(trans), n, nrhs, at<const T>(a), lda, at<const int64_t>(ipiv),
                           at<T>(b), ldb);
        });
  });
}

musolverStatus_t musolverDnXgeqrf_bufferSize(musolverDnHandle_t handle, musolverDnParams_t,
                                             int64_t m, int64_t n, musaDataType type_a,
                                             const void* a, int64_t lda, musaDataType type_tau,
                                             const void*, musaDataType compute,
                                             size_t* device_bytes, size_t* host_bytes) {
  return public_call(__func__, handle, [&](musaStream_t) {
    require_same(type_a, {type_tau, compute});
    check_matrix(a, m, n, lda);
    answer_bytes(device_bytes, host_bytes, n);
  });
}

musolverStatus_t musolverDnXgeqrf(musolverDnHandle_t handle, musolverDnParams_t, int64_t m64,
                                  int64_t n64, musaDataType type_a, void* a, int64_t lda64,
                                  musaDataType type_tau, void* tau, musaDataType compute, void*,
                                  size_t, void*, size_t, int* info) {
  return public_call(__func__, handle, [&](musaStream_t stream) {
    require_same(type_a, {type_tau, compute});
    check_matrix(a, m64, n64, lda64);
    require(tau != nullptr || std::min(m64, n64) == 0);
    run(stream, "musolverDnXgeqrf", type_a, info,
        [=, m = narrow(m64), n = narrow(n64), lda = narrow(lda64)](auto zero) {
          using T = decltype(zero);
          return geqrf(m, n, at<T>(a), lda, at<T>(tau));
        });
  });
}

musolverStatus_t musolverDnXtrtri_bufferSize(musolverDnHandle_t handle, mublasFillMode_t uplo,
                                             mublasDiagType_t, int64_t n, musaDataType type_a,
                                             void* a, int64_t lda, size_t* device_bytes,
                                             size_t* host_bytes) {
  return public_call(__func__, handle, [&](musaStream_t) {
    check_fill(uplo);
    require_same(type_a, {});
    check_matrix(a, n, n, lda);
    answer_bytes(device_bytes, host_bytes, n);
  });
}

musolverStatus_t musolverDnXtrtri(musolverDnHandle_t handle, mublasFillMode_t uplo,
                                  mublasDiagType_t diag, int64_t n64, musaDataType type_a, void* a,
                                  int64_t lda64, void*, size_t, void*, size_t, int* info) {
  return public_call(__func__, handle, [&](musaStream_t stream) {
    check_fill(uplo);
    require_same(type_a, {});
    check_matrix(a, n64, n64, lda64);
    run(stream, "musolverDnXtrtri", type_a, info,
        [=, n = narrow(n64), lda = narrow(lda64)](auto zero) {
          return trtri(letter(uplo), letter(diag), n, at<decltype(zero)>(a), lda);
        });
  });
}

musolverStatus_t musolverDnXsytrs_bufferSize(musolverDnHandle_t handle, mublasFillMode_t uplo,
                                             int64_t n, int64_t nrhs, musaDataType type_a,
                                             const void* a, int64_t lda, const int64_t*,
                                             musaDataType type_b, void* b, int64_t ldb,
                                             size_t* device_bytes, size_t* host_bytes) {
  return public_call(__func__, handle, [&](musaStream_t) {
    check_fill(uplo);
    require_same(type_a, {type_b});
    check_matrix(a, n, n, lda);
    check_matrix(b, n, nrhs, ldb);
    answer_bytes(device_bytes, host_bytes, n);
  });
}

musolverStatus_t musolverDnXsytrs(musolverDnHandle_t handle, mublasFillMode_t uplo, int64_t n64,
                                  int64_t nrhs64, musaDataType type_a, const void* a, int64_t lda64,
                                  const int64_t* ipiv, musaDataType type_b, void* b, int64_t ldb64,
                                  void*, size_t, void*, size_t, int* info) {
  return public_call(__func__, handle, [&](musaStream_t stream) {
    check_fill(uplo);
    require_same(type_a, {type_b});
    check_matrix(a, n64, n64, lda64);
    check_matrix(b, n64, nrhs64, ldb64);
    require(ipiv != nullptr || n64 == 0);
    run(stream, "musolverDnXsytrs", type_a, info,
        [=, n = narrow(n64), nrhs = narrow(nrhs64), lda = narrow(lda64),
         ldb = narrow(ldb64)](auto zero) {
          using T = decltype(zero);
          const int64_t* from = at<const int64_t>(ipiv);
          std::vector<int> pivots(static_cast<size_t>(n));
          for (int i = 0; i < n; ++i) {
            pivots[static_cast<size_t>(i)] = static_cast<int>(from[i]);
          }
          return sytrs(letter(uplo), n, nrhs, at<const T>(a), lda, pivots.data(), at<T>(b), ldb);
        });
  });
}

}  // extern "C"
