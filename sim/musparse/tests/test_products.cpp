// SpMV and SpMM of every format and type against dense products.
#include <functional>

#include "support.h"

using namespace sparse_test;

namespace {

constexpr musparseOperation_t kOperations[] = {MUSPARSE_OPERATION_NON_TRANSPOSE,
                                               MUSPARSE_OPERATION_TRANSPOSE,
                                               MUSPARSE_OPERATION_CONJUGATE_TRANSPOSE};

template <class Index>
constexpr musparseIndexType_t kIndex = sizeof(Index) == 4 ? MUSPARSE_INDEX_32I : MUSPARSE_INDEX_64I;

// Calls use(descriptor) with the matrix in one format; its arrays live as long.
template <class T, class Index>
void with_format(const Matrix& m, musparseFormat_t format, musparseIndexBase_t base,
                 const std::function<void(musparseSpMatDescr_t)>& use) {
  const Stored<T, Index> s(m, base, format == MUSPARSE_FORMAT_CSC);
  const Device<Index> offsets(s.offsets);
  const Device<Index> row(s.row);
  const Device<Index> col(s.col);
  const Device<T> value(s.value);
  musparseSpMatDescr_t descr = nullptr;
  if (format == MUSPARSE_FORMAT_CSR) {
    OK(musparseCreateCsr(&descr, m.rows, m.cols, s.count(), offsets, col, value, kIndex<Index>,
                         kIndex<Index>, base, kType<T>));
  } else if (format == MUSPARSE_FORMAT_CSC) {
    OK(musparseCreateCsc(&descr, m.rows, m.cols, s.count(), offsets, row, value, kIndex<Index>,
                         kIndex<Index>, base, kType<T>));
  } else {
    OK(musparseCreateCoo(&descr, m.rows, m.cols, s.count(), row, col, value, kIndex<Index>, base,
                         kType<T>));
  }
  use(descr);
  OK(musparseDestroySpMat(descr));
}

template <class T>
void multiply_vector(musparseHandle_t handle, musparseSpMatDescr_t descr, const Matrix& m,
                     musparseOperation_t op, Number alpha, Number beta, Random* random) {
  const Matrix a = turned(m, op);
  const Matrix x = random_matrix(random, a.cols, 1, kIsComplex<T>);
  const Matrix y = random_matrix(random, a.rows, 1, kIsComplex<T>);
  const Device<T> device_x(laid_out<T>(x, MUSPARSE_ORDER_COL, 0));
  const Device<T> device_y(laid_out<T>(y, MUSPARSE_ORDER_COL, 0));
  musparseDnVecDescr_t vector_x = nullptr;
  musparseDnVecDescr_t vector_y = nullptr;
  OK(musparseCreateDnVec(&vector_x, x.rows, device_x, kType<T>));
  OK(musparseCreateDnVec(&vector_y, y.rows, device_y, kType<T>));
  const auto scale = stored<Scalar<T>>(alpha);
  const auto keep = stored<Scalar<T>>(beta);
  size_t bytes = 0;
  OK(musparseSpMV_bufferSize(handle, op, &scale, descr, vector_x, &keep, vector_y, kCompute<T>,
                             MUSPARSE_SPMV_ALG_DEFAULT, &bytes));
  CHECK(bytes > 0);
  const Device<char> buffer(bytes);
  OK(musparseSpMV(handle, op, &scale, descr, vector_x, &keep, vector_y, kCompute<T>,
                  MUSPARSE_SPMV_ALG_DEFAULT, buffer));
  check_layout(device_y.read(), product(a, x, alpha, beta, y), MUSPARSE_ORDER_COL, 0);
  OK(musparseDestroyDnVec(vector_x));
  OK(musparseDestroyDnVec(vector_y));
}

template <class T>
void multiply_matrix(musparseHandle_t handle, musparseSpMatDescr_t descr, const Matrix& m,
                     musparseOperation_t op_a, musparseOperation_t op_b, musparseOrder_t order_b,
                     musparseOrder_t order_c, Random* random) {
  constexpr int64_t kGap = 2;
  const Matrix a = turned(m, op_a);
  const Matrix b = random_matrix(random, a.cols, 3, kIsComplex<T>);
  const Matrix c = random_matrix(random, a.rows, 3, kIsComplex<T>);
  const Matrix given = turned(b, op_b);
  const Device<T> device_b(laid_out<T>(given, order_b, kGap));
  const Device<T> device_c(laid_out<T>(c, order_c, kGap));
  musparseDnMatDescr_t matrix_b = nullptr;
  musparseDnMatDescr_t matrix_c = nullptr;
  const bool columns_b = order_b == MUSPARSE_ORDER_COL;
  const bool columns_c = order_c == MUSPARSE_ORDER_COL;
  OK(musparseCreateDnMat(&matrix_b, given.rows, given.cols,
                         (columns_b ? given.rows : given.cols) + kGap, device_b, kType<T>,
                         order_b));
  OK(musparseCreateDnMat(&matrix_c, c.rows, c.cols, (columns_c ? c.rows : c.cols) + kGap, device_c,
                         kType<T>, order_c));
  const Number alpha(1.5);
  const Number beta(-0.5);
  const auto scale = stored<Scalar<T>>(alpha);
  const auto keep = stored<Scalar<T>>(beta);
  size_t bytes = 0;
  OK(musparseSpMM_bufferSize(handle, op_a, op_b, &scale, descr, matrix_b, &keep, matrix_c,
                             kCompute<T>, MUSPARSE_SPMM_ALG_DEFAULT, &bytes));
  const Device<char> buffer(bytes);
  OK(musparseSpMM_preprocess(handle, op_a, op_b, &scale, descr, matrix_b, &keep, matrix_c,
                             kCompute<T>, MUSPARSE_SPMM_ALG_DEFAULT, buffer));
  OK(musparseSpMM(handle, op_a, op_b, &scale, descr, matrix_b, &keep, matrix_c, kCompute<T>,
                  MUSPARSE_SPMM_ALG_DEFAULT, buffer));
  check_layout(device_c.read(), product(a, b, alpha, beta, c), order_c, kGap);
  OK(musparseDestroyDnMat(matrix_b));
  OK(musparseDestroyDnMat(matrix_c));
}

template <class T>
void every_format(const std::function<void(musparseSpMatDescr_t, const Matrix&, Random*)>& use) {
  Random random;
  const Matrix m = random_matrix(&random, 7, 5, kIsComplex<T>, 4);
  for (const auto format : {MUSPARSE_FORMAT_CSR, MUSPARSE_FORMAT_CSC, MUSPARSE_FORMAT_COO}) {
    for (const auto base : {MUSPARSE_INDEX_BASE_ZERO, MUSPARSE_INDEX_BASE_ONE}) {
      const auto run = [&](musparseSpMatDescr_t descr) { use(descr, m, &random); };
      with_format<T, int32_t>(m, format, base, run);
      with_format<T, int64_t>(m, format, base, run);
    }
  }
}

template <class T>
void vector_products() {
  const Handle handle;
  every_format<T>([&](musparseSpMatDescr_t descr, const Matrix& m, Random* random) {
    for (const auto op : kOperations) {
      multiply_vector<T>(handle, descr, m, op, 2, 0, random);
      multiply_vector<T>(handle, descr, m, op, 0.5, -1, random);
    }
  });
}

template <class T>
void matrix_products() {
  const Handle handle;
  every_format<T>([&](musparseSpMatDescr_t descr, const Matrix& m, Random* random) {
    for (const auto op_a : kOperations) {
      for (const auto op_b : kOperations) {
        multiply_matrix<T>(handle, descr, m, op_a, op_b, MUSPARSE_ORDER_COL, MUSPARSE_ORDER_ROW,
                           random);
        multiply_matrix<T>(handle, descr, m, op_a, op_b, MUSPARSE_ORDER_ROW, MUSPARSE_ORDER_COL,
                           random);
      }
    }
  });
}

}  // namespace

