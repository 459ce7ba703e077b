// Descriptors give back what they were made with.
#include "support.h"

using namespace sparse_test;

namespace {

// Enough memory for any pointer that a descriptor keeps.
struct Arrays {
  Device<int> memory{size_t{64}};
  void* first() const { return memory.as<void>(); }
  void* second() const { return memory.as<int>() + 16; }
  void* third() const { return memory.as<int>() + 32; }
};

constexpr auto kInt = MUSPARSE_INDEX_32I;
constexpr auto kLong = MUSPARSE_INDEX_64I;
constexpr auto kOne = MUSPARSE_INDEX_BASE_ONE;

}  // namespace

TEST(sparse_vectors) {
  const Arrays arrays;
  musparseSpVecDescr_t made = nullptr;
  OK(musparseCreateSpVec(&made, 9, 3, arrays.first(), arrays.second(), kLong, kOne, MUSA_R_64F));
  int64_t size = 0;
  int64_t nnz = 0;
  void* indices = nullptr;
  void* values = nullptr;
  musparseIndexType_t type = kInt;
  musparseIndexBase_t base = MUSPARSE_INDEX_BASE_ZERO;
  musaDataType value_type = MUSA_R_32F;
  OK(musparseSpVecGet(made, &size, &nnz, &indices, &values, &type, &base, &value_type));
  CHECK(size == 9 && nnz == 3 && indices == arrays.first() && values == arrays.second());
  CHECK(type == kLong && base == kOne && value_type == MUSA_R_64F);
  base = MUSPARSE_INDEX_BASE_ZERO;
  OK(musparseSpVecGetIndexBase(made, &base));
  EQUAL(base, kOne);
  OK(musparseSpVecSetValues(made, arrays.third()));
  OK(musparseSpVecGetValues(made, &values));
  CHECK(values == arrays.third());
  OK(musparseDestroySpVec(made));
  EQUAL(musparseCreateSpVec(&made, 2, 3, arrays.first(), arrays.second(), kInt, kOne, MUSA_R_32F),
        MUSPARSE_STATUS_INVALID_VALUE);

  musparseConstSpVecDescr_t fixed = nullptr;
  OK(musparseCreateConstSpVec(&fixed, 9, 3, arrays.first(), arrays.second(), kInt, kOne,
                              MUSA_R_32F));
  const void* const_indices = nullptr;
  const void* const_values = nullptr;
  OK(musparseConstSpVecGet(fixed, &size, &nnz, &const_indices, &const_values, &type, &base,
                           &value_type));
  CHECK(const_indices == arrays.first() && const_values == arrays.second() && type == kInt);
  const_values = nullptr;
  OK(musparseConstSpVecGetValues(fixed, &const_values));
  CHECK(const_values == arrays.second());
  OK(musparseDestroySpVec(fixed));
}

TEST(dense_vectors) {
  const Arrays arrays;
  musparseDnVecDescr_t made = nullptr;
  OK(musparseCreateDnVec(&made, 7, arrays.first(), MUSA_C_32F));
  int64_t size = 0;
  void* values = nullptr;
  musaDataType type = MUSA_R_32F;
  OK(musparseDnVecGet(made, &size, &values, &type));
  CHECK(size == 7 && values == arrays.first() && type == MUSA_C_32F);
  OK(musparseDnVecSetValues(made, arrays.second()));
  OK(musparseDnVecGetValues(made, &values));
  CHECK(values == arrays.second());
  OK(musparseDestroyDnVec(made));
  musparseConstDnVecDescr_t fixed = nullptr;
  OK(musparseCreateConstDnVec(&fixed, 5, arrays.first(), MUSA_R_16F));
  const void* const_values = nullptr;
  OK(musparseConstDnVecGet(fixed, &size, &const_values, &type));
  CHECK(size == 5 && const_values == arrays.first() && type == MUSA_R_16F);
  const_values = nullptr;
  OK(musparseConstDnVecGetValues(fixed, &const_values));
  CHECK(const_values == arrays.first());
  OK(musparseDestroyDnVec(fixed));
  EQUAL(musparseCreateDnVec(nullptr, 7, arrays.first(), MUSA_R_32F), MUSPARSE_STATUS_INVALID_VALUE);
  EQUAL(musparseCreateDnVec(&made, 7, nullptr, MUSA_R_32F), MUSPARSE_STATUS_INVALID_VALUE);
}

