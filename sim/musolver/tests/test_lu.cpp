// Handles; LU and symmetric factorizations by type, and the systems that they solve.
#include "support.h"

using namespace solver_test;

namespace {

template <class T>
struct Functions;

#define FUNCTIONS(P, T, R)                                                      \
  template <>                                                                   \
  struct Functions<Computed<T>> {                                               \
    static constexpr auto getrf_bufferSize = musolverDn##P##getrf_bufferSize;   \
    static constexpr auto getrf = musolverDn##P##getrf;                         \
    static constexpr auto getrs = musolverDn##P##getrs;                         \
    static constexpr auto laswp = musolverDn##P##laswp;                         \
    static constexpr auto sytrf_bufferSize = musolverDn##P##sytrf_bufferSize;   \
    static constexpr auto sytrf = musolverDn##P##sytrf;                         \
    static constexpr auto old_getrf_bufferSize = musolver##P##getrf_bufferSize; \
    static constexpr auto old_getrf = musolver##P##getrf;                       \
    static constexpr auto old_getrs = musolver##P##getrs;                       \
  };
MUSASIM_SDCZ(FUNCTIONS)

constexpr int kSize = 5;
constexpr int kGap = 2;
constexpr int kLd = kSize + kGap;
constexpr mublasFillMode_t kFills[] = {MUBLAS_FILL_MODE_LOWER, MUBLAS_FILL_MODE_UPPER};

// l u with the rows exchanged back.
Matrix from_lu(const Matrix& factored, const std::vector<int>& pivots) {
  const int least = std::min(factored.rows, factored.cols);
  Matrix l = columns(triangle(factored, false, true), least);
  Matrix u(least, factored.cols);
  for (int r = 0; r < least; ++r) {
    for (int c = r; c < factored.cols; ++c) {
      u(r, c) = factored(r, c);
    }
  }
  Matrix a = l * u;
  for (int i = static_cast<int>(pivots.size()); i-- > 0;) {
    for (int c = 0; c < a.cols; ++c) {
      std::swap(a(i, c), a(pivots[static_cast<size_t>(i)] - 1, c));
    }
  }
  return a;
}

template <class T>
void lu(int rows, int cols) {
  using F = Functions<T>;
  const Handle handle;
  const Matrix a = random_matrix(rows, cols, kIsComplex<T>);
  const int ld = rows + kGap;
  const auto least = static_cast<size_t>(std::min(rows, cols));
  const Device<T> device(laid_out<T>(a, kGap));
  const Device<int> ipiv(least);
  const Device<int> info(std::vector<int>{7});
  int lwork = 0;
  OK(F::getrf_bufferSize(handle, rows, cols, in_header(device), ld, &lwork));
  const Device<T> work(static_cast<size_t>(lwork));
  OK(F::getrf(handle, rows, cols, in_header(device), ld, in_header(work), ipiv, info));
  EQUAL(info.read()[0], 0);
  check_close<T>(from_lu(matrix_of(device, rows, cols, kGap), ipiv.read()), a);
  const Device<T> swapped(laid_out<T>(a, kGap));
  OK(F::laswp(handle, cols, in_header(swapped), ld, 1, static_cast<int>(least), ipiv, 1));
  check_close<T>(matrix_of(swapped, rows, cols, kGap),
                 from_lu(matrix_of(device, rows, cols, kGap), {}));
  // The same under the older name, and without exchanges.
  size_t size = 0;
  EQUAL(F::old_getrf_bufferSize(rows, cols, true, &size), MUBLAS_STATUS_SUCCESS);
  CHECK(size > 0);
  const Device<T> older(laid_out<T>(a, kGap));
  EQUAL(
      F::old_getrf(handle, rows, cols, in_header(older), ld, ipiv, info, work.template as<void>()),
      MUBLAS_STATUS_SUCCESS);
  check_close<T>(from_lu(matrix_of(older, rows, cols, kGap), ipiv.read()), a);
  Matrix heavy = a;
  for (int i = 0; i < static_cast<int>(least); ++i) {
    heavy(i, i) += 9;
  }
  const Device<T> plain(laid_out<T>(heavy, kGap));
  OK(F::getrf(handle, rows, cols, in_header(plain), ld, in_header(work), nullptr, info));
  EQUAL(info.read()[0], 0);
  check_close<T>(from_lu(matrix_of(plain, rows, cols, kGap), {}), heavy);
}

template <class T>
void lu_solutions() {
  using F = Functions<T>;
  const Handle handle;
  const Matrix a = random_matrix(kSize, kSize, kIsComplex<T>);
  const Matrix x = random_matrix(kSize, 3, kIsComplex<T>, 5);
  const Device<T> device(laid_out<T>(a));
  const Device<int> ipiv(size_t{kSize});
  const Device<int> info(std::vector<int>{7});
  OK(F::getrf(handle, kSize, kSize, in_header(device), kSize, nullptr, ipiv, info));
  const auto check = [&](mublasOperation_t op, const Matrix& turned) {
    const Device<T> b(laid_out<T>(turned * x, kGap));
    OK(F::getrs(handle, op, kSize, 3, in_header(device), kSize, ipiv, in_header(b), kLd, info));
    EQUAL(info.read()[0], 0);
    check_close<T>(matrix_of(b, kSize, 3, kGap), x);
    const Device<T> again(laid_out<T>(turned * x, kGap));
    EQUAL(F::old_getrs(handle, op, kSize, 3, in_header(device), kSize, ipiv, in_header(again), kLd,
                       info),
          MUBLAS_STATUS_SUCCESS);
    check_close<T>(matrix_of(again, kSize, 3, kGap), x);
  };
  check(MUBLAS_OP_N, a);
  check(MUBLAS_OP_T, transposed(a));
  check(MUBLAS_OP_C, adjoint(a));
}

constexpr musaDataType type_of(float) { return MUSA_R_32F; }
constexpr musaDataType type_of(double) { return MUSA_R_64F; }
constexpr musaDataType type_of(Complex) { return MUSA_C_32F; }
constexpr musaDataType type_of(Number) { return MUSA_C_64F; }

// Symmetric, not Hermitian and not definite: sytrf, and Xsytrs with its result.
template <class T>
void indefinite(mublasFillMode_t fill) {
  using F = Functions<T>;
  const Handle handle;
  const Matrix some = random_matrix(kSize, kSize, kIsComplex<T>);
  Matrix a(kSize, kSize);
  for (int r = 0; r < kSize; ++r) {
    for (int c = 0; c < kSize; ++c) {
      a(r, c) = some(r, c) + some(c, r);
    }
  }
  const Device<T> device(laid_out<T>(a, kGap));
  const Device<int> ipiv(size_t{kSize});
  const Device<int> info(std::vector<int>{7});
  int lwork = 0;
  OK(F::sytrf_bufferSize(handle, kSize, in_header(device), kLd, &lwork));
  const Device<T> work(static_cast<size_t>(lwork));
  OK(F::sytrf(handle, fill, kSize, in_header(device), kLd, ipiv, in_header(work), lwork, info));
  EQUAL(info.read()[0], 0);
  const std::vector<int> narrow = ipiv.read();
  const Device<int64_t> wide(std::vector<int64_t>(narrow.begin(), narrow.end()));
  const Matrix x = random_matrix(kSize, 2, kIsComplex<T>, 9);
  const Device<T> b(laid_out<T>(a * x));
  size_t device_bytes = 0;
  size_t host_bytes = 1;
  OK(musolverDnXsytrs_bufferSize(handle, fill, kSize, 2, type_of(T{}), device, kLd, wide,
                                 type_of(T{}), b, kSize, &device_bytes, &host_bytes));
  CHECK(device_bytes > 0 && host_bytes == 0);
  OK(musolverDnXsytrs(handle, fill, kSize, 2, type_of(T{}), device, kLd, wide, type_of(T{}), b,
                      kSize, nullptr, 0, nullptr, 0, info));
  check_close<T>(matrix_of(b, kSize, 2), x);
}

}  // namespace