TEST(sparse_by_vector) {
  EACH_TYPE(vector_products);
  vector_products<__half>();
  vector_products<__mt_bfloat16>();
}

TEST(sparse_by_matrix) {
  EACH_TYPE(matrix_products);
  matrix_products<__half>();
  matrix_products<__mt_bfloat16>();
}

TEST(scalars_in_device_memory_are_read_by_the_work) {
  const Handle handle;
  OK(musparseSetPointerMode(handle, MUSPARSE_POINTER_MODE_DEVICE));
  Random random;
  const Matrix m = random_matrix(&random, 4, 4, false, 4);
  const Matrix x = random_matrix(&random, 4, 1, false);
  with_format<float, int32_t>(m, MUSPARSE_FORMAT_CSR, MUSPARSE_INDEX_BASE_ZERO, [&](auto descr) {
    const Device<float> device_x(laid_out<float>(x, MUSPARSE_ORDER_COL, 0));
    const Device<float> device_y(size_t{4});
    const Device<float> scalars(std::vector<float>{3, 0});
    musparseDnVecDescr_t vector_x = nullptr;
    musparseDnVecDescr_t vector_y = nullptr;
    OK(musparseCreateDnVec(&vector_x, 4, device_x, MUSA_R_32F));
    OK(musparseCreateDnVec(&vector_y, 4, device_y, MUSA_R_32F));
    OK(musparseSpMV(handle, MUSPARSE_OPERATION_NON_TRANSPOSE, scalars.as(), descr, vector_x,
                    scalars.as() + 1, vector_y, MUSA_R_32F, MUSPARSE_SPMV_ALG_DEFAULT, nullptr));
    check_layout(device_y.read(), product(m, x, 3, 0, x), MUSPARSE_ORDER_COL, 0);
    OK(musparseDestroyDnVec(vector_x));
    OK(musparseDestroyDnVec(vector_y));
  });
}

