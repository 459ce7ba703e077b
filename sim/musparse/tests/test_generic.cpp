// Generic functions on vectors, conversion, SDDMM, triangular systems.
#include "support.h"

using namespace sparse_test;

namespace {

constexpr auto kInt = MUSPARSE_INDEX_32I;
constexpr auto kZero = MUSPARSE_INDEX_BASE_ZERO;
constexpr auto kNone = MUSPARSE_OPERATION_NON_TRANSPOSE;
constexpr auto kTurned = MUSPARSE_OPERATION_TRANSPOSE;

template <class T>
struct Vectors {
  std::vector<int> places{0, 2, 5};
  std::vector<Number> sparse{1.5, -2, 3};
  std::vector<Number> dense{1, 2, 3, 4, 5, 6};
  Device<int> indices{places};
  Device<T> x{std::vector<T>{stored<T>(1.5), stored<T>(-2), stored<T>(3)}};
  Device<T> y{std::vector<T>{stored<T>(1), stored<T>(2), stored<T>(3), stored<T>(4), stored<T>(5),
                             stored<T>(6)}};
  musparseSpVecDescr_t vector_x = nullptr;
  musparseDnVecDescr_t vector_y = nullptr;

  Vectors() {
    OK(musparseCreateSpVec(&vector_x, 6, 3, indices, x, kInt, kZero, kType<T>));
    OK(musparseCreateDnVec(&vector_y, 6, y, kType<T>));
  }
  ~Vectors() {
    OK(musparseDestroySpVec(vector_x));
    OK(musparseDestroyDnVec(vector_y));
  }
};

template <class T>
void check_vectors() {
  const Handle handle;
  const auto two = stored<Scalar<T>>(2);
  const auto half = stored<Scalar<T>>(0.5);
  {
    const Vectors<T> v;
    OK(musparseAxpby(handle, &two, v.vector_x, &half, v.vector_y));
    check_values(v.y.read(), {3.5, 1, -2.5, 2, 2.5, 9});
  }
  {
    const Vectors<T> v;
    OK(musparseGather(handle, v.vector_y, v.vector_x));
    check_values(v.x.read(), {1, 3, 6});
  }
  {
    const Vectors<T> v;
    OK(musparseScatter(handle, v.vector_x, v.vector_y));
    check_values(v.y.read(), {1.5, 2, -2, 4, 5, 3});
  }
  {
    const Vectors<T> v;
    OK(musparseRot(handle, &half, &two, v.vector_x, v.vector_y));
    check_values(v.x.read(), {2.75, 5, 13.5});
    check_values(v.y.read(), {-2.5, 2, 5.5, 4, 5, -3});
  }
  const Vectors<T> v;
  size_t bytes = 0;
  Scalar<T> result{};
  OK(musparseSpVV_bufferSize(handle, kNone, v.vector_x, v.vector_y, &result, kCompute<T>, &bytes));
  CHECK(bytes > 0);
  OK(musparseSpVV(handle, kNone, v.vector_x, v.vector_y, &result, kCompute<T>, nullptr));
  check_values(std::vector<Scalar<T>>{result}, {13.5});
}

template <class T>
void check_conversion() {
  const Handle handle;
  Random random;
  const Matrix m = random_matrix(&random, 6, 5, kIsComplex<T>, 4);
  const DenseMatrix<T> dense(m);
  const Stored<T, int> wanted(m, 0);
  musparseSpMatDescr_t sparse = nullptr;
  const Device<int> offsets(size_t{7});
  OK(musparseCreateCsr(&sparse, 6, 5, 0, offsets, nullptr, nullptr, kInt, kInt, kZero, kType<T>));
  size_t bytes = 0;
  OK(musparseDenseToSparse_bufferSize(handle, dense.descr, sparse,
                                      MUSPARSE_DENSETOSPARSE_ALG_DEFAULT, &bytes));
  const Device<char> buffer(bytes);
  OK(musparseDenseToSparse_analysis(handle, dense.descr, sparse, MUSPARSE_DENSETOSPARSE_ALG_DEFAULT,
                                    buffer));
  int64_t rows = 0;
  int64_t cols = 0;
  int64_t nnz = 0;
  OK(musparseSpMatGetSize(sparse, &rows, &cols, &nnz));
  EQUAL(nnz, wanted.count());
  const Device<int> columns(static_cast<size_t>(nnz));
  const Device<T> values(static_cast<size_t>(nnz));
  OK(musparseCsrSetPointers(sparse, offsets, columns, values));
  OK(musparseDenseToSparse_convert(handle, dense.descr, sparse, MUSPARSE_DENSETOSPARSE_ALG_DEFAULT,
                                   buffer));
  CHECK(offsets.read() == wanted.offsets);
  CHECK(columns.read() == wanted.col);
  check_values(values.read(), std::vector<Number>([&] {
                 std::vector<Number> all;
                 for (const T& value : wanted.value) {
                   all.push_back(known(value));
                 }
                 return all;
               }()));
  const DenseMatrix<T> back(Matrix(6, 5));
  OK(musparseSparseToDense_bufferSize(handle, sparse, back.descr,
                                      MUSPARSE_SPARSETODENSE_ALG_DEFAULT, &bytes));
  OK(musparseSparseToDense(handle, sparse, back.descr, MUSPARSE_SPARSETODENSE_ALG_DEFAULT, buffer));
  check_layout(back.values.read(), m, MUSPARSE_ORDER_COL, 0);
  OK(musparseDestroySpMat(sparse));
}

template <class T>
void check_sampled(musparseOperation_t op_a, musparseOperation_t op_b) {
  const Handle handle;
  Random random;
  const Matrix a = random_matrix(&random, 6, 4, kIsComplex<T>);
  const Matrix b = random_matrix(&random, 4, 5, kIsComplex<T>);
  const Matrix c = random_matrix(&random, 6, 5, kIsComplex<T>, 4);
  const DenseMatrix<T> dense_a(turned(a, op_a));
  const DenseMatrix<T> dense_b(turned(b, op_b));
  const Csr<T> sparse(c);
  const auto alpha = stored<Scalar<T>>(2);
  const auto beta = stored<Scalar<T>>(-1);
  size_t bytes = 0;
  OK(musparseSDDMM_bufferSize(handle, op_a, op_b, &alpha, dense_a.descr, dense_b.descr, &beta,
                              sparse.descr, kCompute<T>, MUSPARSE_SDDMM_ALG_DEFAULT, &bytes));
  const Device<char> buffer(bytes);
  OK(musparseSDDMM_preprocess(handle, op_a, op_b, &alpha, dense_a.descr, dense_b.descr, &beta,
                              sparse.descr, kCompute<T>, MUSPARSE_SDDMM_ALG_DEFAULT, buffer));
  OK(musparseSDDMM(handle, op_a, op_b, &alpha, dense_a.descr, dense_b.descr, &beta, sparse.descr,
                   kCompute<T>, MUSPARSE_SDDMM_ALG_DEFAULT, buffer));
  const Matrix wanted = product(a, b, 2, -1, c);
  std::vector<Number> values;
  for (size_t i = 0; i < sparse.host.row.size(); ++i) {
    values.push_back(wanted(sparse.host.row[i], sparse.host.col[i]));
  }
  check_values(sparse.values.read(), values);
}

// A matrix whose one triangle is well conditioned; entries of the other are to be ignored.
Matrix triangle(Random* random, bool complex) {
  Matrix m = random_matrix(random, 6, 6, complex, 4);
  for (int64_t i = 0; i < 6; ++i) {
    m(i, i) = Number(8, complex ? 1 : 0);
  }
  return m;
}

Matrix only(const Matrix& m, bool upper, bool unit) {
  Matrix t(m.rows, m.cols);
  for (int64_t r = 0; r < m.rows; ++r) {
    for (int64_t c = 0; c < m.cols; ++c) {
      if (r == c) {
        t(r, c) = unit ? Number(1) : m(r, c);
      } else if ((c > r) == upper) {
        t(r, c) = m(r, c);
      }
    }
  }
  return t;
}

template <class T>
void solve_all(const Handle& handle, bool upper, bool unit, musparseOperation_t op) {
  Random random;
  const Matrix full = triangle(&random, kIsComplex<T>);
  const Matrix a = turned(only(full, upper, unit), op);
  const Matrix x = random_matrix(&random, 6, 3, kIsComplex<T>);
  const Matrix b = product(a, x, 0.5, 0, x);  // so alpha 2 gives x back
  const Csr<T> sparse(full);
  auto fill = upper ? MUSPARSE_FILL_MODE_UPPER : MUSPARSE_FILL_MODE_LOWER;
  auto diagonal = unit ? MUSPARSE_DIAG_TYPE_UNIT : MUSPARSE_DIAG_TYPE_NON_UNIT;
  OK(musparseSpMatSetAttribute(sparse.descr, MUSPARSE_SPMAT_FILL_MODE, &fill, sizeof(fill)));
  OK(musparseSpMatSetAttribute(sparse.descr, MUSPARSE_SPMAT_DIAG_TYPE, &diagonal,
                               sizeof(diagonal)));
  const auto alpha = stored<T>(2);
  size_t bytes = 0;
  const DenseMatrix<T> right(turned(b, kTurned));
  const DenseMatrix<T> found(Matrix(6, 3));
  musparseSpSMDescr_t many = nullptr;
  OK(musparseSpSM_createDescr(&many));
  OK(musparseSpSM_bufferSize(handle, op, kTurned, &alpha, sparse.descr, right.descr, found.descr,
                             kType<T>, MUSPARSE_SPSM_ALG_DEFAULT, many, &bytes));
  const Device<char> buffer(bytes);
  EQUAL(musparseSpSM_solve(handle, op, kTurned, &alpha, sparse.descr, right.descr, found.descr,
                           kType<T>, MUSPARSE_SPSM_ALG_DEFAULT, many),
        MUSPARSE_STATUS_INVALID_VALUE);  // not analysed
  OK(musparseSpSM_analysis(handle, op, kTurned, &alpha, sparse.descr, right.descr, found.descr,
                           kType<T>, MUSPARSE_SPSM_ALG_DEFAULT, many, buffer));
  OK(musparseSpSM_solve(handle, op, kTurned, &alpha, sparse.descr, right.descr, found.descr,
                        kType<T>, MUSPARSE_SPSM_ALG_DEFAULT, many));
  check_layout(found.values.read(), x, MUSPARSE_ORDER_COL, 0);
  OK(musparseSpSM_destroyDescr(many));

  std::vector<T> column = laid_out<T>(b, MUSPARSE_ORDER_COL, 0);
  column.resize(6);
  const Device<T> device_b(column);
  const Device<T> device_x(size_t{6});
  musparseDnVecDescr_t vector_b = nullptr;
  musparseDnVecDescr_t vector_x = nullptr;
  OK(musparseCreateDnVec(&vector_b, 6, device_b, kType<T>));
  OK(musparseCreateDnVec(&vector_x, 6, device_x, kType<T>));
  musparseSpSVDescr_t one = nullptr;
  OK(musparseSpSV_createDescr(&one));
  OK(musparseSpSV_bufferSize(handle, op, &alpha, sparse.descr, vector_b, vector_x, kType<T>,
                             MUSPARSE_SPSV_ALG_DEFAULT, one, &bytes));
  OK(musparseSpSV_analysis(handle, op, &alpha, sparse.descr, vector_b, vector_x, kType<T>,
                           MUSPARSE_SPSV_ALG_DEFAULT, one, buffer));
  OK(musparseSpSV_solve(handle, op, &alpha, sparse.descr, vector_b, vector_x, kType<T>,
                        MUSPARSE_SPSV_ALG_DEFAULT, one));
  std::vector<Number> wanted;
  for (int64_t r = 0; r < 6; ++r) {
    wanted.push_back(x(r, 0));
  }
  check_values(device_x.read(), wanted);
  EQUAL(musparseSpSV_updateMatrix(handle, one, sparse.values, MUSPARSE_SPSV_UPDATE_GENERAL),
        MUSPARSE_STATUS_NOT_SUPPORTED);
  OK(musparseSpSV_destroyDescr(one));
  OK(musparseDestroyDnVec(vector_b));
  OK(musparseDestroyDnVec(vector_x));
}

template <class T>
void check_triangular() {
  const Handle handle;
  for (const bool upper : {false, true}) {
    for (const bool unit : {false, true}) {
      for (const auto op : {kNone, kTurned, MUSPARSE_OPERATION_CONJUGATE_TRANSPOSE}) {
        solve_all<T>(handle, upper, unit, op);
      }
    }
  }
}

}  // namespace

TEST(vector_functions) {
  EACH_TYPE(check_vectors);
  check_vectors<__half>();
  check_vectors<__mt_bfloat16>();
}

TEST(dense_to_sparse_and_back) {
  EACH_TYPE(check_conversion);
  check_conversion<__half>();
}

TEST(sampled_products) {
  for (const auto op_a : {kNone, kTurned}) {
    for (const auto op_b : {kNone, kTurned}) {
      EACH_TYPE(check_sampled, op_a, op_b);
    }
  }
}

TEST(triangular_systems) { EACH_TYPE(check_triangular); }

TEST_MAIN()