TEST(handles) {
  musolverDnHandle_t handle = nullptr;
  EQUAL(musolverDnCreate(nullptr), MUSOLVER_STATUS_INVALID_VALUE);
  OK(musolverDnCreate(&handle));
  musaStream_t stream = nullptr;
  musaStream_t found = nullptr;
  OK(musaStreamCreate(&stream));
  OK(musolverDnSetStream(handle, stream));
  OK(musolverDnGetStream(handle, &found));
  CHECK(found == stream);
  OK(musolverDnDestroy(handle));
  EQUAL(musolverDnSetStream(handle, stream), MUSOLVER_STATUS_NOT_INITIALIZED);
  EQUAL(musolverDnDestroy(nullptr), MUSOLVER_STATUS_NOT_INITIALIZED);
  OK(musaStreamDestroy(stream));
  int version = 0;
  int major = 0;
  OK(musolverGetVersion(&version));
  OK(musolverGetProperty(MAJOR_VERSION, &major));
  EQUAL(version / 1000, major);
}

// torch_musa passes the handles of muBLAS.
TEST(handles_of_mublas_serve) {
  mublasHandle_t handle = nullptr;
  OK(mublasCreate(&handle));
  const Device<float> a(std::vector<float>{4, 2, 2, 5});
  const Device<int> info(std::vector<int>{7});
  OK(musolverDnSpotrf(handle, MUBLAS_FILL_MODE_LOWER, 2, a, 2, nullptr, 0, info));
  EQUAL(info.read()[0], 0);
  CHECK(a.read() == std::vector<float>({2, 1, 2, 2}));
  OK(mublasDestroy(handle));
}