TEST(batches_of_matrices) {
  const Handle handle;
  Random random;
  constexpr int kCount = 3;
  const Matrix m = random_matrix(&random, 4, 4, false, 4);
  const Stored<float, int> s(m, 0);
  const auto stride = static_cast<int64_t>(s.count()) + 1;
  std::vector<int> col;
  std::vector<int> row;
  std::vector<float> value;
  std::vector<Matrix> bs;
  std::vector<float> all_b;
  for (int i = 0; i < kCount; ++i) {
    col.insert(col.end(), s.col.begin(), s.col.end());
    row.insert(row.end(), s.row.begin(), s.row.end());
    for (const float v : s.value) {
      value.push_back(v * static_cast<float>(i + 1));
    }
    col.push_back(-1);
    row.push_back(-1);
    value.push_back(99);
    bs.push_back(random_matrix(&random, 4, 2, false));
    const auto b = laid_out<float>(bs.back(), MUSPARSE_ORDER_COL, 0);
    all_b.insert(all_b.end(), b.begin(), b.end());
  }
  const Device<int> offsets(s.offsets);
  const Device<int> device_row(row);
  const Device<int> device_col(col);
  const Device<float> device_value(value);
  const Device<float> device_b(all_b);
  musparseDnMatDescr_t matrix_b = nullptr;
  musparseDnMatDescr_t matrix_c = nullptr;
  const Device<float> device_c(size_t{8 * kCount});
  OK(musparseCreateDnMat(&matrix_b, 4, 2, 4, device_b, MUSA_R_32F, MUSPARSE_ORDER_COL));
  OK(musparseCreateDnMat(&matrix_c, 4, 2, 4, device_c, MUSA_R_32F, MUSPARSE_ORDER_COL));
  OK(musparseDnMatSetStridedBatch(matrix_b, kCount, 8));
  OK(musparseDnMatSetStridedBatch(matrix_c, kCount, 8));
  const auto run = [&](musparseSpMatDescr_t a) {
    const float one = 1;
    const float zero = 0;
    OK(musparseSpMM(handle, MUSPARSE_OPERATION_NON_TRANSPOSE, MUSPARSE_OPERATION_NON_TRANSPOSE,
                    &one, a, matrix_b, &zero, matrix_c, MUSA_R_32F, MUSPARSE_SPMM_ALG_DEFAULT,
                    nullptr));
    const std::vector<float> c = device_c.read();
    for (int i = 0; i < kCount; ++i) {
      const std::vector<float> part(c.begin() + i * 8, c.begin() + i * 8 + 8);
      check_layout(part, product(m, bs[static_cast<size_t>(i)], i + 1, 0, bs[0]),
                   MUSPARSE_ORDER_COL, 0);
    }
    int count = 0;
    OK(musparseSpMatGetStridedBatch(a, &count));
    EQUAL(count, kCount);
    OK(musparseDestroySpMat(a));
  };
  musparseSpMatDescr_t csr = nullptr;
  OK(musparseCreateCsr(&csr, 4, 4, s.count(), offsets, device_col, device_value, MUSPARSE_INDEX_32I,
                       MUSPARSE_INDEX_32I, MUSPARSE_INDEX_BASE_ZERO, MUSA_R_32F));
  OK(musparseCsrSetStridedBatch(csr, kCount, 0, stride));
  run(csr);
  musparseSpMatDescr_t coo = nullptr;
  OK(musparseCreateCoo(&coo, 4, 4, s.count(), device_row, device_col, device_value,
                       MUSPARSE_INDEX_32I, MUSPARSE_INDEX_BASE_ZERO, MUSA_R_32F));
  OK(musparseCooSetStridedBatch(coo, kCount, stride));
  run(coo);
  OK(musparseDestroyDnMat(matrix_b));
  OK(musparseDestroyDnMat(matrix_c));
}

