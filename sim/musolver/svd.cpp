// Singular values by type: gesvd, gesvdj, gesvdjBatched, gesvdaStridedBatched.
#include "musolver/svd.h"

#include <cmath>

#include "musolver/jacobi.h"

using namespace musasim::musolver;

namespace {

bool is_job(signed char job) { return job == 'A' || job == 'S' || job == 'O' || job == 'N'; }

template <class T>
musolverStatus_t by_lapack(const char* name, musolverDnHandle_t handle, signed char jobu,
                           signed char jobvt, int m, int n, void* a, int lda, void* s, void* u,
                           int ldu, void* vt, int ldvt, int* info) {
  return public_call(name, handle, [&](musaStream_t stream) {
    require(is_job(jobu) && is_job(jobvt) && !(jobu == 'O' && jobvt == 'O'));
    check_matrix(a, m, n, lda);
    require(m >= n && (s != nullptr || n == 0));  // as on the platform
    require((jobu != 'A' && jobu != 'S') || (ldu >= std::max(1, m) && u != nullptr));
    require((jobvt != 'A' && jobvt != 'S') || (ldvt >= std::max(1, n) && vt != nullptr));
    submit(stream, name, info, [=] {
      return gesvd(static_cast<char>(jobu), static_cast<char>(jobvt), m, n, at<T>(a), lda,
                   at<Real<T>>(s), at<T>(u), std::max(1, ldu), at<T>(vt), std::max(1, ldvt));
    });
  });
}

struct Matrices {
  musolverEigMode_t mode;
  bool thin;
  int rank;
  int m;
  int n;
  void* a;
  int lda;
  ptrdiff_t stride_a;
  void* s;
  ptrdiff_t stride_s;
  void* u;
  int ldu;
  ptrdiff_t stride_u;
  void* v;
  int ldv;
  ptrdiff_t stride_v;
  int batch;
};

void check(const Matrices& x) {
  check_mode(x.mode);
  check_matrix(x.a, x.m, x.n, x.lda);
  require(x.batch >= 0 && x.rank >= 0 && (x.s != nullptr || std::min(x.m, x.n) == 0));
  if (x.mode == MUSOLVER_EIG_MODE_VECTOR) {
    require_pointers(x.u, x.v);
    require(x.ldu >= std::max(1, x.m) && x.ldv >= std::max(1, x.n));
  }
}

// `norms`: in host memory, how far each a is from its approximation by `rank` vectors; or null.
template <class T>
int run(const Matrices& x, int* info, double* norms) {
  const bool vectors = x.mode == MUSOLVER_EIG_MODE_VECTOR;
  const int least = std::min(x.m, x.n);
  for (ptrdiff_t i = 0; i < x.batch; ++i) {
    T* a = at<T>(x.a) + i * x.stride_a;
    // The matrix is kept where the platform keeps it: the approximate functions only read it.
    std::vector<T> copy(static_cast<size_t>(x.m) * static_cast<size_t>(x.n));
    for (ptrdiff_t c = 0; c < x.n; ++c) {
      std::copy_n(a + c * x.lda, x.m, copy.begin() + c * x.m);
    }
    std::vector<Real<T>> s(static_cast<size_t>(least));
    T* u = vectors ? at<T>(x.u) + i * x.stride_u : nullptr;
    T* v = vectors ? at<T>(x.v) + i * x.stride_v : nullptr;
    info[i] = svd_by_columns(x.m, x.n, copy.data(), std::max(1, x.m), s.data(), u, x.ldu, v, x.ldv,
                             vectors, x.thin, vectors ? std::max(x.rank, 0) : least);
    const int kept = std::min(x.rank, least);
    std::copy_n(s.begin(), kept, at<Real<T>>(x.s) + i * x.stride_s);
    if (norms != nullptr) {
      double rest = 0;
      for (int k = kept; k < least; ++k) {
        rest += static_cast<double>(s[static_cast<size_t>(k)]) *
                static_cast<double>(s[static_cast<size_t>(k)]);
      }
      norms[i] = std::sqrt(rest);
    }
  }
  return 0;
}

template <class T>
musolverStatus_t by_columns(const char* name, musolverDnHandle_t handle, const Matrices& x,
                            int* info, double* norms = nullptr) {
  return public_call(name, handle, [&](musaStream_t stream) {
    check(x);
    require_pointers(info);
    submit(stream, name, nullptr, [=] { return run<T>(x, backing(info), norms); });
    // The norms are in host memory, so they are there on return.
    if (norms != nullptr) {
      require(!is_capturing(stream) && wait_for(stream) == musaSuccess,
              MUSOLVER_STATUS_EXECUTION_FAILED);
    }
  });
}

musolverStatus_t buffer_size(const char* name, musolverDnHandle_t handle, int m, int n,
                             int* lwork) {
  return public_call(name, handle, [&](musaStream_t) {
    require(m >= 0 && n >= 0);
    answer_size(lwork, int64_t{5} * std::min(m, n) + int64_t{33} * (m + n));
  });
}

ptrdiff_t area(int ld, int columns) { return static_cast<ptrdiff_t>(ld) * columns; }

}  // namespace

