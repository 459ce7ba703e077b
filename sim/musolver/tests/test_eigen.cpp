// QR factorization and eigenvalues by type.
#include "support.h"

using namespace solver_test;

namespace {

template <class T>
struct Functions;

#define FUNCTIONS(P, T, R, OR, SY)                                                            \
  template <>                                                                                 \
  struct Functions<Computed<T>> {                                                             \
    static constexpr auto geqrf_bufferSize = musolverDn##P##geqrf_bufferSize;                 \
    static constexpr auto geqrf = musolverDn##P##geqrf;                                       \
    static constexpr auto orgqr_bufferSize = musolverDn##P##OR##gqr_bufferSize;               \
    static constexpr auto orgqr = musolverDn##P##OR##gqr;                                     \
    static constexpr auto ormqr_bufferSize = musolverDn##P##OR##mqr_bufferSize;               \
    static constexpr auto ormqr = musolverDn##P##OR##mqr;                                     \
    static constexpr auto syevd_bufferSize = musolverDn##P##SY##evd_bufferSize;               \
    static constexpr auto syevd = musolverDn##P##SY##evd;                                     \
    static constexpr auto syevdx_bufferSize = musolverDn##P##SY##evdx_bufferSize;             \
    static constexpr auto syevdx = musolverDn##P##SY##evdx;                                   \
    static constexpr auto sygvd_bufferSize = musolverDn##P##SY##gvd_bufferSize;               \
    static constexpr auto sygvd = musolverDn##P##SY##gvd;                                     \
    static constexpr auto syevj_bufferSize = musolverDn##P##SY##evj_bufferSize;               \
    static constexpr auto syevj = musolverDn##P##SY##evj;                                     \
    static constexpr auto syevjBatched_bufferSize = musolverDn##P##SY##evjBatched_bufferSize; \
    static constexpr auto syevjBatched = musolverDn##P##SY##evjBatched;                       \
    static constexpr auto sygvj_bufferSize = musolverDn##P##SY##gvj_bufferSize;               \
    static constexpr auto sygvj = musolverDn##P##SY##gvj;                                     \
  };
FUNCTIONS(S, float, float, or, sy)
FUNCTIONS(D, double, double, or, sy)
FUNCTIONS(C, muComplex, float, un, he)
FUNCTIONS(Z, muDoubleComplex, double, un, he)

constexpr auto kVectors = MUSOLVER_EIG_MODE_VECTOR;
constexpr auto kLower = MUBLAS_FILL_MODE_LOWER;
constexpr int kGap = 2;

template <class R>
std::vector<Number> numbers(const std::vector<R>& values) {
  return std::vector<Number>(values.begin(), values.end());
}

template <class T>
void qr() {
  using F = Functions<T>;
  const Handle handle;
  const int m = 6;
  const int n = 4;
  const int ld = m + kGap;
  const Matrix a = random_matrix(m, n, kIsComplex<T>);
  const Device<T> device(laid_out<T>(a, kGap));
  const Device<T> tau(size_t{4});
  const Device<int> info(std::vector<int>{7});
  int lwork = 0;
  OK(F::geqrf_bufferSize(handle, m, n, in_header(device), ld, &lwork));
  const Device<T> work(static_cast<size_t>(lwork) * 8);
  OK(F::geqrf(handle, m, n, in_header(device), ld, in_header(tau), in_header(work), lwork, info));
  EQUAL(info.read()[0], 0);
  const Matrix factored = matrix_of(device, m, n, kGap);
  Matrix r(n, n);
  for (int i = 0; i < n; ++i) {
    for (int j = i; j < n; ++j) {
      r(i, j) = factored(i, j);
    }
  }
  // Q^H a is r above zeros, from both sides; the reflectors are still in `device`.
  const auto adjoint_op = kIsComplex<T> ? MUBLAS_OP_C : MUBLAS_OP_T;
  const Device<T> product(laid_out<T>(a, kGap));
  OK(F::ormqr_bufferSize(handle, MUBLAS_SIDE_LEFT, adjoint_op, m, n, n, in_header(device), ld,
                         in_header(tau), in_header(product), ld, &lwork));
  OK(F::ormqr(handle, MUBLAS_SIDE_LEFT, adjoint_op, m, n, n, in_header(device), ld, in_header(tau),
              in_header(product), ld, in_header(work), lwork, info));
  Matrix wanted(m, n);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      wanted(i, j) = r(i, j);
    }
  }
  check_close<T>(matrix_of(product, m, n, kGap), wanted);
  const Device<T> from_right(laid_out<T>(adjoint(a)));
  OK(F::ormqr(handle, MUBLAS_SIDE_RIGHT, MUBLAS_OP_N, n, m, n, in_header(device), ld,
              in_header(tau), in_header(from_right), n, in_header(work), lwork, info));
  check_close<T>(matrix_of(from_right, n, m), adjoint(wanted));

  OK(F::orgqr_bufferSize(handle, m, n, n, in_header(device), ld, in_header(tau), &lwork));
  OK(F::orgqr(handle, m, n, n, in_header(device), ld, in_header(tau), in_header(work), lwork,
              info));
  EQUAL(info.read()[0], 0);
  const Matrix q = matrix_of(device, m, n, kGap);
  check_close<T>(adjoint(q) * q, identity(n));
  check_close<T>(q * r, a);
}

