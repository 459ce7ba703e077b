// SpGEMM and SpGEMMreuse: sparse by sparse.
#include "support.h"

using namespace sparse_test;

namespace {

constexpr auto kInt = MUSPARSE_INDEX_32I;
constexpr auto kZero = MUSPARSE_INDEX_BASE_ZERO;
constexpr auto kNone = MUSPARSE_OPERATION_NON_TRANSPOSE;

template <class T>
Matrix dense_of(const Device<int>& offsets, const Device<int>& columns, const Device<T>& values,
                int64_t rows, int64_t cols) {
  Matrix m(rows, cols);
  const auto at = offsets.read();
  const auto column = columns.read();
  const auto value = values.read();
  for (int64_t r = 0; r < rows; ++r) {
    for (int i = at[static_cast<size_t>(r)]; i < at[static_cast<size_t>(r) + 1]; ++i) {
      m(r, column[static_cast<size_t>(i)]) = known(value[static_cast<size_t>(i)]);
    }
  }
  return m;
}

template <class T>
void check_product(const Matrix& found, const Matrix& a, const Matrix& b, Number alpha) {
  const Matrix wanted = product(a, b, alpha, 0, a);
  for (size_t i = 0; i < wanted.value.size(); ++i) {
    CHECK(std::abs(found.value[i] - wanted.value[i]) <=
          tolerance(kType<T>) * (1 + std::abs(wanted.value[i])));
  }
}

template <class T>
void check_spgemm() {
  const Handle handle;
  Random random;
  const Matrix a = random_matrix(&random, 6, 5, kIsComplex<T>, 3);
  const Matrix b = random_matrix(&random, 5, 7, kIsComplex<T>, 3);
  const Csr<T> sparse_a(a);
  const Csr<T> sparse_b(b);
  const Device<int> offsets(size_t{7});
  musparseSpMatDescr_t c = nullptr;
  OK(musparseCreateCsr(&c, 6, 7, 0, offsets, nullptr, nullptr, kInt, kInt, kZero, kType<T>));
  const auto alpha = stored<Scalar<T>>(2);
  const auto zero = stored<Scalar<T>>(0);
  musparseSpGEMMDescr_t descr = nullptr;
  OK(musparseSpGEMM_createDescr(&descr));
  constexpr auto kAlg = MUSPARSE_SPGEMM_DEFAULT;
  const auto estimate = [&](size_t* bytes, void* buffer) {
    return musparseSpGEMM_workEstimation(handle, kNone, kNone, &alpha, sparse_a.descr,
                                         sparse_b.descr, &zero, c, kCompute<T>, kAlg, descr, bytes,
                                         buffer);
  };
  const auto compute = [&](size_t* bytes, void* buffer) {
    return musparseSpGEMM_compute(handle, kNone, kNone, &alpha, sparse_a.descr, sparse_b.descr,
                                  &zero, c, kCompute<T>, kAlg, descr, bytes, buffer);
  };
  size_t bytes = 0;
  OK(estimate(&bytes, nullptr));
  const Device<char> buffer(bytes);
  OK(estimate(&bytes, buffer));
  int64_t products = 0;
  OK(musparseSpGEMM_getNumProducts(descr, &products));
  CHECK(products >= sparse_a.host.count() / 5);
  size_t third = 0;
  size_t second = 0;
  OK(musparseSpGEMM_estimateMemory(handle, kNone, kNone, &alpha, sparse_a.descr, sparse_b.descr,
                                   &zero, c, kCompute<T>, MUSPARSE_SPGEMM_ALG3, descr, 0.5f, &third,
                                   nullptr, &second));
  CHECK(third > 0 && second > 0);
  OK(compute(&bytes, nullptr));
  OK(compute(&bytes, buffer));
  int64_t rows = 0;
  int64_t cols = 0;
  int64_t nnz = 0;
  OK(musparseSpMatGetSize(c, &rows, &cols, &nnz));
  const Device<int> columns(static_cast<size_t>(nnz));
  const Device<T> values(static_cast<size_t>(nnz));
  OK(musparseCsrSetPointers(c, offsets, columns, values));
  OK(musparseSpGEMM_copy(handle, kNone, kNone, &alpha, sparse_a.descr, sparse_b.descr, &zero, c,
                         kCompute<T>, kAlg, descr));
  check_product<T>(dense_of(offsets, columns, values, 6, 7), a, b, 2);
  OK(musparseSpGEMM_destroyDescr(descr));
  OK(musparseDestroySpMat(c));
}

}  // namespace

TEST(sparse_by_sparse) { EACH_TYPE(check_spgemm); }

TEST(sparse_by_sparse_with_a_pattern_used_again) {
  const Handle handle;
  Random random;
  const Matrix a = random_matrix(&random, 6, 5, false, 3);
  const Matrix b = random_matrix(&random, 5, 7, false, 3);
  const Csr<double> sparse_a(a);
  const Csr<double> sparse_b(b);
  const Device<int> offsets(size_t{7});
  musparseSpMatDescr_t c = nullptr;
  OK(musparseCreateCsr(&c, 6, 7, 0, offsets, nullptr, nullptr, kInt, kInt, kZero, MUSA_R_64F));
  musparseSpGEMMDescr_t descr = nullptr;
  OK(musparseSpGEMM_createDescr(&descr));
  constexpr auto kAlg = MUSPARSE_SPGEMM_DEFAULT;
  size_t one = 0;
  size_t two = 0;
  size_t three = 0;
  size_t four = 0;
  OK(musparseSpGEMMreuse_workEstimation(handle, kNone, kNone, sparse_a.descr, sparse_b.descr, c,
                                        kAlg, descr, &one, nullptr));
  const Device<char> buffer(one);
  OK(musparseSpGEMMreuse_nnz(handle, kNone, kNone, sparse_a.descr, sparse_b.descr, c, kAlg, descr,
                             &two, nullptr, &three, nullptr, &four, nullptr));
  CHECK(two > 0 && three > 0 && four > 0);
  OK(musparseSpGEMMreuse_nnz(handle, kNone, kNone, sparse_a.descr, sparse_b.descr, c, kAlg, descr,
                             &two, buffer, &three, buffer, &four, buffer));
  int64_t rows = 0;
  int64_t cols = 0;
  int64_t nnz = 0;
  OK(musparseSpMatGetSize(c, &rows, &cols, &nnz));
  const Device<int> columns(static_cast<size_t>(nnz));
  const Device<double> values(static_cast<size_t>(nnz));
  OK(musparseCsrSetPointers(c, offsets, columns, values));
  OK(musparseSpGEMMreuse_copy(handle, kNone, kNone, sparse_a.descr, sparse_b.descr, c, kAlg, descr,
                              &one, nullptr));
  OK(musparseSpGEMMreuse_copy(handle, kNone, kNone, sparse_a.descr, sparse_b.descr, c, kAlg, descr,
                              &one, buffer));
  const double zero = 0;
  for (const double alpha : {1.0, -3.0}) {
    OK(musparseSpGEMMreuse_compute(handle, kNone, kNone, &alpha, sparse_a.descr, sparse_b.descr,
                                   &zero, c, MUSA_R_64F, kAlg, descr));
    check_product<double>(dense_of(offsets, columns, values, 6, 7), a, b, alpha);
  }
  OK(musparseSpGEMM_destroyDescr(descr));
  OK(musparseDestroySpMat(c));
}

TEST_MAIN()