extern "C" {

#define DEFINE_GESVD(P, T, R)                                                                     \
  musolverStatus_t musolverDn##P##gesvd_bufferSize(musolverDnHandle_t handle, int m, int n,       \
                                                   int* lwork) {                                  \
    return buffer_size(__func__, handle, m, n, lwork);                                            \
  }                                                                                               \
  musolverStatus_t musolverDn##P##gesvd(musolverDnHandle_t handle, signed char jobu,              \
                                        signed char jobvt, int m, int n, T* a, int lda, R* s,     \
                                        T* u, int ldu, T* vt, int ldvt, T*, int, R*, int* info) { \
    return by_lapack<Computed<T>>(__func__, handle, jobu, jobvt, m, n, a, lda, s, u, ldu, vt,     \
                                  ldvt, info);                                                    \
  }
MUSASIM_SDCZ(DEFINE_GESVD)

#define DEFINE_GESVDJ(P, T, R)                                                                    \
  musolverStatus_t musolverDn##P##gesvdj_bufferSize(                                              \
      musolverDnHandle_t handle, musolverEigMode_t, int, int m, int n, const T*, int, const R*,   \
      const T*, int, const T*, int, int* lwork, gesvdjInfo_t) {                                   \
    return buffer_size(__func__, handle, m, n, lwork);                                            \
  }                                                                                               \
  musolverStatus_t musolverDn##P##gesvdj(                                                         \
      musolverDnHandle_t handle, musolverEigMode_t mode, int econ, int m, int n, T* a, int lda,   \
      R* s, T* u, int ldu, T* v, int ldv, T*, int, int* info, gesvdjInfo_t params) {              \
    if (params == nullptr) {                                                                      \
      return MUSOLVER_STATUS_INVALID_VALUE;                                                       \
    }                                                                                             \
    return by_columns<Computed<T>>(                                                               \
        __func__, handle,                                                                         \
        {mode, econ != 0, std::max(m, n), m, n, a, lda, 0, s, 0, u, ldu, 0, v, ldv, 0, 1}, info); \
  }                                                                                               \
  musolverStatus_t musolverDn##P##gesvdjBatched_bufferSize(                                       \
      musolverDnHandle_t handle, musolverEigMode_t, int m, int n, const T*, int, const R*,        \
      const T*, int, const T*, int, int* lwork, gesvdjInfo_t, int) {                              \
    return buffer_size(__func__, handle, m, n, lwork);                                            \
  }                                                                                               \
  musolverStatus_t musolverDn##P##gesvdjBatched(                                                  \
      musolverDnHandle_t handle, musolverEigMode_t mode, int m, int n, T* a, int lda, R* s, T* u, \
      int ldu, T* v, int ldv, T*, int, int* info, gesvdjInfo_t params, int batch) {               \
    if (params == nullptr) {                                                                      \
      return MUSOLVER_STATUS_INVALID_VALUE;                                                       \
    }                                                                                             \
    return by_columns<Computed<T>>(                                                               \
        __func__, handle,                                                                         \
        {mode, false, std::max(m, n), m, n, a, lda, area(lda, n), s, std::min(m, n), u, ldu,      \
         area(ldu, m), v, ldv, area(ldv, n), batch},                                              \
        info);                                                                                    \
  }                                                                                               \
  musolverStatus_t musolverDn##P##gesvdaStridedBatched_bufferSize(                                \
      musolverDnHandle_t handle, musolverEigMode_t, int, int m, int n, const T*, int,             \
      long long int, const R*, long long int, const T*, int, long long int, const T*, int,        \
      long long int, int* lwork, int) {                                                           \
    return buffer_size(__func__, handle, m, n, lwork);                                            \
  }                                                                                               \
  musolverStatus_t musolverDn##P##gesvdaStridedBatched(                                           \
      musolverDnHandle_t handle, musolverEigMode_t mode, int rank, int m, int n, const T* a,      \
      int lda, long long int stride_a, R* s, long long int stride_s, T* u, int ldu,               \
      long long int stride_u, T* v, int ldv, long long int stride_v, T*, int, int* info,          \
      double* norms, int batch) {                                                                 \
    return by_columns<Computed<T>>(__func__, handle,                                              \
                                   {mode, true, rank, m, n, const_cast<T*>(a), lda, stride_a, s,  \
                                    stride_s, u, ldu, stride_u, v, ldv, stride_v, batch},         \
                                   info, norms);                                                  \
  }
MUSASIM_SDCZ(DEFINE_GESVDJ)

}  // extern "C"
