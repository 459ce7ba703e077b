// QR factorization and eigenvalues by type.
#include "support.h"

using namespace solver_test;

namespace {

template <class T>
struct Functions;

template <>
struct Functions<float> {
  using Header = float;
  using Real = float;
  static constexpr auto geqrf_bufferSize = musolverDnSgeqrf_bufferSize;
  static constexpr auto geqrf = musolverDnSgeqrf;
  static constexpr auto orgqr_bufferSize = musolverDnSorgqr_bufferSize;
  static constexpr auto orgqr = musolverDnSorgqr;
  static constexpr auto ormqr_bufferSize = musolverDnSormqr_bufferSize;
  static constexpr auto ormqr = musolverDnSormqr;
  static constexpr auto syevd_bufferSize = musolverDnSsyevd_bufferSize;
  static constexpr auto syevd = musolverDnSsyevd;
  static constexpr auto syevdx_bufferSize = musolverDnSsyevdx_bufferSize;
  static constexpr auto syevdx = musolverDnSsyevdx;
  static constexpr auto sygvd_bufferSize = musolverDnSsygvd_bufferSize;
  static constexpr auto sygvd = musolverDnSsygvd;
  static constexpr auto syevj_bufferSize = musolverDnSsyevj_bufferSize;
  static constexpr auto syevj = musolverDnSsyevj;
  static constexpr auto syevjBatched_bufferSize = musolverDnSsyevjBatched_bufferSize;
  static constexpr auto syevjBatched = musolverDnSsyevjBatched;
  static constexpr auto sygvj_bufferSize = musolverDnSsygvj_bufferSize;
  static constexpr auto sygvj = musolverDnSsygvj;
};

template <>
struct Functions<double> {
  using Header = double;
  using Real = double;
  static constexpr auto geqrf_bufferSize = musolverDnDgeqrf_bufferSize;
  static constexpr auto geqrf = musolverDnDgeqrf;
  static constexpr auto orgqr_bufferSize = musolverDnDorgqr_bufferSize;
  static constexpr auto orgqr = musolverDnDorgqr;
  static constexpr auto ormqr_bufferSize = musolverDnDormqr_bufferSize;
  static constexpr auto ormqr = musolverDnDormqr;
  static constexpr auto syevd_bufferSize = musolverDnDsyevd_bufferSize;
  static constexpr auto syevd = musolverDnDsyevd;
  static constexpr auto syevdx_bufferSize = musolverDnDsyevdx_bufferSize;
  static constexpr auto syevdx = musolverDnDsyevdx;
  static constexpr auto sygvd_bufferSize = musolverDnDsygvd_bufferSize;
  static constexpr auto sygvd = musolverDnDsygvd;
  static constexpr auto syevj_bufferSize = musolverDnDsyevj_bufferSize;
  static constexpr auto syevj = musolverDnDsyevj;
  static constexpr auto syevjBatched_bufferSize = musolverDnDsyevjBatched_bufferSize;
  static constexpr auto syevjBatched = musolverDnDsyevjBatched;
  static constexpr auto sygvj_bufferSize = musolverDnDsygvj_bufferSize;
  static constexpr auto sygvj = musolverDnDsygvj;
};

template <>
struct Functions<Complex> {
  using Header = muComplex;
  using Real = float;
  static constexpr auto geqrf_bufferSize = musolverDnCgeqrf_bufferSize;
  static constexpr auto geqrf = musolverDnCgeqrf;
  static constexpr auto orgqr_bufferSize = musolverDnCungqr_bufferSize;
  static constexpr auto orgqr = musolverDnCungqr;
  static constexpr auto ormqr_bufferSize = musolverDnCunmqr_bufferSize;
  static constexpr auto ormqr = musolverDnCunmqr;
  static constexpr auto syevd_bufferSize = musolverDnCheevd_bufferSize;
  static constexpr auto syevd = musolverDnCheevd;
  static constexpr auto syevdx_bufferSize = musolverDnCheevdx_bufferSize;
  static constexpr auto syevdx = musolverDnCheevdx;
  static constexpr auto sygvd_bufferSize = musolverDnChegvd_bufferSize;
  static constexpr auto sygvd = musolverDnChegvd;
  static constexpr auto syevj_bufferSize = musolverDnCheevj_bufferSize;
  static constexpr auto syevj = musolverDnCheevj;
  static constexpr auto syevjBatched_bufferSize = musolverDnCheevjBatched_bufferSize;
  static constexpr auto syevjBatched = musolverDnCheevjBatched;
  static constexpr auto sygvj_bufferSize = musolverDnChegvj_bufferSize;
  static constexpr auto sygvj = musolverDnChegvj;
};

template <>
struct Functions<Number> {
  using Header = muDoubleComplex;
  using Real = double;
  static constexpr auto geqrf_bufferSize = musolverDnZgeqrf_bufferSize;
  static constexpr auto geqrf = musolverDnZgeqrf;
  static constexpr auto orgqr_bufferSize = musolverDnZungqr_bufferSize;
  static constexpr auto orgqr = musolverDnZungqr;
  static constexpr auto ormqr_bufferSize = musolverDnZunmqr_bufferSize;
  static constexpr auto ormqr = musolverDnZunmqr;
  static constexpr auto syevd_bufferSize = musolverDnZheevd_bufferSize;
  static constexpr auto syevd = musolverDnZheevd;
  static constexpr auto syevdx_bufferSize = musolverDnZheevdx_bufferSize;
  static constexpr auto syevdx = musolverDnZheevdx;
  static constexpr auto sygvd_bufferSize = musolverDnZhegvd_bufferSize;
  static constexpr auto sygvd = musolverDnZhegvd;
  static constexpr auto syevj_bufferSize = musolverDnZheevj_bufferSize;
  static constexpr auto syevj = musolverDnZheevj;
  static constexpr auto syevjBatched_bufferSize = musolverDnZheevjBatched_bufferSize;
  static constexpr auto syevjBatched = musolverDnZheevjBatched;
  static constexpr auto sygvj_bufferSize = musolverDnZhegvj_bufferSize;
  static constexpr auto sygvj = musolverDnZhegvj;
};

constexpr auto kVectors = MUSOLVER_EIG_MODE_VECTOR;
constexpr auto kLower = MUBLAS_FILL_MODE_LOWER;
constexpr int kGap = 2;

template <class T>
auto* in_header(const Device<T>& device) {
  return device.template as<typename Functions<T>::Header>();
}

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
  using R = typename F::Real;
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
  using R = typename F::Real;
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
  using R = typename F::Real;
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

TEST(qr_factorization) {
  qr<float>();
  qr<double>();
  qr<Complex>();
  qr<Number>();
}

TEST(eigenvalues) {
  eigen<float>();
  eigen<double>();
  eigen<Complex>();
  eigen<Number>();
}

TEST(eigenvalues_of_pairs) {
  pairs<float>();
  pairs<double>();
  pairs<Complex>();
  pairs<Number>();
}

TEST(eigenvalues_by_jacobi) {
  jacobi<float>();
  jacobi<double>();
  jacobi<Complex>();
  jacobi<Number>();
}

TEST_MAIN()
