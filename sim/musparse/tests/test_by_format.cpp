// Functions by format: counts, coordinates, transposition, sorting, sums, blocked rows.
#include <numeric>

#include "support.h"

using namespace sparse_test;

namespace {

// The functions under one name for the four types.
template <class T>
struct Functions;

#define FUNCTIONS(P, T, R)                                                 \
  template <>                                                              \
  struct Functions<Computed<T>> {                                          \
    static constexpr auto nnz = musparse##P##nnz;                          \
    static constexpr auto geam = musparse##P##csrgeam2;                    \
    static constexpr auto geam_size = musparse##P##csrgeam2_bufferSizeExt; \
    static constexpr auto to_blocks = musparse##P##csr2bsr;                \
    static constexpr auto from_blocks = musparse##P##bsr2csr;              \
    static constexpr auto multiply_vector = musparse##P##bsrmv;            \
    static constexpr auto multiply_matrix = musparse##P##bsrmm;            \
  };
MUSASIM_SDCZ(FUNCTIONS)

template <class T>
void count_non_zeros() {
  const Handle handle;
  Random random;
  const Matrix m = random_matrix(&random, 5, 4, kIsComplex<T>, 4);
  const Device<T> dense(laid_out<T>(m, MUSPARSE_ORDER_COL, 2));
  const musparseMatDescr_t descr = matrix_type();
  for (const auto direction : {MUSPARSE_DIRECTION_ROW, MUSPARSE_DIRECTION_COLUMN}) {
    const bool by_row = direction == MUSPARSE_DIRECTION_ROW;
    const Device<int> counts(by_row ? size_t{5} : size_t{4});
    int total = 0;
    OK(Functions<T>::nnz(handle, direction, 5, 4, descr, in_header(dense), 7, counts, &total));
    std::vector<int> wanted(by_row ? 5 : 4);
    for (int64_t r = 0; r < 5; ++r) {
      for (int64_t c = 0; c < 4; ++c) {
        wanted[static_cast<size_t>(by_row ? r : c)] += m(r, c) != Number(0);
      }
    }
    CHECK(counts.read() == wanted);
    EQUAL(total, std::accumulate(wanted.begin(), wanted.end(), 0));
  }
  OK(musparseDestroyMatDescr(descr));
}

template <class T>
void transpose(musparseIndexBase_t base) {
  const Handle handle;
  Random random;
  const Matrix m = random_matrix(&random, 5, 4, kIsComplex<T>, 4);
  const Stored<T, int> rows(m, base);
  const Stored<T, int> columns(m, base, true);
  const Device<int> offsets(rows.offsets);
  const Device<int> indices(rows.col);
  const Device<T> values(rows.value);
  const Device<int> to_offsets(size_t{5});
  const Device<int> to_indices(rows.col.size());
  const Device<T> to_values(rows.col.size());
  size_t bytes = 0;
  OK(musparseCsr2cscEx2_bufferSize(handle, 5, 4, rows.count(), values, offsets, indices, to_values,
                                   to_offsets, to_indices, kType<T>, MUSPARSE_ACTION_NUMERIC, base,
                                   MUSPARSE_CSR2CSC_ALG1, &bytes));
  const Device<char> buffer(bytes);
  OK(musparseCsr2cscEx2(handle, 5, 4, rows.count(), values, offsets, indices, to_values, to_offsets,
                        to_indices, kType<T>, MUSPARSE_ACTION_NUMERIC, base, MUSPARSE_CSR2CSC_ALG1,
                        buffer));
  CHECK(to_offsets.read() == columns.offsets);
  CHECK(to_indices.read() == columns.row);
  std::vector<Number> wanted;
  for (const T& value : columns.value) {
    wanted.push_back(known(value));
  }
  check_values(to_values.read(), wanted);
}

template <class T>
void add_matrices() {
  using F = Functions<T>;
  const Handle handle;
  Random random;
  const Matrix a = random_matrix(&random, 5, 4, kIsComplex<T>, 3);
  const Matrix b = random_matrix(&random, 5, 4, kIsComplex<T>, 3);
  const Stored<T, int> sa(a, 0);
  const Stored<T, int> sb(b, 1);
  Matrix both(5, 4);
  for (size_t i = 0; i < both.value.size(); ++i) {
    both.value[i] = a.value[i] != Number(0) || b.value[i] != Number(0) ? 1 : 0;
  }
  const Stored<T, int> pattern(both, 0);
  const Device<int> offsets_a(sa.offsets);
  const Device<int> columns_a(sa.col);
  const Device<T> values_a(sa.value);
  const Device<int> offsets_b(sb.offsets);
  const Device<int> columns_b(sb.col);
  const Device<T> values_b(sb.value);
  const Device<int> offsets_c(size_t{6});
  const Device<int> columns_c(pattern.col.size());
  const Device<T> values_c(pattern.col.size());
  const musparseMatDescr_t zero = matrix_type();
  const musparseMatDescr_t one = matrix_type(MUSPARSE_INDEX_BASE_ONE);
  const T alpha = stored<T>(2);
  const T beta = stored<T>(-3);
  size_t bytes = 0;
  OK(F::geam_size(handle, 5, 4, in_header(&alpha), zero, sa.count(), in_header(values_a), offsets_a,
                  columns_a, in_header(&beta), one, sb.count(), in_header(values_b), offsets_b,
                  columns_b, zero, in_header(values_c), offsets_c, columns_c, &bytes));
  const Device<char> buffer(bytes);
  int total = 0;
  OK(musparseXcsrgeam2Nnz(handle, 5, 4, zero, sa.count(), offsets_a, columns_a, one, sb.count(),
                          offsets_b, columns_b, zero, offsets_c, &total, buffer));
  EQUAL(total, pattern.count());
  CHECK(offsets_c.read() == pattern.offsets);
  OK(F::geam(handle, 5, 4, in_header(&alpha), zero, sa.count(), in_header(values_a), offsets_a,
             columns_a, in_header(&beta), one, sb.count(), in_header(values_b), offsets_b,
             columns_b, zero, in_header(values_c), offsets_c, columns_c, buffer));
  CHECK(columns_c.read() == pattern.col);
  std::vector<Number> wanted;
  for (size_t i = 0; i < pattern.row.size(); ++i) {
    const int r = pattern.row[i];
    const int c = pattern.col[i];
    wanted.push_back(2.0 * a(r, c) - 3.0 * b(r, c));
  }
  check_values(values_c.read(), wanted);
  OK(musparseDestroyMatDescr(zero));
  OK(musparseDestroyMatDescr(one));
}

// 6 x 4 in blocks of 2 x 2, from plain rows to blocks, through products, and back.
template <class T>
void blocks(musparseDirection_t direction) {
  using F = Functions<T>;
  const Handle handle;
  Random random;
  Matrix m = random_matrix(&random, 6, 4, kIsComplex<T>, 2);
  m(0, 0) = m(2, 2) = m(5, 0) = 1;
  const Stored<T, int> s(m, 0);
  const Device<int> offsets(s.offsets);
  const Device<int> columns(s.col);
  const Device<T> values(s.value);
  const musparseMatDescr_t descr = matrix_type();
  const Device<int> block_offsets(size_t{4});
  int count = 0;
  OK(musparseXcsr2bsrNnz(handle, direction, 6, 4, descr, offsets, columns, 2, descr, block_offsets,
                         &count));
  EQUAL(block_offsets.read().back(), count);
  const Device<int> block_columns(static_cast<size_t>(count));
  const Device<T> block_values(static_cast<size_t>(count) * 4);
  OK(F::to_blocks(handle, direction, 6, 4, descr, in_header(values), offsets, columns, 2, descr,
                  in_header(block_values), block_offsets, block_columns));

  const Matrix x = random_matrix(&random, 4, 3, kIsComplex<T>);
  const Matrix y = random_matrix(&random, 6, 3, kIsComplex<T>);
  const T alpha = stored<T>(2);
  const T beta = stored<T>(0.5);
  std::vector<T> column_x = laid_out<T>(x, MUSPARSE_ORDER_COL, 0);
  column_x.resize(4);
  std::vector<T> column_y = laid_out<T>(y, MUSPARSE_ORDER_COL, 0);
  column_y.resize(6);
  const Device<T> device_x(column_x);
  const Device<T> device_y(column_y);
  OK(F::multiply_vector(handle, direction, MUSPARSE_OPERATION_NON_TRANSPOSE, 3, 2, count,
                        in_header(&alpha), descr, in_header(block_values), block_offsets,
                        block_columns, 2, in_header(device_x), in_header(&beta),
                        in_header(device_y)));
  const Matrix wanted = product(m, x, 2, 0.5, y);
  std::vector<Number> first;
  for (int64_t r = 0; r < 6; ++r) {
    first.push_back(wanted(r, 0));
  }
  check_values(device_y.read(), first);
  const Device<T> turned_x(
      laid_out<T>(turned(x, MUSPARSE_OPERATION_TRANSPOSE), MUSPARSE_ORDER_COL, 0));
  const Device<T> all_y(laid_out<T>(y, MUSPARSE_ORDER_COL, 1));
  OK(F::multiply_matrix(handle, direction, MUSPARSE_OPERATION_NON_TRANSPOSE,
                        MUSPARSE_OPERATION_TRANSPOSE, 3, 3, 2, count, in_header(&alpha), descr,
                        in_header(block_values), block_offsets, block_columns, 2,
                        in_header(turned_x), 3, in_header(&beta), in_header(all_y), 7));
  check_layout(all_y.read(), wanted, MUSPARSE_ORDER_COL, 1);

  const Device<int> back_offsets(size_t{7});
  const Device<int> back_columns(static_cast<size_t>(count) * 4);
  const Device<T> back_values(static_cast<size_t>(count) * 4);
  OK(F::from_blocks(handle, direction, 3, 2, descr, in_header(block_values), block_offsets,
                    block_columns, 2, descr, in_header(back_values), back_offsets, back_columns));
  Matrix back(6, 4);
  const auto at = back_offsets.read();
  const auto column = back_columns.read();
  const auto value = back_values.read();
  for (int64_t r = 0; r < 6; ++r) {
    for (int i = at[static_cast<size_t>(r)]; i < at[static_cast<size_t>(r) + 1]; ++i) {
      back(r, column[static_cast<size_t>(i)]) = known(value[static_cast<size_t>(i)]);
    }
  }
  CHECK(back.value == m.value);
  OK(musparseDestroyMatDescr(descr));
}

}  // namespace