template <class T>
void check_eigen(const Matrix& a, const Matrix& vectors, const std::vector<Number>& values) {
  check_close<T>(a * vectors, vectors * diagonal(values));
  check_close<T>(adjoint(vectors) * vectors, identity(vectors.cols));
  for (size_t i = 1; i < values.size(); ++i) {
    CHECK(values[i - 1].real() <= values[i].real());
  }
}

template <class T>
void eigen() {
  using F = Functions<T>;
  using R = Real<T>;
  const Handle handle;
  const int n = 5;
  const int ld = n + kGap;
  const Matrix a = positive(n, kIsComplex<T>);
  const Device<R> w(size_t{5});
  const Device<int> info(std::vector<int>{7});
  int lwork = 0;
  std::vector<Number> values;
  for (const auto fill : {kLower, MUBLAS_FILL_MODE_UPPER}) {
    const Device<T> device(laid_out<T>(a, kGap));
    OK(F::syevd_bufferSize(handle, kVectors, fill, n, in_header(device), ld, w, &lwork));
    const Device<T> work(static_cast<size_t>(lwork));
    OK(F::syevd(handle, kVectors, fill, n, in_header(device), ld, w, in_header(work), lwork, info));
    EQUAL(info.read()[0], 0);
    values = numbers(w.read());
    check_eigen<T>(a, matrix_of(device, n, n, kGap), values);
  }
  const Device<T> only_values(laid_out<T>(a, kGap));
  OK(F::syevd(handle, MUSOLVER_EIG_MODE_NOVECTOR, kLower, n, in_header(only_values), ld, w, nullptr,
              0, info));
  check_close<T>(diagonal(numbers(w.read())), diagonal(values));

  // The second and third, by number and by value.
  const auto low = static_cast<R>((values[0].real() + values[1].real()) / 2);
  const auto high = static_cast<R>((values[2].real() + values[3].real()) / 2);
  const std::vector<Number> part{values[1], values[2]};
  for (const auto range : {MUSOLVER_EIG_RANGE_I, MUSOLVER_EIG_RANGE_V}) {
    const Device<T> device(laid_out<T>(a, kGap));
    int count = 0;
    OK(F::syevdx_bufferSize(handle, kVectors, range, kLower, n, in_header(device), ld, low, high, 2,
                            3, &count, w, &lwork));
    OK(F::syevdx(handle, kVectors, range, kLower, n, in_header(device), ld, low, high, 2, 3, &count,
                 w, nullptr, lwork, info));
    EQUAL(count, 2);
    std::vector<R> found = w.read();
    found.resize(2);
    check_close<T>(diagonal(numbers(found)), diagonal(part));
    check_eigen<T>(a, columns(matrix_of(device, n, n, kGap), 2), part);
  }
}

// a x = b x w
template <class T>
void check_pair(const Matrix& a, const Matrix& b, const Matrix& x,
                const std::vector<Number>& values) {
  check_close<T>(a * x, b * x * diagonal(values));
  check_close<T>(adjoint(x) * b * x, identity(a.rows));
}