TEST(lu_factorization) {
  for (const int rows : {5, 3}) {
    for (const int cols : {5, 4}) {
      EACH_TYPE(lu, rows, cols);
    }
  }
}

TEST(solutions_from_lu) { EACH_TYPE(lu_solutions); }

TEST(symmetric_factorization) {
  for (const auto fill : kFills) {
    EACH_TYPE(indefinite, fill);
  }
}

TEST(info_tells_what_is_singular_or_not_definite) {
  const Handle handle;
  const Device<int> info(std::vector<int>{7});
  const Device<double> zero(std::vector<double>{1, 2, 2, 4});
  const Device<int> ipiv(size_t{2});
  OK(musolverDnDgetrf(handle, 2, 2, zero, 2, nullptr, ipiv, info));
  EQUAL(info.read()[0], 2);
  const Device<double> negative(std::vector<double>{1, 2, 2, 1});
  OK(musolverDnDpotrf(handle, MUBLAS_FILL_MODE_UPPER, 2, negative, 2, nullptr, 0, info));
  EQUAL(info.read()[0], 2);
}

TEST(wrong_arguments_are_refused) {
  const Handle handle;
  const Device<float> a(size_t{4});
  const Device<int> info(size_t{1});
  int lwork = 0;
  EQUAL(musolverDnSpotrf(handle, MUBLAS_FILL_MODE_LOWER, -1, a, 2, nullptr, 0, info),
        MUSOLVER_STATUS_INVALID_VALUE);
  EQUAL(musolverDnSpotrf(handle, MUBLAS_FILL_MODE_LOWER, 2, a, 1, nullptr, 0, info),
        MUSOLVER_STATUS_INVALID_VALUE);
  EQUAL(musolverDnSpotrf(nullptr, MUBLAS_FILL_MODE_LOWER, 2, a, 2, nullptr, 0, info),
        MUSOLVER_STATUS_NOT_INITIALIZED);
  EQUAL(musolverDnSgetrf_bufferSize(handle, 2, 2, a, 2, nullptr), MUSOLVER_STATUS_INVALID_VALUE);
  EQUAL(musolverDnSgetrf_bufferSize(handle, 2, 2, nullptr, 2, &lwork),
        MUSOLVER_STATUS_INVALID_VALUE);
  EQUAL(musolverSgetrf(handle, -1, 2, a, 2, nullptr, info, nullptr), MUBLAS_STATUS_INVALID_VALUE);
}

TEST(work_follows_what_the_stream_holds) {
  const Handle handle;
  musaStream_t stream = nullptr;
  OK(musaStreamCreate(&stream));
  OK(musolverDnSetStream(handle, stream));
  const std::vector<double> host{4, 0, 0, 9};
  const Device<double> a(size_t{4});
  const Device<int> info(size_t{1});
  OK(musaMemcpyAsync(a, host.data(), 32, musaMemcpyHostToDevice, stream));
  OK(musolverDnDpotrf(handle, MUBLAS_FILL_MODE_LOWER, 2, a, 2, nullptr, 0, info));
  OK(musolverDnDpotrf(handle, MUBLAS_FILL_MODE_LOWER, 1, a, 2, nullptr, 0, info));
  OK(musaStreamSynchronize(stream));
  const std::vector<double> found = a.read();
  CHECK(std::abs(found[0] - std::sqrt(2.0)) < 1e-12 && found[3] == 3);
  OK(musaStreamDestroy(stream));
}

TEST_MAIN()
