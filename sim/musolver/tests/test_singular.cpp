// Singular values by type.
#include "support.h"

using namespace solver_test;

namespace {

template <class T>
struct Functions;

#define FUNCTIONS(P, T, R)                                                                    \
  template <>                                                                                 \
  struct Functions<Computed<T>> {                                                             \
    static constexpr auto gesvd_bufferSize = musolverDn##P##gesvd_bufferSize;                 \
    static constexpr auto gesvd = musolverDn##P##gesvd;                                       \
    static constexpr auto gesvdj_bufferSize = musolverDn##P##gesvdj_bufferSize;               \
    static constexpr auto gesvdj = musolverDn##P##gesvdj;                                     \
    static constexpr auto gesvdjBatched_bufferSize = musolverDn##P##gesvdjBatched_bufferSize; \
    static constexpr auto gesvdjBatched = musolverDn##P##gesvdjBatched;                       \
    static constexpr auto gesvdaStridedBatched_bufferSize =                                   \
        musolverDn##P##gesvdaStridedBatched_bufferSize;                                       \
    static constexpr auto gesvdaStridedBatched = musolverDn##P##gesvdaStridedBatched;         \
  };
MUSASIM_SDCZ(FUNCTIONS)

constexpr auto kVectors = MUSOLVER_EIG_MODE_VECTOR;
constexpr auto kLower = MUBLAS_FILL_MODE_LOWER;
constexpr int kGap = 2;

template <class R>
std::vector<Number> numbers(const std::vector<R>& values) {
  return std::vector<Number>(values.begin(), values.end());
}

// u s v^H, with u and v orthonormal and s descending.
template <class T>
void check_svd(const Matrix& a, const Matrix& u, const std::vector<Number>& s, const Matrix& v) {
  const int least = static_cast<int>(s.size());
  check_close<T>(columns(u, least) * diagonal(s) * adjoint(columns(v, least)), a);
  check_close<T>(adjoint(u) * u, identity(u.cols));
  check_close<T>(adjoint(v) * v, identity(v.cols));
  for (size_t i = 1; i < s.size(); ++i) {
    CHECK(s[i - 1].real() >= s[i].real());
  }
}

template <class T>
void svd() {
  using F = Functions<T>;
  using R = Real<T>;
  const Handle handle;
  const int m = 6;
  const int n = 4;
  const Matrix a = random_matrix(m, n, kIsComplex<T>);
  const Device<T> device(laid_out<T>(a, kGap));
  const Device<R> s(size_t{4});
  const Device<T> u(size_t{36});
  const Device<T> vt(size_t{16});
  const Device<int> info(std::vector<int>{7});
  int lwork = 0;
  OK(F::gesvd_bufferSize(handle, m, n, &lwork));
  const Device<T> work(static_cast<size_t>(lwork));
  OK(F::gesvd(handle, 'A', 'A', m, n, in_header(device), m + kGap, s, in_header(u), m,
              in_header(vt), n, in_header(work), lwork, nullptr, info));
  EQUAL(info.read()[0], 0);
  check_svd<T>(a, matrix_of(u, m, m), numbers(s.read()), adjoint(matrix_of(vt, n, n)));
  const std::vector<Number> values = numbers(s.read());
  const Device<T> again(laid_out<T>(a));
  OK(F::gesvd(handle, 'N', 'N', m, n, in_header(again), m, s, nullptr, m, nullptr, n,
              in_header(work), lwork, nullptr, info));
  check_close<T>(diagonal(numbers(s.read())), diagonal(values));
  EQUAL(F::gesvd(handle, 'N', 'N', n, m, in_header(again), n, s, nullptr, m, nullptr, n,
                 in_header(work), lwork, nullptr, info),
        MUSOLVER_STATUS_INVALID_VALUE);  // fewer rows than columns
}

template <class T>
void jacobi_svd(int m, int n) {
  using F = Functions<T>;
  using R = Real<T>;
  const Handle handle;
  const int least = std::min(m, n);
  const Matrix a = random_matrix(m, n, kIsComplex<T>);
  gesvdjInfo_t params = nullptr;
  OK(musolverDnCreateGesvdjInfo(&params));
  const Device<R> s(static_cast<size_t>(least));
  const Device<int> info(std::vector<int>{7, 7});
  int lwork = 0;
  for (const int thin : {0, 1}) {
    const int left = thin != 0 ? least : m;
    const int right = thin != 0 ? least : n;
    const Device<T> device(laid_out<T>(a));
    const Device<T> u(static_cast<size_t>(m * left));
    const Device<T> v(static_cast<size_t>(n * right));
    OK(F::gesvdj_bufferSize(handle, kVectors, thin, m, n, in_header(device), m, s, in_header(u), m,
                            in_header(v), n, &lwork, params));
    OK(F::gesvdj(handle, kVectors, thin, m, n, in_header(device), m, s, in_header(u), m,
                 in_header(v), n, nullptr, lwork, info, params));
    EQUAL(info.read()[0], 0);
    check_svd<T>(a, matrix_of(u, m, left), numbers(s.read()), matrix_of(v, n, right));
  }
  OK(musolverDnDestroyGesvdjInfo(params));
}

template <class T>
std::vector<T> part(const Device<T>& device, size_t first, size_t count) {
  const std::vector<T> all = device.read();
  const auto begin = all.begin() + static_cast<ptrdiff_t>(first);
  return std::vector<T>(begin, begin + static_cast<ptrdiff_t>(count));
}

template <class T>
void svd_of_several() {
  using F = Functions<T>;
  using R = Real<T>;
  const Handle handle;
  const int m = 5;
  const int n = 3;
  const Matrix a = random_matrix(m, n, kIsComplex<T>, 1);
  const Matrix b = random_matrix(m, n, kIsComplex<T>, 2);
  std::vector<T> both = laid_out<T>(a);
  const std::vector<T> second = laid_out<T>(b);
  both.insert(both.end(), second.begin(), second.end());
  const Device<T> device(both);
  const Device<R> s(size_t{6});
  const Device<T> u(size_t{50});
  const Device<T> v(size_t{18});
  const Device<int> info(std::vector<int>{7, 7});
  int lwork = 0;
  gesvdjInfo_t params = nullptr;
  OK(musolverDnCreateGesvdjInfo(&params));
  OK(F::gesvdjBatched_bufferSize(handle, kVectors, m, n, in_header(device), m, s, in_header(u), m,
                                 in_header(v), n, &lwork, params, 2));
  OK(F::gesvdjBatched(handle, kVectors, m, n, in_header(device), m, s, in_header(u), m,
                      in_header(v), n, nullptr, lwork, info, params, 2));
  CHECK(info.read() == std::vector<int>({0, 0}));
  check_svd<T>(a, matrix_of(part(u, 0, 25), m, m), numbers(part(s, 0, 3)),
               matrix_of(part(v, 0, 9), n, n));
  check_svd<T>(b, matrix_of(part(u, 25, 25), m, m), numbers(part(s, 3, 3)),
               matrix_of(part(v, 9, 9), n, n));
  OK(musolverDnDestroyGesvdjInfo(params));

  // Two of three vectors: the norm of what is left is the third value.
  const std::vector<R> all_values = s.read();
  const Device<T> input(both);
  std::vector<double> norms(2, -1);
  OK(F::gesvdaStridedBatched_bufferSize(handle, kVectors, 2, m, n, in_header(input), m, 15, s, 2,
                                        in_header(u), m, 10, in_header(v), n, 6, &lwork, 2));
  OK(F::gesvdaStridedBatched(handle, kVectors, 2, m, n, in_header(input), m, 15, s, 2, in_header(u),
                             m, 10, in_header(v), n, 6, nullptr, lwork, info, norms.data(), 2));
  for (size_t i = 0; i < 2; ++i) {
    CHECK(std::abs(norms[i] - static_cast<double>(all_values[3 * i + 2])) < kTolerance<T>);
    const Matrix left = matrix_of(part(u, 10 * i, 10), m, 2);
    const Matrix right = matrix_of(part(v, 6 * i, 6), n, 2);
    check_close<T>((i == 0 ? a : b) * right, left * diagonal(numbers(part(s, 2 * i, 2))));
    check_close<T>(adjoint(left) * left, identity(2));
  }
  CHECK(input.read() == both);  // only read
}

}  // namespace

TEST(singular_values) { EACH_TYPE(svd); }

TEST(singular_values_by_jacobi) {
  for (const int m : {5, 3}) {
    EACH_TYPE(jacobi_svd, m, 4);
  }
}

TEST(singular_values_of_several) { EACH_TYPE(svd_of_several); }

TEST_MAIN()
