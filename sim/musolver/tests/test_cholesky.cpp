// Cholesky factorization by type.
#include "support.h"

using namespace solver_test;

namespace {

template <class T>
struct Functions;

#define FUNCTIONS(P, T, R)                                                    \
  template <>                                                                 \
  struct Functions<Computed<T>> {                                             \
    static constexpr auto potrf_bufferSize = musolverDn##P##potrf_bufferSize; \
    static constexpr auto potrf = musolverDn##P##potrf;                       \
    static constexpr auto potrs = musolverDn##P##potrs;                       \
    static constexpr auto potri_bufferSize = musolverDn##P##potri_bufferSize; \
    static constexpr auto potri = musolverDn##P##potri;                       \
    static constexpr auto potrfBatched = musolverDn##P##potrfBatched;         \
    static constexpr auto potrsBatched = musolverDn##P##potrsBatched;         \
    static constexpr auto old_potrfBatched = musolver##P##potrfBatched;       \
    static constexpr auto old_potrs = musolver##P##potrs;                     \
  };
MUSASIM_SDCZ(FUNCTIONS)

constexpr int kSize = 5;
constexpr int kGap = 2;
constexpr int kLd = kSize + kGap;
constexpr mublasFillMode_t kFills[] = {MUBLAS_FILL_MODE_LOWER, MUBLAS_FILL_MODE_UPPER};

template <class T>
Matrix from_cholesky(const Matrix& factored, bool upper) {
  const Matrix t = triangle(factored, upper);
  return upper ? adjoint(t) * t : t * adjoint(t);
}

template <class T>
void cholesky(mublasFillMode_t fill) {
  using F = Functions<T>;
  const Handle handle;
  const bool upper = fill == MUBLAS_FILL_MODE_UPPER;
  const Matrix a = positive(kSize, kIsComplex<T>);
  const Device<T> device(laid_out<T>(a, kGap));
  const Device<int> info(std::vector<int>{7});
  int lwork = 0;
  OK(F::potrf_bufferSize(handle, fill, kSize, in_header(device), kLd, &lwork));
  const Device<T> work(static_cast<size_t>(lwork));
  OK(F::potrf(handle, fill, kSize, in_header(device), kLd, in_header(work), lwork, info));
  EQUAL(info.read()[0], 0);
  check_close<T>(from_cholesky<T>(matrix_of(device, kSize, kSize, kGap), upper), a);

  const Matrix x = random_matrix(kSize, 3, kIsComplex<T>);
  const Device<T> b(laid_out<T>(a * x, kGap));
  OK(F::potrs(handle, fill, kSize, 3, in_header(device), kLd, in_header(b), kLd, info));
  EQUAL(info.read()[0], 0);
  check_close<T>(matrix_of(b, kSize, 3, kGap), x);
  const Device<T> again(laid_out<T>(a * x, kGap));
  EQUAL(F::old_potrs(handle, fill, kSize, 3, in_header(device), kLd, in_header(again), kLd),
        MUBLAS_STATUS_SUCCESS);
  check_close<T>(matrix_of(again, kSize, 3, kGap), x);

  OK(F::potri_bufferSize(handle, fill, kSize, in_header(device), kLd, &lwork));
  OK(F::potri(handle, fill, kSize, in_header(device), kLd, in_header(work), lwork, info));
  const Matrix half = triangle(matrix_of(device, kSize, kSize, kGap), upper);
  Matrix inverse = half;
  for (int r = 0; r < kSize; ++r) {
    for (int c = 0; c < kSize; ++c) {
      if (r != c && half(r, c) == Number(0)) {
        inverse(r, c) = std::conj(half(c, r));
      }
    }
  }
  check_close<T>(a * inverse, identity(kSize));
}

template <class T>
void cholesky_of_several(mublasFillMode_t fill) {
  using F = Functions<T>;
  using Header = Declared<T>;
  const Handle handle;
  const bool upper = fill == MUBLAS_FILL_MODE_UPPER;
  const Matrix a = positive(kSize, kIsComplex<T>, 1);
  const Matrix b = positive(kSize, kIsComplex<T>, 2);
  Matrix bad = b;
  bad(2, 2) = -1;
  const Matrix x = random_matrix(kSize, 2, kIsComplex<T>);
  const Device<T> first(laid_out<T>(a));
  const Device<T> second(laid_out<T>(bad));
  const Device<T> third(laid_out<T>(b));
  const Device<Header*> pointers(
      std::vector<Header*>{in_header(first), in_header(second), in_header(third)});
  const Device<int> info(std::vector<int>{7, 7, 7});
  OK(F::potrfBatched(handle, fill, kSize, pointers, kSize, info, 3));
  CHECK(info.read() == std::vector<int>({0, 3, 0}));
  check_close<T>(from_cholesky<T>(matrix_of(first, kSize, kSize), upper), a);
  check_close<T>(from_cholesky<T>(matrix_of(third, kSize, kSize), upper), b);
  const Device<Header*> good(std::vector<Header*>{in_header(first), in_header(third)});
  const Device<T> side_a(laid_out<T>(a * x));
  const Device<T> side_b(laid_out<T>(b * x));
  const Device<Header*> sides(std::vector<Header*>{in_header(side_a), in_header(side_b)});
  OK(F::potrsBatched(handle, fill, kSize, 2, good, kSize, sides, kSize, info, 2));
  check_close<T>(matrix_of(side_a, kSize, 2), x);
  check_close<T>(matrix_of(side_b, kSize, 2), x);
  const Device<T> again(laid_out<T>(a));
  const Device<Header*> one(std::vector<Header*>{in_header(again)});
  EQUAL(F::old_potrfBatched(handle, fill, kSize, one, kSize, info, 1), MUBLAS_STATUS_SUCCESS);
  check_close<T>(from_cholesky<T>(matrix_of(again, kSize, kSize), upper), a);
}

}  // namespace

TEST(cholesky_factorization) {
  for (const auto fill : kFills) {
    EACH_TYPE(cholesky, fill);
  }
}

TEST(cholesky_factorization_of_several) {
  for (const auto fill : kFills) {
    EACH_TYPE(cholesky_of_several, fill);
  }
}

TEST_MAIN()