TEST(non_zeros_of_a_dense_matrix) { EACH_TYPE(count_non_zeros); }

TEST(offsets_from_coordinates_and_back) {
  const Handle handle;
  for (const auto base : {MUSPARSE_INDEX_BASE_ZERO, MUSPARSE_INDEX_BASE_ONE}) {
    const std::vector<int> rows{base, base, 2 + base, 4 + base};
    const Device<int> device_rows(rows);
    const Device<int> offsets(size_t{6});
    OK(musparseXcoo2csr(handle, device_rows, 4, 5, offsets, base));
    CHECK(offsets.read() ==
          std::vector<int>({base, 2 + base, 2 + base, 3 + base, 3 + base, 4 + base}));
    const Device<int> back(size_t{4});
    OK(musparseXcsr2coo(handle, offsets, 4, 5, back, base));
    CHECK(back.read() == rows);
  }
}

TEST(rows_to_columns) {
  for (const auto base : {MUSPARSE_INDEX_BASE_ZERO, MUSPARSE_INDEX_BASE_ONE}) {
    EACH_TYPE(transpose, base);
    transpose<__half>(base);
  }
}

TEST(sorted_coordinates) {
  const Handle handle;
  const Device<int> p(size_t{5});
  OK(musparseCreateIdentityPermutation(handle, 5, p));
  CHECK(p.read() == std::vector<int>({0, 1, 2, 3, 4}));
  const Device<int> rows(std::vector<int>{2, 0, 2, 1, 0});
  const Device<int> columns(std::vector<int>{1, 3, 0, 2, 1});
  size_t bytes = 0;
  OK(musparseXcoosort_bufferSizeExt(handle, 3, 4, 5, rows, columns, &bytes));
  const Device<char> buffer(bytes);
  OK(musparseXcoosortByRow(handle, 3, 4, 5, rows, columns, p, buffer));
  CHECK(rows.read() == std::vector<int>({0, 0, 1, 2, 2}));
  CHECK(columns.read() == std::vector<int>({1, 3, 2, 0, 1}));
  CHECK(p.read() == std::vector<int>({4, 1, 3, 2, 0}));
  OK(musparseXcoosortByColumn(handle, 3, 4, 5, rows, columns, nullptr, buffer));
  CHECK(columns.read() == std::vector<int>({0, 1, 1, 2, 3}));
  CHECK(rows.read() == std::vector<int>({2, 0, 2, 1, 0}));
}