// Two blocks of 2 x 2 in a matrix of 4 x 4, in both formats of blocks.
TEST(formats_of_blocks) {
  const Handle handle;
  Random random;
  Matrix m(4, 4);
  for (int i = 0; i < 4; ++i) {
    m(i / 2, 2 + i % 2) = 1 + i;
    m(2 + i / 2, i % 2) = 5 + i;
  }
  const Device<int> offsets(std::vector<int>{0, 1, 2});
  const Device<int> columns(std::vector<int>{1, 0});
  const Device<float> by_rows(std::vector<float>{1, 2, 3, 4, 5, 6, 7, 8});
  const Device<float> by_columns(std::vector<float>{1, 3, 2, 4, 5, 7, 6, 8});
  musparseSpMatDescr_t a = nullptr;
  const auto run = [&] {
    for (const auto op : kOperations) {
      multiply_vector<float>(handle, a, m, op, 1, 0, &random);
      multiply_matrix<float>(handle, a, m, op, op, MUSPARSE_ORDER_COL, MUSPARSE_ORDER_COL, &random);
    }
    OK(musparseDestroySpMat(a));
  };
  OK(musparseCreateBsr(&a, 2, 2, 2, 2, 2, offsets, columns, by_rows, MUSPARSE_INDEX_32I,
                       MUSPARSE_INDEX_32I, MUSPARSE_INDEX_BASE_ZERO, MUSA_R_32F,
                       MUSPARSE_ORDER_ROW));
  run();
  OK(musparseCreateBsr(&a, 2, 2, 2, 2, 2, offsets, columns, by_columns, MUSPARSE_INDEX_32I,
                       MUSPARSE_INDEX_32I, MUSPARSE_INDEX_BASE_ZERO, MUSA_R_32F,
                       MUSPARSE_ORDER_COL));
  run();
  const Device<int> ell_columns(std::vector<int>{1, -1, 0, -1});
  const Device<float> ell(
      std::vector<float>{1, 2, 99, 99, 3, 4, 99, 99, 5, 6, 99, 99, 7, 8, 99, 99});
  OK(musparseCreateBlockedEll(&a, 4, 4, 2, 4, ell_columns, ell, MUSPARSE_INDEX_32I,
                              MUSPARSE_INDEX_BASE_ZERO, MUSA_R_32F));
  run();
}