template <class T>
void pairs() {
  using F = Functions<T>;
  using R = Real<T>;
  const Handle handle;
  const int n = 5;
  const Matrix a = positive(n, kIsComplex<T>, 1);
  const Matrix b = positive(n, kIsComplex<T>, 2);
  const Device<R> w(size_t{5});
  const Device<int> info(std::vector<int>{7});
  int lwork = 0;
  {
    const Device<T> left(laid_out<T>(a));
    const Device<T> right(laid_out<T>(b));
    OK(F::sygvd_bufferSize(handle, MUSOLVER_EIG_TYPE_1, kVectors, kLower, n, in_header(left), n,
                           in_header(right), n, w, &lwork));
    OK(F::sygvd(handle, MUSOLVER_EIG_TYPE_1, kVectors, kLower, n, in_header(left), n,
                in_header(right), n, w, nullptr, lwork, info));
    EQUAL(info.read()[0], 0);
    check_pair<T>(a, b, matrix_of(left, n, n), numbers(w.read()));
  }
  syevjInfo_t params = nullptr;
  OK(musolverDnCreateSyevjInfo(&params));
  const Device<T> left(laid_out<T>(a));
  const Device<T> right(laid_out<T>(b));
  OK(F::sygvj_bufferSize(handle, MUSOLVER_EIG_TYPE_1, kVectors, kLower, n, in_header(left), n,
                         in_header(right), n, w, &lwork, params));
  OK(F::sygvj(handle, MUSOLVER_EIG_TYPE_1, kVectors, kLower, n, in_header(left), n,
              in_header(right), n, w, nullptr, lwork, info, params));
  check_pair<T>(a, b, matrix_of(left, n, n), numbers(w.read()));
  OK(musolverDnDestroySyevjInfo(params));
}

template <class T>
void jacobi() {
  using F = Functions<T>;
  using R = Real<T>;
  const Handle handle;
  const int n = 4;
  const Matrix a = positive(n, kIsComplex<T>, 1);
  const Matrix b = positive(n, kIsComplex<T>, 2);
  syevjInfo_t params = nullptr;
  OK(musolverDnCreateSyevjInfo(&params));
  int lwork = 0;
  const Device<int> info(std::vector<int>{7, 7});
  const Device<R> w(size_t{8});
  const Device<T> one(laid_out<T>(a));
  OK(F::syevj_bufferSize(handle, kVectors, kLower, n, in_header(one), n, w, &lwork, params));
  OK(F::syevj(handle, kVectors, kLower, n, in_header(one), n, w, nullptr, lwork, info, params));
  std::vector<R> values = w.read();
  values.resize(4);
  check_eigen<T>(a, matrix_of(one, n, n), numbers(values));
  std::vector<T> both = laid_out<T>(a);
  const std::vector<T> second = laid_out<T>(b);
  both.insert(both.end(), second.begin(), second.end());
  const Device<T> two(both);
  OK(F::syevjBatched_bufferSize(handle, kVectors, kLower, n, in_header(two), n, w, &lwork, params,
                                2));
  OK(F::syevjBatched(handle, kVectors, kLower, n, in_header(two), n, w, nullptr, lwork, info,
                     params, 2));
  CHECK(info.read() == std::vector<int>({0, 0}));
  const std::vector<T> found = two.read();
  values = w.read();
  check_eigen<T>(a, matrix_of(std::vector<T>(found.begin(), found.begin() + 16), n, n),
                 numbers(std::vector<R>(values.begin(), values.begin() + 4)));
  check_eigen<T>(b, matrix_of(std::vector<T>(found.begin() + 16, found.end()), n, n),
                 numbers(std::vector<R>(values.begin() + 4, values.end())));
  OK(musolverDnDestroySyevjInfo(params));
}

}  // namespace

TEST(qr_factorization) { EACH_TYPE(qr); }

TEST(eigenvalues) { EACH_TYPE(eigen); }

TEST(eigenvalues_of_pairs) { EACH_TYPE(pairs); }

TEST(eigenvalues_by_jacobi) { EACH_TYPE(jacobi); }

TEST_MAIN()
