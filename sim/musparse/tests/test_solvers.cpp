// Functions by format that solve: blocked triangular, tridiagonal, incomplete factorizations.
#include "support.h"

using namespace sparse_test;

namespace {

template <class T>
struct Functions;

#define FUNCTIONS(P, T, R)                                                                        \
  template <>                                                                                     \
  struct Functions<Computed<T>> {                                                                 \
    static constexpr auto bsrsv2_bufferSize = musparse##P##bsrsv2_bufferSize;                     \
    static constexpr auto bsrsv2_analysis = musparse##P##bsrsv2_analysis;                         \
    static constexpr auto bsrsv2_solve = musparse##P##bsrsv2_solve;                               \
    static constexpr auto bsrsm2_bufferSize = musparse##P##bsrsm2_bufferSize;                     \
    static constexpr auto bsrsm2_analysis = musparse##P##bsrsm2_analysis;                         \
    static constexpr auto bsrsm2_solve = musparse##P##bsrsm2_solve;                               \
    static constexpr auto gtsv2_bufferSizeExt = musparse##P##gtsv2_bufferSizeExt;                 \
    static constexpr auto gtsv2 = musparse##P##gtsv2;                                             \
    static constexpr auto gtsv2_nopivot_bufferSizeExt = musparse##P##gtsv2_nopivot_bufferSizeExt; \
    static constexpr auto gtsv2_nopivot = musparse##P##gtsv2_nopivot;                             \
    static constexpr auto gtsv2StridedBatch_bufferSizeExt =                                       \
        musparse##P##gtsv2StridedBatch_bufferSizeExt;                                             \
    static constexpr auto gtsv2StridedBatch = musparse##P##gtsv2StridedBatch;                     \
    static constexpr auto csrilu02_bufferSize = musparse##P##csrilu02_bufferSize;                 \
    static constexpr auto csrilu02_analysis = musparse##P##csrilu02_analysis;                     \
    static constexpr auto csrilu02 = musparse##P##csrilu02;                                       \
    static constexpr auto csric02_bufferSize = musparse##P##csric02_bufferSize;                   \
    static constexpr auto csric02_analysis = musparse##P##csric02_analysis;                       \
    static constexpr auto csric02 = musparse##P##csric02;                                         \
  };
MUSASIM_SDCZ(FUNCTIONS)

constexpr auto kNone = MUSPARSE_OPERATION_NON_TRANSPOSE;
constexpr auto kPolicy = MUSPARSE_SOLVE_POLICY_USE_LEVEL;
constexpr auto kByRow = MUSPARSE_DIRECTION_ROW;

// All 2 x 2 blocks of a 4 x 4 matrix with a heavy diagonal.
Matrix heavy(Random* random, bool complex) {
  Matrix m = random_matrix(random, 4, 4, complex);
  for (int64_t i = 0; i < 4; ++i) {
    m(i, i) = Number(9, complex ? 2 : 0);
  }
  return m;
}

template <class T>
std::vector<T> in_blocks(const Matrix& m) {
  std::vector<T> values;
  for (int64_t block = 0; block < 4; ++block) {
    for (int64_t i = 0; i < 4; ++i) {
      values.push_back(stored<T>(m(block / 2 * 2 + i / 2, block % 2 * 2 + i % 2)));
    }
  }
  return values;
}

template <class T>
void solve_blocked(musparseFillMode_t fill, musparseOperation_t op) {
  using F = Functions<T>;
  const Handle handle;
  Random random;
  const Matrix full = heavy(&random, kIsComplex<T>);
  Matrix a(4, 4);
  for (int64_t r = 0; r < 4; ++r) {
    for (int64_t c = 0; c < 4; ++c) {
      if (r == c || (c > r) == (fill == MUSPARSE_FILL_MODE_UPPER)) {
        a(r, c) = full(r, c);
      }
    }
  }
  const Matrix x = random_matrix(&random, 4, 2, kIsComplex<T>);
  const Matrix b = product(turned(a, op), x, 0.5, 0, x);
  const musparseMatDescr_t descr = matrix_type();
  OK(musparseSetMatFillMode(descr, fill));
  const Device<int> offsets(std::vector<int>{0, 2, 4});
  const Device<int> columns(std::vector<int>{0, 1, 0, 1});
  const Device<T> values(in_blocks<T>(full));
  const T two = stored<T>(2);
  int bytes = 0;
  int position = 7;

  std::vector<T> first = laid_out<T>(b, MUSPARSE_ORDER_COL, 0);
  first.resize(4);
  const Device<T> f(first);
  const Device<T> found(size_t{4});
  bsrsv2Info_t one = nullptr;
  OK(musparseCreateBsrsv2Info(&one));
  OK(F::bsrsv2_bufferSize(handle, kByRow, op, 2, 4, descr, in_header(values), offsets, columns, 2,
                          one, &bytes));
  const Device<char> buffer(static_cast<size_t>(bytes));
  OK(F::bsrsv2_analysis(handle, kByRow, op, 2, 4, descr, in_header(values), offsets, columns, 2,
                        one, kPolicy, buffer));
  OK(musparseXbsrsv2_zeroPivot(handle, one, &position));
  EQUAL(position, -1);
  OK(F::bsrsv2_solve(handle, kByRow, op, 2, 4, in_header(&two), descr, in_header(values), offsets,
                     columns, 2, one, in_header(f), in_header(found), kPolicy, buffer));
  check_values(found.read(), {x(0, 0), x(1, 0), x(2, 0), x(3, 0)});
  OK(musparseDestroyBsrsv2Info(one));

  const Device<T> right(laid_out<T>(b, MUSPARSE_ORDER_COL, 0));
  const Device<T> result(size_t{8});
  bsrsm2Info_t many = nullptr;
  OK(musparseCreateBsrsm2Info(&many));
  OK(F::bsrsm2_bufferSize(handle, kByRow, op, kNone, 2, 2, 4, descr, in_header(values), offsets,
                          columns, 2, many, &bytes));
  OK(F::bsrsm2_analysis(handle, kByRow, op, kNone, 2, 2, 4, descr, in_header(values), offsets,
                        columns, 2, many, kPolicy, buffer));
  OK(musparseXbsrsm2_zeroPivot(handle, many, &position));
  OK(F::bsrsm2_solve(handle, kByRow, op, kNone, 2, 2, 4, in_header(&two), descr, in_header(values),
                     offsets, columns, 2, many, in_header(right), 4, in_header(result), 4, kPolicy,
                     buffer));
  check_layout(result.read(), x, MUSPARSE_ORDER_COL, 0);
  OK(musparseDestroyBsrsm2Info(many));
  OK(musparseDestroyMatDescr(descr));
}

// Columns of the product of a tridiagonal matrix with x.
Matrix tridiagonal(const std::vector<Number>& lower, const std::vector<Number>& diagonal,
                   const std::vector<Number>& upper) {
  const auto n = static_cast<int64_t>(diagonal.size());
  Matrix m(n, n);
  for (int64_t i = 0; i < n; ++i) {
    const auto at = static_cast<size_t>(i);
    m(i, i) = diagonal[at];
    if (i > 0) {
      m(i, i - 1) = lower[at];
    }
    if (i + 1 < n) {
      m(i, i + 1) = upper[at];
    }
  }
  return m;
}

template <class T>
std::vector<T> all_stored(const std::vector<Number>& values) {
  std::vector<T> result;
  for (const Number& value : values) {
    result.push_back(stored<T>(value));
  }
  return result;
}

template <class T>
void solve_tridiagonal() {
  using F = Functions<T>;
  const Handle handle;
  Random random;
  const Number i(0, kIsComplex<T> ? 1 : 0);
  const std::vector<Number> lower{0, 1, 2.0 + i, 7, 1};
  const std::vector<Number> diagonal{4, 5.0 - i, 6, 1, 5};
  const std::vector<Number> upper{1, 2, 1, 3, 0};
  const Matrix a = tridiagonal(lower, diagonal, upper);
  const Matrix x = random_matrix(&random, 5, 2, kIsComplex<T>);
  const Matrix b = product(a, x, 1, 0, x);
  const Device<T> dl(all_stored<T>(lower));
  const Device<T> d(all_stored<T>(diagonal));
  const Device<T> du(all_stored<T>(upper));
  size_t bytes = 0;
  const Device<T> one(laid_out<T>(b, MUSPARSE_ORDER_COL, 1));
  OK(F::gtsv2_bufferSizeExt(handle, 5, 2, in_header(dl), in_header(d), in_header(du),
                            in_header(one), 6, &bytes));
  const Device<char> buffer(bytes);
  OK(F::gtsv2(handle, 5, 2, in_header(dl), in_header(d), in_header(du), in_header(one), 6, buffer));
  check_layout(one.read(), x, MUSPARSE_ORDER_COL, 1);
  const Device<T> two(laid_out<T>(b, MUSPARSE_ORDER_COL, 1));
  OK(F::gtsv2_nopivot_bufferSizeExt(handle, 5, 2, in_header(dl), in_header(d), in_header(du),
                                    in_header(two), 6, &bytes));
  OK(F::gtsv2_nopivot(handle, 5, 2, in_header(dl), in_header(d), in_header(du), in_header(two), 6,
                      buffer));
  check_layout(two.read(), x, MUSPARSE_ORDER_COL, 1);
  // Both systems of the batch are the one at the start: a stride of 0 would overlap, so copies.
  const auto twice = [](const std::vector<Number>& band) {
    std::vector<Number> copy = band;
    copy.insert(copy.end(), band.begin(), band.end());
    return copy;
  };
  const Device<T> dl2(all_stored<T>(twice(lower)));
  const Device<T> d2(all_stored<T>(twice(diagonal)));
  const Device<T> du2(all_stored<T>(twice(upper)));
  const Device<T> three(laid_out<T>(b, MUSPARSE_ORDER_COL, 0));
  OK(F::gtsv2StridedBatch_bufferSizeExt(handle, 5, in_header(dl2), in_header(d2), in_header(du2),
                                        in_header(three), 2, 5, &bytes));
  OK(F::gtsv2StridedBatch(handle, 5, in_header(dl2), in_header(d2), in_header(du2),
                          in_header(three), 2, 5, buffer));
  check_layout(three.read(), x, MUSPARSE_ORDER_COL, 0);
}

// Incomplete factorizations of matrices with all entries are the complete ones.
template <class T>
void factor() {
  using F = Functions<T>;
  const Handle handle;
  Random random;
  const Matrix some = heavy(&random, kIsComplex<T>);
  // Hermitian, and positive because of its diagonal.
  const Matrix a = product(some, turned(some, MUSPARSE_OPERATION_CONJUGATE_TRANSPOSE), 1, 0, some);
  const Stored<T, int> s(a, 1);
  const Device<int> offsets(s.offsets);
  const Device<int> columns(s.col);
  const musparseMatDescr_t descr = matrix_type(MUSPARSE_INDEX_BASE_ONE);
  const auto triangle = [&](const Device<T>& values, bool upper, bool unit) {
    Matrix t(4, 4);
    const std::vector<T> all = values.read();
    for (size_t i = 0; i < s.row.size(); ++i) {
      const int r = s.row[i] - 1;
      const int c = s.col[i] - 1;
      if (r == c || (c > r) == upper) {
        t(r, c) = r == c && unit ? Number(1) : known(all[i]);
      }
    }
    return t;
  };
  const auto check = [&](const Matrix& found) {
    for (size_t i = 0; i < found.value.size(); ++i) {
      CHECK(std::abs(found.value[i] - a.value[i]) <=
            10 * tolerance(kType<T>) * (1 + std::abs(a.value[i])));
    }
  };
  int bytes = 0;
  int position = 7;
  const Device<T> lu(s.value);
  csrilu02Info_t lu_info = nullptr;
  OK(musparseCreateCsrilu02Info(&lu_info));
  OK(F::csrilu02_bufferSize(handle, 4, s.count(), descr, in_header(lu), offsets, columns, lu_info,
                            &bytes));
  const Device<char> buffer(static_cast<size_t>(bytes));
  OK(F::csrilu02_analysis(handle, 4, s.count(), descr, in_header(lu), offsets, columns, lu_info,
                          kPolicy, buffer));
  OK(musparseXcsrilu02_zeroPivot(handle, lu_info, &position));
  EQUAL(position, -1);
  OK(F::csrilu02(handle, 4, s.count(), descr, in_header(lu), offsets, columns, lu_info, kPolicy,
                 buffer));
  check(product(triangle(lu, false, true), triangle(lu, true, false), 1, 0, a));
  OK(musparseDestroyCsrilu02Info(lu_info));

  const Device<T> ll(s.value);
  csric02Info_t ll_info = nullptr;
  OK(musparseCreateCsric02Info(&ll_info));
  OK(F::csric02_bufferSize(handle, 4, s.count(), descr, in_header(ll), offsets, columns, ll_info,
                           &bytes));
  OK(F::csric02_analysis(handle, 4, s.count(), descr, in_header(ll), offsets, columns, ll_info,
                         kPolicy, buffer));
  OK(F::csric02(handle, 4, s.count(), descr, in_header(ll), offsets, columns, ll_info, kPolicy,
                buffer));
  OK(musparseXcsric02_zeroPivot(handle, ll_info, &position));
  const Matrix l = triangle(ll, false, false);
  check(product(l, turned(l, MUSPARSE_OPERATION_CONJUGATE_TRANSPOSE), 1, 0, a));
  OK(musparseDestroyCsric02Info(ll_info));
  OK(musparseDestroyMatDescr(descr));
}

}  // namespace