TEST(wrong_arguments_are_refused) {
  const Handle handle;
  Random random;
  const Matrix m = random_matrix(&random, 4, 3, false, 4);
  with_format<float, int32_t>(m, MUSPARSE_FORMAT_CSR, MUSPARSE_INDEX_BASE_ZERO, [&](auto a) {
    const Device<float> values(size_t{8});
    musparseDnVecDescr_t three = nullptr;
    musparseDnVecDescr_t four = nullptr;
    OK(musparseCreateDnVec(&three, 3, values, MUSA_R_32F));
    OK(musparseCreateDnVec(&four, 4, values, MUSA_R_32F));
    const float one = 1;
    const auto run = [&](const void* alpha, auto x, auto y, musaDataType type) {
      return musparseSpMV(handle, MUSPARSE_OPERATION_NON_TRANSPOSE, alpha, a, x, &one, y, type,
                          MUSPARSE_SPMV_ALG_DEFAULT, nullptr);
    };
    EQUAL(run(&one, four, three, MUSA_R_32F), MUSPARSE_STATUS_INVALID_VALUE);
    EQUAL(run(nullptr, three, four, MUSA_R_32F), MUSPARSE_STATUS_INVALID_VALUE);
    EQUAL(run(&one, nullptr, four, MUSA_R_32F), MUSPARSE_STATUS_INVALID_VALUE);
    EQUAL(run(&one, three, four, MUSA_R_8U), MUSPARSE_STATUS_NOT_SUPPORTED);
    OK(musparseDestroyDnVec(three));
    OK(musparseDestroyDnVec(four));
  });
}

TEST(work_follows_what_the_stream_holds) {
  const Handle handle;
  musaStream_t stream = nullptr;
  OK(musaStreamCreate(&stream));
  OK(musparseSetStream(handle, stream));
  constexpr int kSize = 1000;
  std::vector<int> offsets(kSize + 1);
  std::vector<int> columns(kSize);
  for (int i = 0; i < kSize; ++i) {
    offsets[static_cast<size_t>(i) + 1] = i + 1;
    columns[static_cast<size_t>(i)] = i;
  }
  const Device<int> device_offsets(offsets);
  const Device<int> device_columns(columns);
  const Device<float> twos(std::vector<float>(kSize, 2));
  const Device<float> x(std::vector<float>(kSize, 1));
  const Device<float> y(std::vector<float>(kSize, 0));
  musparseSpMatDescr_t a = nullptr;
  musparseDnVecDescr_t from = nullptr;
  musparseDnVecDescr_t to = nullptr;
  OK(musparseCreateCsr(&a, kSize, kSize, kSize, device_offsets, device_columns, twos,
                       MUSPARSE_INDEX_32I, MUSPARSE_INDEX_32I, MUSPARSE_INDEX_BASE_ZERO,
                       MUSA_R_32F));
  OK(musparseCreateDnVec(&from, kSize, x, MUSA_R_32F));
  OK(musparseCreateDnVec(&to, kSize, y, MUSA_R_32F));
  const float one = 1;
  const float zero = 0;
  for (int i = 0; i < 5; ++i) {  // x -> y -> x ...: each doubles what the last one left
    OK(musparseSpMV(handle, MUSPARSE_OPERATION_NON_TRANSPOSE, &one, a, i % 2 == 0 ? from : to,
                    &zero, i % 2 == 0 ? to : from, MUSA_R_32F, MUSPARSE_SPMV_ALG_DEFAULT, nullptr));
  }
  // The descriptors may go: the work has copies.
  OK(musparseDestroySpMat(a));
  OK(musparseDestroyDnVec(from));
  OK(musparseDestroyDnVec(to));
  OK(musaStreamSynchronize(stream));
  CHECK(y.read() == std::vector<float>(kSize, 32));
  OK(musaStreamDestroy(stream));
}

TEST_MAIN()