TEST(dense_matrices) {
  const Arrays arrays;
  musparseDnMatDescr_t made = nullptr;
  OK(musparseCreateDnMat(&made, 3, 4, 5, arrays.first(), MUSA_R_64F, MUSPARSE_ORDER_ROW));
  int64_t rows = 0;
  int64_t cols = 0;
  int64_t ld = 0;
  void* values = nullptr;
  musaDataType type = MUSA_R_32F;
  musparseOrder_t order = MUSPARSE_ORDER_COL;
  OK(musparseDnMatGet(made, &rows, &cols, &ld, &values, &type, &order));
  CHECK(rows == 3 && cols == 4 && ld == 5 && values == arrays.first());
  CHECK(type == MUSA_R_64F && order == MUSPARSE_ORDER_ROW);
  OK(musparseDnMatSetStridedBatch(made, 6, 20));
  int count = 0;
  int64_t stride = 0;
  OK(musparseDnMatGetStridedBatch(made, &count, &stride));
  CHECK(count == 6 && stride == 20);
  OK(musparseDnMatSetValues(made, arrays.second()));
  OK(musparseDnMatGetValues(made, &values));
  CHECK(values == arrays.second());
  OK(musparseDestroyDnMat(made));
  musparseConstDnMatDescr_t fixed = nullptr;
  OK(musparseCreateConstDnMat(&fixed, 3, 4, 3, arrays.first(), MUSA_R_32F, MUSPARSE_ORDER_COL));
  const void* const_values = nullptr;
  OK(musparseConstDnMatGet(fixed, &rows, &cols, &ld, &const_values, &type, &order));
  CHECK(ld == 3 && const_values == arrays.first() && order == MUSPARSE_ORDER_COL);
  const_values = nullptr;
  OK(musparseConstDnMatGetValues(fixed, &const_values));
  CHECK(const_values == arrays.first());
  OK(musparseDestroyDnMat(fixed));
  EQUAL(musparseCreateDnMat(&made, 3, 4, 2, arrays.first(), MUSA_R_32F, MUSPARSE_ORDER_COL),
        MUSPARSE_STATUS_INVALID_VALUE);
}

// The functions of the two compressed formats differ in their names only.
template <class Create, class CreateConst, class Get, class GetConst, class Set>
void check_compressed(musparseFormat_t format, Create create, CreateConst create_const, Get get,
                      GetConst get_const, Set set) {
  const Arrays arrays;
  musparseSpMatDescr_t made = nullptr;
  OK(create(&made, 8, 9, 3, arrays.first(), arrays.second(), arrays.third(), kLong, kInt, kOne,
            MUSA_C_64F));
  int64_t rows = 0;
  int64_t cols = 0;
  int64_t nnz = 0;
  void* offsets = nullptr;
  void* indices = nullptr;
  void* values = nullptr;
  musparseIndexType_t offset_type = kInt;
  musparseIndexType_t index_type = kLong;
  musparseIndexBase_t base = MUSPARSE_INDEX_BASE_ZERO;
  musaDataType type = MUSA_R_32F;
  OK(get(made, &rows, &cols, &nnz, &offsets, &indices, &values, &offset_type, &index_type, &base,
         &type));
  CHECK(rows == 8 && cols == 9 && nnz == 3 && offsets == arrays.first());
  CHECK(indices == arrays.second() && values == arrays.third());
  CHECK(offset_type == kLong && index_type == kInt && base == kOne && type == MUSA_C_64F);
  OK(set(made, arrays.third(), arrays.first(), arrays.second()));
  OK(get(made, &rows, &cols, &nnz, &offsets, &indices, &values, &offset_type, &index_type, &base,
         &type));
  CHECK(offsets == arrays.third() && indices == arrays.first() && values == arrays.second());
  musparseFormat_t found = MUSPARSE_FORMAT_BSR;
  OK(musparseSpMatGetFormat(made, &found));
  EQUAL(found, format);
  OK(musparseDestroySpMat(made));
  musparseConstSpMatDescr_t fixed = nullptr;
  OK(create_const(&fixed, 8, 9, 3, arrays.first(), arrays.second(), arrays.third(), kInt, kInt,
                  kOne, MUSA_R_32F));
  const void* const_offsets = nullptr;
  const void* const_indices = nullptr;
  const void* const_values = nullptr;
  OK(get_const(fixed, &rows, &cols, &nnz, &const_offsets, &const_indices, &const_values,
               &offset_type, &index_type, &base, &type));
  CHECK(const_offsets == arrays.first() && const_indices == arrays.second());
  CHECK(const_values == arrays.third() && type == MUSA_R_32F);
  OK(musparseDestroySpMat(fixed));
}

