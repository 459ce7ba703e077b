// Copies and sums of matrices between types and layouts.
#include "mublas/tests/support.h"
#include "mublasLt.h"

using namespace blas_test;

namespace {

constexpr int kM = 5;
constexpr int kN = 40;  // more than one block of 32 columns

struct Fixture {
  Fixture() {
    MUBLAS_OK(mublasLtCreate(&handle));
    MUBLAS_OK(mublasLtMatrixTransformDescInit(&desc, MUSA_R_32F));
  }
  ~Fixture() { MUBLAS_OK(mublasLtDestroy(handle)); }
  Fixture(const Fixture&) = delete;
  Fixture& operator=(const Fixture&) = delete;

  void set(mublasLtMatrixTransformDescAttributes_t attribute, std::int32_t value) {
    MUBLAS_OK(mublasLtMatrixTransformDescSetAttribute(&desc, attribute, &value, 4));
  }
  mublasStatus_t run(const float* alpha, const void* a, mublasLtMatrixLayoutOpaque_t la,
                     const float* beta, const void* b, mublasLtMatrixLayoutOpaque_t lb, void* c,
                     mublasLtMatrixLayoutOpaque_t lc) {
    return mublasLtMatrixTransform(handle, &desc, alpha, a, &la, beta, b, &lb, c, &lc, nullptr);
  }

  mublasLtHandle_t handle = nullptr;
  mublasLtMatrixTransformDescOpaque_t desc;
};

mublasLtMatrixLayoutOpaque_t layout(musaDataType_t type, int rows, int columns, int ld,
                                    mublasLtOrder_t order = MUBLASLT_ORDER_COL, int batch = 1,
                                    std::int64_t stride = 0) {
  mublasLtMatrixLayoutOpaque_t result;
  const std::int32_t order_value = order;
  MUBLAS_OK(mublasLtMatrixLayoutInit(&result, type, static_cast<std::uint64_t>(rows),
                                     static_cast<std::uint64_t>(columns), ld));
  MUBLAS_OK(
      mublasLtMatrixLayoutSetAttribute(&result, MUBLASLT_MATRIX_LAYOUT_ORDER, &order_value, 4));
  MUBLAS_OK(
      mublasLtMatrixLayoutSetAttribute(&result, MUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &batch, 4));
  MUBLAS_OK(mublasLtMatrixLayoutSetAttribute(&result, MUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET,
                                             &stride, 8));
  return result;
}

const float kOne = 1;

}  // namespace

TEST(sums_of_transposed_matrices) {
  Fixture f;
  const float alpha = 2, beta = -1;
  Device<float> a(random_values<float>(kM * kN, 1)), b(random_values<float>(kM * kN, 2)),
      c(kM * kN);
  f.set(MUBLASLT_MATRIX_TRANSFORM_DESC_TRANSA, MUBLAS_OP_T);
  MUBLAS_OK(f.run(&alpha, a, layout(MUSA_R_32F, kN, kM, kN), &beta, b,
                  layout(MUSA_R_32F, kM, kN, kM), c, layout(MUSA_R_32F, kM, kN, kM)));
  const Plain wanted =
      2.0 * op(MUBLAS_OP_T, plain(a.host, kN, kM, kN)) + (-1.0) * plain(b.host, kM, kN, kM);
  NEAR(c.read(), wanted.at_);
}

TEST(orders_and_back) {
  Fixture f;
  Device<float> a(random_values<float>(kM * kN, 1)), rows(kM * kN), blocks(2 * 32 * kM),
      back(kM * kN);
  const auto col = layout(MUSA_R_32F, kM, kN, kM);
  const auto row = layout(MUSA_R_32F, kM, kN, kN, MUBLASLT_ORDER_ROW);
  const auto block = layout(MUSA_R_32F, kM, kN, 32 * kM, MUBLASLT_ORDER_COL32);
  MUBLAS_OK(f.run(&kOne, a, col, nullptr, nullptr, col, rows, row));
  MUBLAS_OK(f.run(&kOne, rows, row, nullptr, nullptr, row, blocks, block));
  MUBLAS_OK(f.run(&kOne, blocks, block, nullptr, nullptr, block, back, col));
  NEAR(rows.read(), op(MUBLAS_OP_T, plain(a.host, kM, kN, kM)).at_);
  // Row 2 of column 33 is in the second block.
  EQUAL(blocks.read()[32 * kM + 2 * 32 + 1], a.host[2 + 33 * kM]);
  NEAR(back.read(), widened(a.host));
}

TEST(types_are_converted) {
  Fixture f;
  Device<float> a(std::vector<float>{1.6F, -200, 1000, 0});
  Device<std::int8_t> narrow(4);
  Device<__half> half_values(4);
  const auto col = layout(MUSA_R_32F, 2, 2, 2);
  MUBLAS_OK(f.run(&kOne, a, col, nullptr, nullptr, col, narrow, layout(MUSA_R_8I, 2, 2, 2)));
  MUBLAS_OK(f.run(&kOne, a, col, nullptr, nullptr, col, half_values, layout(MUSA_R_16F, 2, 2, 2)));
  EQUAL(static_cast<int>(narrow.read()[0]), 2);
  EQUAL(static_cast<int>(narrow.host[1]), -128);
  EQUAL(static_cast<int>(narrow.host[2]), 127);
  EQUAL(__half2float(half_values.read()[2]), 1000.0F);
}

TEST(batches_and_device_scalars) {
  Fixture f;
  Device<float> a(random_values<float>(8, 1)), c(8), alpha(std::vector<float>{3});
  f.set(MUBLASLT_MATRIX_TRANSFORM_DESC_POINTER_MODE, MUBLASLT_POINTER_MODE_DEVICE);
  const auto batch = layout(MUSA_R_32F, 2, 2, 2, MUBLASLT_ORDER_COL, 2, 4);
  MUBLAS_OK(f.run(alpha, a, batch, nullptr, nullptr, batch, c, batch));
  auto wanted = widened(a.host);
  for (auto& value : wanted) value *= 3;
  NEAR(c.read(), wanted);
}

TEST(what_does_not_fit_is_refused) {
  Fixture f;
  Device<float> a(64);
  const auto good = layout(MUSA_R_32F, 2, 3, 2), other = layout(MUSA_R_32F, 3, 2, 3);
  const auto strange = layout(MUSA_R_32F, 2, 3, 96, MUBLASLT_ORDER_COL4_4R2_8C);
  MUBLAS_FAILS(f.run(&kOne, a, good, nullptr, nullptr, good, a, other),
               MUBLAS_STATUS_INVALID_VALUE);
  MUBLAS_FAILS(f.run(nullptr, a, good, nullptr, nullptr, good, a, good),
               MUBLAS_STATUS_INVALID_VALUE);
  MUBLAS_FAILS(f.run(&kOne, a, good, nullptr, nullptr, good, a, strange),
               MUBLAS_STATUS_NOT_SUPPORTED);
}

TEST_MAIN()