TEST(sorted_lines) {
  const Handle handle;
  const musparseMatDescr_t descr = matrix_type(MUSPARSE_INDEX_BASE_ONE);
  const Device<int> offsets(std::vector<int>{1, 4, 4, 6});
  const std::vector<int> unsorted{3, 1, 2, 4, 1};
  const std::vector<int> sorted{1, 2, 3, 1, 4};
  const std::vector<int> order{1, 2, 0, 4, 3};
  size_t bytes = 0;
  const Device<int> columns(unsorted);
  const Device<int> p(std::vector<int>{0, 1, 2, 3, 4});
  OK(musparseXcsrsort_bufferSizeExt(handle, 3, 4, 5, offsets, columns, &bytes));
  const Device<char> buffer(bytes);
  OK(musparseXcsrsort(handle, 3, 4, 5, descr, offsets, columns, p, buffer));
  CHECK(columns.read() == sorted);
  CHECK(p.read() == order);
  const Device<int> rows(unsorted);
  const Device<int> q(std::vector<int>{0, 1, 2, 3, 4});
  OK(musparseXcscsort_bufferSizeExt(handle, 4, 3, 5, offsets, rows, &bytes));
  OK(musparseXcscsort(handle, 4, 3, 5, descr, offsets, rows, q, buffer));
  CHECK(rows.read() == sorted);
  CHECK(q.read() == order);
  OK(musparseDestroyMatDescr(descr));
}

TEST(sums_of_matrices) { EACH_TYPE(add_matrices); }

TEST(blocked_rows) {
  for (const auto direction : {MUSPARSE_DIRECTION_ROW, MUSPARSE_DIRECTION_COLUMN}) {
    EACH_TYPE(blocks, direction);
  }
}

TEST_MAIN()