TEST(compressed_matrices) {
  check_compressed(MUSPARSE_FORMAT_CSR, musparseCreateCsr, musparseCreateConstCsr, musparseCsrGet,
                   musparseConstCsrGet, musparseCsrSetPointers);
  check_compressed(MUSPARSE_FORMAT_CSC, musparseCreateCsc, musparseCreateConstCsc, musparseCscGet,
                   musparseConstCscGet, musparseCscSetPointers);
}

TEST(matrices_in_coordinates) {
  const Arrays arrays;
  musparseSpMatDescr_t made = nullptr;
  OK(musparseCreateCoo(&made, 8, 9, 3, arrays.first(), arrays.second(), arrays.third(), kLong, kOne,
                       MUSA_R_64F));
  int64_t rows = 0;
  int64_t cols = 0;
  int64_t nnz = 0;
  void* row = nullptr;
  void* col = nullptr;
  void* values = nullptr;
  musparseIndexType_t index_type = kInt;
  musparseIndexBase_t base = MUSPARSE_INDEX_BASE_ZERO;
  musaDataType type = MUSA_R_32F;
  OK(musparseCooGet(made, &rows, &cols, &nnz, &row, &col, &values, &index_type, &base, &type));
  CHECK(rows == 8 && cols == 9 && nnz == 3 && row == arrays.first() && col == arrays.second());
  CHECK(values == arrays.third() && index_type == kLong && base == kOne && type == MUSA_R_64F);
  OK(musparseCooSetPointers(made, arrays.second(), arrays.third(), arrays.first()));
  OK(musparseCooGet(made, &rows, &cols, &nnz, &row, &col, &values, &index_type, &base, &type));
  CHECK(row == arrays.second() && col == arrays.third() && values == arrays.first());
  OK(musparseDestroySpMat(made));
  musparseConstSpMatDescr_t fixed = nullptr;
  OK(musparseCreateConstCoo(&fixed, 8, 9, 3, arrays.first(), arrays.second(), arrays.third(), kInt,
                            kOne, MUSA_R_32F));
  const void* const_row = nullptr;
  const void* const_col = nullptr;
  const void* const_values = nullptr;
  OK(musparseConstCooGet(fixed, &rows, &cols, &nnz, &const_row, &const_col, &const_values,
                         &index_type, &base, &type));
  CHECK(const_row == arrays.first() && const_values == arrays.third());
  const_values = nullptr;
  OK(musparseConstSpMatGetValues(fixed, &const_values));
  CHECK(const_values == arrays.third());
  OK(musparseDestroySpMat(fixed));
}

