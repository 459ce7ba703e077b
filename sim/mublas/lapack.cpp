// Batches of factorizations and solutions, and triangular storage.
#include "blas/lapack.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "mublas/batch.h"
#include "mublas/call.h"

namespace musasim::blas {
namespace {

using Int = std::int64_t;

// A check of the n-th argument after the handle, for functions that report which one is bad.
struct Numbered {
  int position;
  Status status;
};

Status report(int* info, std::initializer_list<Numbered> checks) {
  if (info == nullptr) {
    return MUBLAS_STATUS_INVALID_POINTER;
  }
  *info = 0;
  for (const Numbered& check : checks) {
    if (check.status != kSuccess) {
      *info = -check.position;
      return check.status;
    }
  }
  return kSuccess;
}

// No pivots were kept: every row stayed where it was.
std::vector<int> identity_pivots(Int n) {
  std::vector<int> pivots(static_cast<std::size_t>(n));
  std::iota(pivots.begin(), pivots.end(), 1);
  return pivots;
}

template <class T>
void copy_columns(const T* from, Int lda, T* to, Int ldb, Int rows, Int columns) {
  for (Int column = 0; from != to && column < columns; ++column) {
    std::copy_n(from + column * lda, rows, to + column * ldb);
  }
}

// LU without row exchanges; the number of the first zero on the diagonal, as getrf reports it.
template <class T>
int factor_unpivoted(Int n, T* a, Int lda) {
  int info = 0;
  for (Int k = 0; k < n; ++k) {
    const T pivot = a[k + k * lda];
    if (pivot == T(0)) {
      info = info == 0 ? narrow_int(k) + 1 : info;
      continue;
    }
    for (Int row = k + 1; row < n; ++row) {
      a[row + k * lda] /= pivot;
      for (Int column = k + 1; column < n; ++column) {
        a[row + column * lda] -= a[row + k * lda] * a[k + column * lda];
      }
    }
  }
  return info;
}

template <class T>
Status getrf_batched(const Call& call, Int n, T* const* a, Int lda, int* pivots, int* info,
                     Int batch) {
  const Status bad = first({sizes(n, batch), leading(lda, n)});
  if (bad != kSuccess || batch == 0) {
    return bad;
  }
  if (const Status null = first({pointers(info), n == 0 ? kSuccess : pointers(a)});
      null != kSuccess) {
    return null;
  }
  return call.launch([=] {
    const PointerArray<T> matrices(a);
    for (Int i = 0; i < batch; ++i) {
      int& result = backing(info)[i];
      if (n == 0) {
        result = 0;
      } else if (pivots == nullptr) {
        result = factor_unpivoted(n, matrices[i], lda);
      } else {
        result = lapack::getrf<T>(narrow_int(n), narrow_int(n), matrices[i], narrow_int(lda),
                                  backing(pivots) + i * n);
      }
    }
  });
}

// The inverse from the factors in `c`.
template <class T>
int invert_factors(Int n, T* c, Int ldc, const int* pivots) {
  std::vector<T> work(static_cast<std::size_t>(n) * 32);
  return lapack::getri<T>(narrow_int(n), c, narrow_int(ldc), pivots, work.data(),
                          static_cast<int>(work.size()));
}

template <class T>
Status getri_batched(const Call& call, Int n, const T* const* a, Int lda, const int* pivots,
                     T* const* c, Int ldc, int* info, Int batch) {
  const Status bad = first({sizes(n, batch), leading(lda, n), leading(ldc, n)});
  if (bad != kSuccess || n == 0 || batch == 0) {
    return bad;
  }
  if (const Status null = pointers(a, c, info); null != kSuccess) {
    return null;
  }
  return call.launch([=] {
    const PointerArray<const T> from(a);
    const PointerArray<T> to(c);
    const std::vector<int> unmoved = identity_pivots(n);
    for (Int i = 0; i < batch; ++i) {
      copy_columns(from[i], lda, to[i], ldc, n, n);
      const int* const used = pivots == nullptr ? unmoved.data() : backing(pivots) + i * n;
      backing(info)[i] = invert_factors(n, to[i], ldc, used);
    }
  });
}

char letter(mublasOperation_t trans) {
  return trans == MUBLAS_OP_N ? 'N' : trans == MUBLAS_OP_T ? 'T' : 'C';
}

template <class T>
Status getrs_batched(const Call& call, mublasOperation_t trans, Int n, Int nrhs, const T* const* a,
                     Int lda, const int* pivots, T* const* b, Int ldb, int* info, Int batch) {
  const Status bad = report(info, {{1, valid(trans)},
                                   {2, sizes(n)},
                                   {3, sizes(nrhs)},
                                   {5, leading(lda, n)},
                                   {8, leading(ldb, n)},
                                   {10, sizes(batch)}});
  if (bad != kSuccess || n == 0 || nrhs == 0 || batch == 0) {
    return bad;
  }
  if (const Status null = report(info, {{4, pointers(a)}, {7, pointers(b)}}); null != kSuccess) {
    return null;
  }
  return call.launch([=] {
    const PointerArray<const T> factors(a);
    const PointerArray<T> sides(b);
    const std::vector<int> unmoved = identity_pivots(n);
    for (Int i = 0; i < batch; ++i) {
      const int* const used = pivots == nullptr ? unmoved.data() : backing(pivots) + i * n;
      lapack::getrs<T>(letter(trans), narrow_int(n), narrow_int(nrhs), factors[i], narrow_int(lda),
                       used, sides[i], narrow_int(ldb));
    }
  });
}

// The platform does this for small matrices only.
constexpr Int kLargestInverse = 32;

template <class T>
Status matinv_batched(const Call& call, Int n, const T* const* a, Int lda, T* const* inverse,
                      Int lda_inverse, int* info, Int batch) {
  const Status bad = first(
      {sizes(n, batch), size_if(n <= kLargestInverse), leading(lda, n), leading(lda_inverse, n)});
  if (bad != kSuccess || n == 0 || batch == 0) {
    return bad;
  }
  if (const Status null = pointers(a, inverse, info); null != kSuccess) {
    return null;
  }
  return call.launch([=] {
    const PointerArray<const T> from(a);
    const PointerArray<T> to(inverse);
    std::vector<int> pivots(static_cast<std::size_t>(n));
    for (Int i = 0; i < batch; ++i) {
      copy_columns(from[i], lda, to[i], lda_inverse, n, n);
      int result = lapack::getrf<T>(narrow_int(n), narrow_int(n), to[i], narrow_int(lda_inverse),
                                    pivots.data());
      if (result == 0) {
        result = invert_factors(n, to[i], lda_inverse, pivots.data());
      }
      backing(info)[i] = result;
    }
  });
}

template <class T>
Status geqrf_batched(const Call& call, Int m, Int n, T* const* a, Int lda, T* const* tau, int* info,
                     Int batch) {
  const Status bad =
      report(info, {{1, sizes(m)}, {2, sizes(n)}, {4, leading(lda, m)}, {7, sizes(batch)}});
  if (bad != kSuccess || m == 0 || n == 0 || batch == 0) {
    return bad;
  }
  if (const Status null = report(info, {{3, pointers(a)}, {5, pointers(tau)}}); null != kSuccess) {
    return null;
  }
  return call.launch([=] {
    const PointerArray<T> matrices(a);
    const PointerArray<T> taus(tau);
    std::vector<T> work(static_cast<std::size_t>(n) * 32);
    for (Int i = 0; i < batch; ++i) {
      lapack::geqrf<T>(narrow_int(m), narrow_int(n), matrices[i], narrow_int(lda), taus[i],
                       work.data(), static_cast<int>(work.size()));
    }
  });
}

// Least squares of systems with at least as many rows as columns.
template <class T>
Status gels_batched(const Call& call, mublasOperation_t trans, Int m, Int n, Int nrhs, T* const* a,
                    Int lda, T* const* c, Int ldc, int* info, int* device_info, Int batch) {
  const Status plain = trans == MUBLAS_OP_N ? kSuccess : MUBLAS_STATUS_NOT_SUPPORTED;
  const Status tall = m >= n ? kSuccess : MUBLAS_STATUS_NOT_SUPPORTED;
  const Status bad = report(info, {{1, first({valid(trans), plain})},
                                   {2, sizes(m)},
                                   {3, first({sizes(n), tall})},
                                   {4, sizes(nrhs)},
                                   {6, leading(lda, m)},
                                   {8, leading(ldc, m)},
                                   {11, sizes(batch)}});
  if (bad != kSuccess || m == 0 || n == 0 || nrhs == 0 || batch == 0) {
    return bad;
  }
  if (const Status null = report(info, {{5, pointers(a)}, {7, pointers(c)}}); null != kSuccess) {
    return null;
  }
  return call.launch([=] {
    const PointerArray<T> matrices(a);
    const PointerArray<T> sides(c);
    std::vector<T> work(static_cast<std::size_t>(n + std::max(n, nrhs) * 32));
    for (Int i = 0; i < batch; ++i) {
      const int result = lapack::gels<T>('N', narrow_int(m), narrow_int(n), narrow_int(nrhs),
                                         matrices[i], narrow_int(lda), sides[i], narrow_int(ldc),
                                         work.data(), static_cast<int>(work.size()));
      if (device_info != nullptr) {
        backing(device_info)[i] = result;
      }
    }
  });
}

// Calls f(place in full storage, place in packed storage) for the elements of the triangle.
template <class F>
void for_triangle(mublasFillMode_t uplo, Int n, Int lda, F f) {
  Int packed = 0;
  for (Int column = 0; column < n; ++column) {
    const Int begin = uplo == MUBLAS_FILL_MODE_UPPER ? 0 : column;
    const Int end = uplo == MUBLAS_FILL_MODE_UPPER ? column + 1 : n;
    for (Int row = begin; row < end; ++row) {
      f(row + column * lda, packed++);
    }
  }
}

template <class T>
Status tpttr(const Call& call, mublasFillMode_t uplo, Int n, const T* packed, T* a, Int lda) {
  const Status bad = first({valid(uplo), sizes(n), leading(lda, n)});
  if (bad != kSuccess || n == 0) {
    return bad;
  }
  if (const Status null = pointers(packed, a); null != kSuccess) {
    return null;
  }
  return call.launch([=] {
    for_triangle(uplo, n, lda, [full = backing(a), from = backing(packed)](Int to, Int i) {
      full[to] = from[i];
    });
  });
}

template <class T>
Status trttp(const Call& call, mublasFillMode_t uplo, Int n, const T* a, Int lda, T* packed) {
  const Status bad = first({valid(uplo), sizes(n), leading(lda, n)});
  if (bad != kSuccess || n == 0) {
    return bad;
  }
  if (const Status null = pointers(a, packed); null != kSuccess) {
    return null;
  }
  return call.launch([=] {
    for_triangle(uplo, n, lda, [full = backing(a), to = backing(packed)](Int from, Int i) {
      to[i] = full[from];
    });
  });
}

}  // namespace
}  // namespace musasim::blas

using namespace musasim::blas;

#include "internal/mublas_lapack.def"
