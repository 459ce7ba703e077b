// Functions by format: tridiagonal systems, gtsv2 and its variants.
#include <algorithm>
#include <cmath>

#include "musparse/by_format.h"

using namespace musasim::musparse;

namespace {

// Gaussian elimination with partial pivoting. Row i of the matrix is lower[i], diagonal[i], upper[i];
// `second` is what pivoting puts two columns right of the diagonal.
template <class T>
void solve_column(std::vector<T> lower, std::vector<T> diagonal, std::vector<T> upper, T* x) {
  const size_t n = diagonal.size();
  std::vector<T> second(n, T(0));
  for (size_t i = 0; i + 1 < n; ++i) {
    if (std::abs(lower[i + 1]) > std::abs(diagonal[i])) {
      std::swap(diagonal[i], lower[i + 1]);
      std::swap(upper[i], diagonal[i + 1]);
      std::swap(second[i], upper[i + 1]);
      std::swap(x[i], x[i + 1]);
    }
    const T factor = lower[i + 1] / diagonal[i];
    diagonal[i + 1] -= factor * upper[i];
    upper[i + 1] -= factor * second[i];
    x[i + 1] -= factor * x[i];
  }
  for (size_t i = n; i-- > 0;) {
    if (i + 1 < n) {
      x[i] -= upper[i] * x[i + 1];
    }
    if (i + 2 < n) {
      x[i] -= second[i] * x[i + 2];
    }
    x[i] /= diagonal[i];
  }
}

struct Bands {
  const void* lower;  // its first value is not used
  const void* diagonal;
  const void* upper;  // its last value is not used
};

template <class T>
void solve_system(const Bands& bands, int m, int64_t first, T* x, int columns, int64_t ld) {
  const auto band = [&](const void* values) {
    return load_values<T>(values, type_of<T>(), m, first);
  };
  std::vector<T> upper = band(bands.upper);
  upper.back() = T(0);
  for (int c = 0; c < columns; ++c) {
    solve_column(band(bands.lower), band(bands.diagonal), upper, x + c * ld);
  }
}

void check_bands(const Bands& bands, int m, const void* x) {
  require(m >= 3);
  require_pointers(bands.lower, bands.diagonal, bands.upper, x);
}

template <class T>
musparseStatus_t solve(const char* name, musparseHandle_t handle, int m, int n, const Bands& bands,
                       void* b, int ldb) {
  return public_call(name, handle, [&] {
    require_sizes({n});
    require(ldb >= m);
    check_bands(bands, m, b);
    submit(handle, name,
           [=] { solve_system<T>(bands, m, 0, static_cast<T*>(backing_address(b)), n, ldb); });
  });
}

template <class T>
musparseStatus_t solve_batch(const char* name, musparseHandle_t handle, int m, const Bands& bands,
                             void* x, int count, int stride) {
  return public_call(name, handle, [&] {
    require_sizes({count});
    require(stride >= m);
    check_bands(bands, m, x);
    submit(handle, name, [=] {
      T* at = static_cast<T*>(backing_address(x));
      for (int64_t i = 0; i < count; ++i) {
        solve_system<T>(bands, m, i * stride, at + i * stride, 1, m);
      }
    });
  });
}

musparseStatus_t buffer_size(const char* name, musparseHandle_t handle, int m, size_t* bytes) {
  return public_call(name, handle, [&] {
    require(m >= 3);
    answer_buffer_size(bytes);
  });
}

}  // namespace

extern "C" {

#define DEFINE_GTSV(P, T, R)                                                                       \
  musparseStatus_t musparse##P##gtsv2_bufferSizeExt(musparseHandle_t handle, int m, int, const T*, \
                                                    const T*, const T*, const T*, int,             \
                                                    size_t* bytes) {                               \
    return buffer_size(__func__, handle, m, bytes);                                                \
  }                                                                                                \
  musparseStatus_t musparse##P##gtsv2(musparseHandle_t handle, int m, int n, const T* dl,          \
                                      const T* d, const T* du, T* b, int ldb, void*) {             \
    return solve<Computed<T>>(__func__, handle, m, n, {dl, d, du}, b, ldb);                        \
  }                                                                                                \
  musparseStatus_t musparse##P##gtsv2_nopivot_bufferSizeExt(musparseHandle_t handle, int m, int,   \
                                                            const T*, const T*, const T*,          \
                                                            const T*, int, size_t* bytes) {        \
    return buffer_size(__func__, handle, m, bytes);                                                \
  }                                                                                                \
  musparseStatus_t musparse##P##gtsv2_nopivot(musparseHandle_t handle, int m, int n, const T* dl,  \
                                              const T* d, const T* du, T* b, int ldb, void*) {     \
    return solve<Computed<T>>(__func__, handle, m, n, {dl, d, du}, b, ldb);                        \
  }                                                                                                \
  musparseStatus_t musparse##P##gtsv2StridedBatch_bufferSizeExt(                                   \
      musparseHandle_t handle, int m, const T*, const T*, const T*, const T*, int, int,            \
      size_t* bytes) {                                                                             \
    return buffer_size(__func__, handle, m, bytes);                                                \
  }                                                                                                \
  musparseStatus_t musparse##P##gtsv2StridedBatch(musparseHandle_t handle, int m, const T* dl,     \
                                                  const T* d, const T* du, T* x, int count,        \
                                                  int stride, void*) {                             \
    return solve_batch<Computed<T>>(__func__, handle, m, {dl, d, du}, x, count, stride);           \
  }
MUSASIM_SDCZ(DEFINE_GTSV)

}  // extern "C"