TEST(matrices_of_blocks) {
  const Arrays arrays;
  musparseConstSpMatDescr_t fixed = nullptr;
  OK(musparseCreateConstBsr(&fixed, 2, 3, 4, 5, 6, arrays.first(), arrays.second(), arrays.third(),
                            kInt, kInt, kOne, MUSA_R_32F, MUSPARSE_ORDER_COL));
  int64_t rows = 0;
  int64_t cols = 0;
  int64_t nnz = 0;
  OK(musparseSpMatGetSize(fixed, &rows, &cols, &nnz));
  CHECK(rows == 10 && cols == 18 && nnz == 4);
  OK(musparseDestroySpMat(fixed));
  musparseSpMatDescr_t made = nullptr;
  OK(musparseCreateBsr(&made, 2, 3, 4, 5, 6, arrays.first(), arrays.second(), arrays.third(), kInt,
                       kInt, kOne, MUSA_R_32F, MUSPARSE_ORDER_COL));
  OK(musparseBsrSetStridedBatch(made, 2, 3, 4, 120));
  int count = 0;
  OK(musparseSpMatGetStridedBatch(made, &count));
  EQUAL(count, 2);
  OK(musparseDestroySpMat(made));

  OK(musparseCreateBlockedEll(&made, 4, 8, 2, 4, arrays.first(), arrays.second(), kInt, kOne,
                              MUSA_R_32F));
  int64_t block = 0;
  int64_t width = 0;
  void* columns = nullptr;
  void* values = nullptr;
  musparseIndexType_t index_type = kLong;
  musparseIndexBase_t base = MUSPARSE_INDEX_BASE_ZERO;
  musaDataType type = MUSA_R_64F;
  OK(musparseBlockedEllGet(made, &rows, &cols, &block, &width, &columns, &values, &index_type,
                           &base, &type));
  CHECK(rows == 4 && cols == 8 && block == 2 && width == 4 && columns == arrays.first());
  CHECK(values == arrays.second() && index_type == kInt && base == kOne && type == MUSA_R_32F);
  OK(musparseDestroySpMat(made));
  OK(musparseCreateConstBlockedEll(&fixed, 4, 8, 2, 4, arrays.first(), arrays.second(), kInt, kOne,
                                   MUSA_R_32F));
  const void* const_columns = nullptr;
  const void* const_values = nullptr;
  OK(musparseConstBlockedEllGet(fixed, &rows, &cols, &block, &width, &const_columns, &const_values,
                                &index_type, &base, &type));
  CHECK(const_columns == arrays.first() && const_values == arrays.second());
  OK(musparseDestroySpMat(fixed));
  EQUAL(musparseCreateBlockedEll(&made, 5, 8, 2, 4, arrays.first(), arrays.second(), kInt, kOne,
                                 MUSA_R_32F),
        MUSPARSE_STATUS_INVALID_VALUE);
}

TEST(attributes_and_values_of_matrices) {
  const Arrays arrays;
  musparseSpMatDescr_t made = nullptr;
  OK(musparseCreateCsr(&made, 8, 9, 3, arrays.first(), arrays.second(), arrays.third(), kInt, kInt,
                       kOne, MUSA_R_32F));
  musparseFillMode_t fill = MUSPARSE_FILL_MODE_UPPER;
  musparseDiagType_t diagonal = MUSPARSE_DIAG_TYPE_UNIT;
  OK(musparseSpMatSetAttribute(made, MUSPARSE_SPMAT_FILL_MODE, &fill, sizeof(fill)));
  OK(musparseSpMatSetAttribute(made, MUSPARSE_SPMAT_DIAG_TYPE, &diagonal, sizeof(diagonal)));
  fill = MUSPARSE_FILL_MODE_LOWER;
  diagonal = MUSPARSE_DIAG_TYPE_NON_UNIT;
  OK(musparseSpMatGetAttribute(made, MUSPARSE_SPMAT_FILL_MODE, &fill, sizeof(fill)));
  OK(musparseSpMatGetAttribute(made, MUSPARSE_SPMAT_DIAG_TYPE, &diagonal, sizeof(diagonal)));
  EQUAL(fill, MUSPARSE_FILL_MODE_UPPER);
  EQUAL(diagonal, MUSPARSE_DIAG_TYPE_UNIT);
  EQUAL(musparseSpMatSetAttribute(made, MUSPARSE_SPMAT_FILL_MODE, &fill, 1),
        MUSPARSE_STATUS_INVALID_VALUE);
  musparseIndexBase_t base = MUSPARSE_INDEX_BASE_ZERO;
  OK(musparseSpMatGetIndexBase(made, &base));
  EQUAL(base, kOne);
  void* values = nullptr;
  OK(musparseSpMatSetValues(made, arrays.first()));
  OK(musparseSpMatGetValues(made, &values));
  CHECK(values == arrays.first());
  OK(musparseDestroySpMat(made));
}

TEST(what_is_not_supported_says_so) {
  const Arrays arrays;
  musparseSpMatDescr_t made = nullptr;
  musparseConstSpMatDescr_t fixed = nullptr;
  EQUAL(musparseCreateSlicedEll(&made, 4, 4, 4, 4, 2, arrays.first(), arrays.second(),
                                arrays.third(), kInt, kInt, kOne, MUSA_R_32F),
        MUSPARSE_STATUS_NOT_SUPPORTED);
  EQUAL(musparseCreateConstSlicedEll(&fixed, 4, 4, 4, 4, 2, arrays.first(), arrays.second(),
                                     arrays.third(), kInt, kInt, kOne, MUSA_R_32F),
        MUSPARSE_STATUS_NOT_SUPPORTED);
  CHECK(made == nullptr && fixed == nullptr);
}

TEST_MAIN()