TEST(blocked_triangular_systems) {
  for (const auto fill : {MUSPARSE_FILL_MODE_LOWER, MUSPARSE_FILL_MODE_UPPER}) {
    for (const auto op : {kNone, MUSPARSE_OPERATION_TRANSPOSE}) {
      EACH_TYPE(solve_blocked, fill, op);
    }
  }
}

TEST(tridiagonal_systems) { EACH_TYPE(solve_tridiagonal); }

TEST(incomplete_factorizations) { EACH_TYPE(factor); }

// Row 2 of 3 (from 1) has no entry on its diagonal.
TEST(a_zero_pivot_is_found) {
  const Handle handle;
  const musparseMatDescr_t descr = matrix_type(MUSPARSE_INDEX_BASE_ONE);
  const Device<int> offsets(std::vector<int>{1, 2, 3, 4});
  const Device<int> columns(std::vector<int>{1, 1, 3});
  const Device<float> values(std::vector<float>{1, 2, 3});
  int position = 0;
  csrilu02Info_t lu = nullptr;
  OK(musparseCreateCsrilu02Info(&lu));
  OK(musparseScsrilu02_analysis(handle, 3, 3, descr, values, offsets, columns, lu, kPolicy,
                                nullptr));
  EQUAL(musparseXcsrilu02_zeroPivot(handle, lu, &position), MUSPARSE_STATUS_ZERO_PIVOT);
  EQUAL(position, 2);
  OK(musparseDestroyCsrilu02Info(lu));
  csric02Info_t ll = nullptr;
  OK(musparseCreateCsric02Info(&ll));
  OK(musparseScsric02(handle, 3, 3, descr, values, offsets, columns, ll, kPolicy, nullptr));
  EQUAL(musparseXcsric02_zeroPivot(handle, ll, &position), MUSPARSE_STATUS_ZERO_PIVOT);
  EQUAL(position, 2);
  OK(musparseDestroyCsric02Info(ll));
  bsrsv2Info_t one = nullptr;
  OK(musparseCreateBsrsv2Info(&one));
  OK(musparseSbsrsv2_analysis(handle, kByRow, kNone, 3, 3, descr, values, offsets, columns, 1, one,
                              kPolicy, nullptr));
  EQUAL(musparseXbsrsv2_zeroPivot(handle, one, &position), MUSPARSE_STATUS_ZERO_PIVOT);
  EQUAL(position, 2);
  OK(musparseDestroyBsrsv2Info(one));
  OK(musparseDestroyMatDescr(descr));
}

TEST_MAIN()
