// Handles, descriptors and their attributes, algorithms, the log of muBLASLt.
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <string>

#include "check.h"
#include "mublas.h"
#include "mublasLt.h"
#include "musa_runtime.h"
#include "testing/temporary_file.h"

namespace {

#define LT_OK(call) EQUAL(static_cast<int>(call), static_cast<int>(MUBLAS_STATUS_SUCCESS))
#define LT_FAILS(call, status) EQUAL(static_cast<int>(call), static_cast<int>(status))

constexpr auto kValue = MUBLAS_STATUS_INVALID_VALUE;

// Sets the attribute, reads it back and asks for its size.
template <class Descriptor, class Attribute, class Set, class Get, class T>
void round_trip(Set set, Get get, Descriptor descriptor, Attribute attribute, T value) {
  T got{};
  std::size_t written = 0, needed = 0;
  LT_OK(set(descriptor, attribute, &value, sizeof value));
  LT_OK(get(descriptor, attribute, &got, sizeof got, &written));
  CHECK(got == value);
  EQUAL(written, sizeof value);
  LT_OK(get(descriptor, attribute, nullptr, 0, &needed));
  EQUAL(needed, sizeof value);
  LT_FAILS(set(descriptor, attribute, &value, sizeof value + 1), kValue);
  LT_FAILS(set(descriptor, attribute, nullptr, sizeof value), kValue);
  LT_FAILS(get(descriptor, attribute, &got, 1 > sizeof value ? 0 : sizeof value - 1, &written),
           sizeof value == 1 ? MUBLAS_STATUS_SUCCESS : kValue);
  LT_FAILS(get(descriptor, attribute, nullptr, 0, nullptr), kValue);
}

}  // namespace

TEST(handles_live_until_destroyed) {
  mublasLtHandle_t handle = nullptr;
  LT_OK(mublasLtCreate(&handle));
  CHECK(handle != nullptr);
  LT_OK(mublasLtDestroy(handle));
  LT_FAILS(mublasLtDestroy(handle), MUBLAS_STATUS_INVALID_HANDLE);
  LT_FAILS(mublasLtDestroy(nullptr), MUBLAS_STATUS_INVALID_HANDLE);
  LT_FAILS(mublasLtCreate(nullptr), MUBLAS_STATUS_INVALID_POINTER);
}

TEST(a_blas_handle_is_one_too) {
  mublasHandle_t handle = nullptr;
  LT_OK(mublasCreate(&handle));
  int ids[1] = {9}, count = 0;
  LT_OK(mublasLtMatmulAlgoGetIds(reinterpret_cast<mublasLtHandle_t>(handle), MUBLAS_COMPUTE_32F,
                                 MUSA_R_32F, MUSA_R_32F, MUSA_R_32F, MUSA_R_32F, MUSA_R_32F, 1, ids,
                                 &count));
  EQUAL(count, 1);
  LT_OK(mublasDestroy(handle));
}

TEST(layout_attributes) {
  mublasLtMatrixLayout_t layout = nullptr;
  LT_OK(mublasLtMatrixLayoutCreate(&layout, MUSA_R_16F, 3, 4, 5));
  const auto set = mublasLtMatrixLayoutSetAttribute;
  const auto get = mublasLtMatrixLayoutGetAttribute;
  std::uint64_t rows = 0, columns = 0;
  std::int64_t ld = 0;
  std::uint32_t type = 0;
  std::size_t written = 0;
  LT_OK(get(layout, MUBLASLT_MATRIX_LAYOUT_ROWS, &rows, sizeof rows, &written));
  LT_OK(get(layout, MUBLASLT_MATRIX_LAYOUT_COLS, &columns, sizeof columns, &written));
  LT_OK(get(layout, MUBLASLT_MATRIX_LAYOUT_LD, &ld, sizeof ld, &written));
  LT_OK(get(layout, MUBLASLT_MATRIX_LAYOUT_TYPE, &type, sizeof type, &written));
  EQUAL(rows, 3U);
  EQUAL(columns, 4U);
  EQUAL(ld, 5);
  EQUAL(type, static_cast<std::uint32_t>(MUSA_R_16F));
  round_trip(set, get, layout, MUBLASLT_MATRIX_LAYOUT_ORDER, std::int32_t{MUBLASLT_ORDER_ROW});
  round_trip(set, get, layout, MUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, std::int32_t{7});
  round_trip(set, get, layout, MUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, std::int64_t{1} << 40);
  round_trip(set, get, layout, MUBLASLT_MATRIX_LAYOUT_PLANE_OFFSET, std::int64_t{9});
  LT_FAILS(set(layout, static_cast<mublasLtMatrixLayoutAttribute_t>(99), &ld, 8), kValue);
  LT_OK(mublasLtMatrixLayoutDestroy(layout));
  LT_FAILS(mublasLtMatrixLayoutDestroy(layout), kValue);
  LT_FAILS(mublasLtMatrixLayoutCreate(nullptr, MUSA_R_16F, 3, 4, 5), MUBLAS_STATUS_INVALID_POINTER);
}

TEST(matmul_description_attributes) {
  mublasLtMatmulDesc_t desc = nullptr;
  LT_OK(mublasLtMatmulDescCreate(&desc, MUBLAS_COMPUTE_32F, MUSA_R_32F));
  const auto set = mublasLtMatmulDescSetAttribute;
  const auto get = mublasLtMatmulDescGetAttribute;
  int place = 0;
  void* const pointer = &place;
  round_trip(set, get, desc, MUBLASLT_MATMUL_DESC_COMPUTE_TYPE, std::int32_t{MUBLAS_COMPUTE_64F});
  round_trip(set, get, desc, MUBLASLT_MATMUL_DESC_SCALE_TYPE, std::int32_t{MUSA_R_64F});
  round_trip(set, get, desc, MUBLASLT_MATMUL_DESC_POINTER_MODE, std::int32_t{1});
  round_trip(set, get, desc, MUBLASLT_MATMUL_DESC_TRANSA, std::int32_t{MUBLAS_OP_T});
  round_trip(set, get, desc, MUBLASLT_MATMUL_DESC_TRANSB, std::int32_t{MUBLAS_OP_C});
  round_trip(set, get, desc, MUBLASLT_MATMUL_DESC_EPILOGUE, MUBLASLT_EPILOGUE_GELU_AUX_BIAS);
  round_trip(set, get, desc, MUBLASLT_MATMUL_DESC_BIAS_POINTER, pointer);
  round_trip(set, get, desc, MUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, pointer);
  round_trip(set, get, desc, MUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, std::int64_t{64});
  round_trip(set, get, desc, MUBLASLT_MATMUL_DESC_A_SCALE_POINTER, pointer);
  round_trip(set, get, desc, MUBLASLT_MATMUL_DESC_FAST_ACCUM, std::int8_t{1});
  round_trip(set, get, desc, MUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE, std::int32_t{MUSA_R_16BF});
  LT_OK(mublasLtMatmulDescDestroy(desc));
  LT_FAILS(mublasLtMatmulDescDestroy(desc), kValue);
}

TEST(transform_and_preference_attributes) {
  mublasLtMatrixTransformDesc_t desc = nullptr;
  LT_OK(mublasLtMatrixTransformDescCreate(&desc, MUSA_R_32F));
  round_trip(mublasLtMatrixTransformDescSetAttribute, mublasLtMatrixTransformDescGetAttribute, desc,
             MUBLASLT_MATRIX_TRANSFORM_DESC_TRANSA, std::int32_t{MUBLAS_OP_T});
  round_trip(mublasLtMatrixTransformDescSetAttribute, mublasLtMatrixTransformDescGetAttribute, desc,
             MUBLASLT_MATRIX_TRANSFORM_DESC_POINTER_MODE, std::int32_t{1});
  LT_OK(mublasLtMatrixTransformDescDestroy(desc));
  LT_FAILS(mublasLtMatrixTransformDescDestroy(desc), kValue);

  mublasLtMatmulPreference_t preference = nullptr;
  LT_OK(mublasLtMatmulPreferenceCreate(&preference));
  round_trip(mublasLtMatmulPreferenceSetAttribute, mublasLtMatmulPreferenceGetAttribute, preference,
             MUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, std::uint64_t{1} << 33);
  round_trip(mublasLtMatmulPreferenceSetAttribute, mublasLtMatmulPreferenceGetAttribute, preference,
             MUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES, std::uint32_t{16});
  LT_OK(mublasLtMatmulPreferenceDestroy(preference));
  LT_FAILS(mublasLtMatmulPreferenceDestroy(preference), kValue);
}

TEST(descriptors_on_the_stack_are_values) {
  mublasLtMatrixLayoutOpaque_t layout;
  mublasLtMatmulDescOpaque_t desc;
  mublasLtMatrixTransformDescOpaque_t transform;
  mublasLtMatmulPreferenceOpaque_t preference;
  LT_OK(mublasLtMatrixLayoutInit(&layout, MUSA_R_32F, 2, 3, 4));
  LT_OK(mublasLtMatmulDescInit(&desc, MUBLAS_COMPUTE_32F, MUSA_R_32F));
  LT_OK(mublasLtMatrixTransformDescInit(&transform, MUSA_R_32F));
  LT_OK(mublasLtMatmulPreferenceInit(&preference));
  const mublasLtMatrixLayoutOpaque_t copy = layout;
  mublasLtMatrixLayoutOpaque_t other = copy;
  std::uint64_t rows = 0;
  std::size_t written = 0;
  LT_OK(mublasLtMatrixLayoutGetAttribute(&other, MUBLASLT_MATRIX_LAYOUT_ROWS, &rows, 8, &written));
  EQUAL(rows, 2U);
  LT_OK(mublasLtMatmulDescGetAttribute(&desc, MUBLASLT_MATMUL_DESC_TRANSA, &rows, 8, &written));
  EQUAL(written, 4U);
  std::int32_t scale = -1;
  LT_OK(mublasLtMatrixTransformDescGetAttribute(
      &transform, MUBLASLT_MATRIX_TRANSFORM_DESC_SCALE_TYPE, &scale, 4, &written));
  EQUAL(scale, static_cast<std::int32_t>(MUSA_R_32F));
  LT_OK(mublasLtMatmulPreferenceGetAttribute(&preference, MUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES,
                                             &rows, 8, &written));
  EQUAL(rows, 0U);
  LT_FAILS(mublasLtMatrixLayoutInit_internal(&layout, 8, MUSA_R_32F, 2, 3, 4), kValue);
  LT_FAILS(mublasLtMatmulDescInit_internal(nullptr, 184, MUBLAS_COMPUTE_32F, MUSA_R_32F), kValue);
  LT_FAILS(mublasLtMatrixTransformDescInit_internal(&transform, 4, MUSA_R_32F), kValue);
  LT_FAILS(mublasLtMatmulPreferenceInit_internal(&preference, 4), kValue);
}

TEST(descriptors_are_not_initialised_beyond_their_ends) {
  constexpr std::size_t kWild = std::size_t{1} << 40;
  mublasLtMatmulDescOpaque_t desc;
  mublasLtMatrixLayoutOpaque_t layout;
  mublasLtMatrixTransformDescOpaque_t transform;
  mublasLtMatmulPreferenceOpaque_t preference;
  for (const std::size_t size : {sizeof desc + 1, kWild}) {
    LT_FAILS(mublasLtMatmulDescInit_internal(&desc, size, MUBLAS_COMPUTE_32F, MUSA_R_32F), kValue);
    LT_FAILS(mublasLtMatrixLayoutInit_internal(&layout, size, MUSA_R_32F, 2, 3, 4), kValue);
    LT_FAILS(mublasLtMatrixTransformDescInit_internal(&transform, size, MUSA_R_32F), kValue);
    LT_FAILS(mublasLtMatmulPreferenceInit_internal(&preference, size), kValue);
  }
  LT_FAILS(mublasLtMatrixLayoutInit_internal(nullptr, sizeof layout, MUSA_R_32F, 2, 3, 4), kValue);
  LT_FAILS(mublasLtMatrixTransformDescInit_internal(nullptr, sizeof transform, MUSA_R_32F), kValue);
  LT_FAILS(mublasLtMatmulPreferenceInit_internal(nullptr, sizeof preference), kValue);
}

TEST(the_one_algorithm_is_found_and_checked) {
  mublasLtHandle_t handle = nullptr;
  LT_OK(mublasLtCreate(&handle));
  mublasLtMatmulDescOpaque_t desc;
  mublasLtMatrixLayoutOpaque_t a, b, c, narrow;
  mublasLtMatmulPreferenceOpaque_t preference;
  LT_OK(mublasLtMatmulDescInit(&desc, MUBLAS_COMPUTE_32F, MUSA_R_32F));
  LT_OK(mublasLtMatrixLayoutInit(&a, MUSA_R_32F, 2, 3, 2));
  LT_OK(mublasLtMatrixLayoutInit(&b, MUSA_R_32F, 3, 4, 3));
  LT_OK(mublasLtMatrixLayoutInit(&c, MUSA_R_32F, 2, 4, 2));
  LT_OK(mublasLtMatrixLayoutInit(&narrow, MUSA_R_4I, 2, 3, 2));
  LT_OK(mublasLtMatmulPreferenceInit(&preference));
  mublasLtMatmulHeuristicResult_t results[3] = {}, checked = {};
  int count = 9;
  LT_OK(mublasLtMatmulAlgoGetHeuristic(handle, &desc, &a, &b, &c, &c, &preference, 3, results,
                                       &count));
  EQUAL(count, 1);
  EQUAL(static_cast<int>(results[0].state), static_cast<int>(MUBLAS_STATUS_SUCCESS));
  EQUAL(results[0].workspaceSize, 0U);
  LT_FAILS(mublasLtMatmulAlgoGetHeuristic(handle, &desc, &narrow, &b, &c, &c, &preference, 3,
                                          results, &count),
           MUBLAS_STATUS_NOT_SUPPORTED);
  EQUAL(count, 0);
  LT_FAILS(mublasLtMatmulAlgoGetHeuristic(handle, &desc, &a, &b, &c, &c, &preference, 0, results,
                                          &count),
           kValue);

  mublasLtMatmulAlgo_t algo;
  std::memset(&algo, 0xff, sizeof algo);
  const auto f = MUSA_R_32F;
  LT_OK(mublasLtMatmulAlgoInit(handle, MUBLAS_COMPUTE_32F, f, f, f, f, f, 0, &algo));
  LT_FAILS(mublasLtMatmulAlgoInit(handle, MUBLAS_COMPUTE_32F, f, f, f, f, f, 5, &algo), kValue);
  LT_OK(mublasLtMatmulAlgoCheck(handle, &desc, &a, &b, &c, &c, &algo, &checked));
  EQUAL(checked.wavesCount, 1.0F);
  LT_FAILS(mublasLtMatmulAlgoCheck(handle, &desc, &a, &a, &c, &c, &algo, &checked), kValue);
  round_trip(mublasLtMatmulAlgoConfigSetAttribute, mublasLtMatmulAlgoConfigGetAttribute, &algo,
             MUBLASLT_ALGO_CONFIG_TILE_ID, std::uint32_t{MUBLASLT_MATMUL_TILE_64x64});
  round_trip(mublasLtMatmulAlgoConfigSetAttribute, mublasLtMatmulAlgoConfigGetAttribute, &algo,
             MUBLASLT_ALGO_CONFIG_SPLITK_NUM, std::int32_t{2});

  std::uint32_t splits = 9, batches = 0;
  std::uint64_t flags = 0;
  std::size_t written = 0;
  const auto ask = mublasLtMatmulAlgoCapGetAttribute;
  LT_OK(ask(&algo, MUBLASLT_ALGO_CAP_SPLITK_SUPPORT, &splits, 4, &written));
  LT_OK(ask(&algo, MUBLASLT_ALGO_CAP_STRIDED_BATCH_SUPPORT, &batches, 4, &written));
  LT_OK(ask(&algo, MUBLASLT_ALGO_CAP_NUMERICAL_IMPL_FLAGS, &flags, 8, &written));
  LT_OK(ask(&algo, MUBLASLT_ALGO_CAP_TILE_IDS, nullptr, 0, &written));
  EQUAL(splits, 0U);
  EQUAL(batches, 1U);
  EQUAL(written, 4U);
  CHECK((flags & MUBLASLT_NUMERICAL_IMPL_FLAGS_ACCUMULATOR_32F) != 0);
  LT_OK(mublasLtDestroy(handle));
}

TEST(versions_and_texts) {
  EQUAL(mublasLtGetVersion(), static_cast<std::size_t>(MUBLAS_VERSION));
  int major = -1, runtime = 0;
  LT_OK(mublasLtGetProperty(MAJOR_VERSION, &major));
  EQUAL(major, MUBLAS_VER_MAJOR);
  LT_FAILS(mublasLtGetProperty(MAJOR_VERSION, nullptr), MUBLAS_STATUS_INVALID_POINTER);
  EQUAL(static_cast<int>(musaRuntimeGetVersion(&runtime)), 0);
  EQUAL(mublasLtGetCudartVersion(), static_cast<std::size_t>(runtime));
  EQUAL(mublasLtGetMusartVersion(), static_cast<std::size_t>(runtime));
  for (int i = 0; i <= MUBLAS_STATUS_LICENSE_ERROR; ++i) {
    const auto status = static_cast<mublasStatus_t>(i);
    EQUAL(std::string(mublasLtGetStatusName(status)), std::string(mublasGetStatusName(status)));
    EQUAL(std::string(mublasLtGetStatusString(status)), std::string(mublasGetStatusString(status)));
  }
}

TEST(what_only_the_makers_library_has) {
  std::size_t capacity = 0;
  LT_FAILS(mublasLtHeuristicsCacheGetCapacity(&capacity), MUBLAS_STATUS_NOT_SUPPORTED);
  LT_FAILS(mublasLtHeuristicsCacheSetCapacity(10), MUBLAS_STATUS_NOT_SUPPORTED);
  EQUAL(mublasLtDisableCpuInstructionsSetMask(1), 0U);
}

namespace {

std::string heard;
void hear(int, const char* function, const char*) { heard += std::string(function) + ";"; }

void make_and_destroy() {
  mublasLtHandle_t handle = nullptr;
  LT_OK(mublasLtCreate(&handle));
  LT_OK(mublasLtDestroy(handle));
}

}  // namespace

TEST(the_log_names_the_calls) {
  LT_OK(mublasLtLoggerSetCallback(hear));
  make_and_destroy();
  EQUAL(heard, std::string());
  LT_OK(mublasLtLoggerSetLevel(5));
  make_and_destroy();
  EQUAL(heard, std::string("mublasLtCreate;mublasLtDestroy;"));
  LT_OK(mublasLtLoggerSetMask(1));
  make_and_destroy();
  EQUAL(heard.size(), std::string("mublasLtCreate;mublasLtDestroy;").size());
  LT_FAILS(mublasLtLoggerSetLevel(6), kValue);

  std::FILE* const file = std::tmpfile();
  LT_OK(mublasLtLoggerSetFile(file));
  LT_OK(mublasLtLoggerSetMask(16));
  make_and_destroy();
  LT_OK(mublasLtLoggerSetFile(nullptr));
  std::rewind(file);
  char line[100] = {};
  CHECK(std::fgets(line, sizeof line, file) != nullptr);
  EQUAL(std::string(line), std::string("[mublasLt] mublasLtCreate\n"));
  std::fclose(file);
  const musasim::testing::TemporaryFile temporary("mublasLt.log");
  const std::string& name = temporary.path();
  LT_OK(mublasLtLoggerOpenFile(name.c_str()));
  make_and_destroy();
  LT_OK(mublasLtLoggerSetFile(nullptr));
  std::FILE* const written = std::fopen(name.c_str(), "r");
  CHECK(written != nullptr && std::fgets(line, sizeof line, written) != nullptr);
  EQUAL(std::string(line), std::string("[mublasLt] mublasLtCreate\n"));
  std::fclose(written);
  LT_FAILS(mublasLtLoggerOpenFile("/nowhere/to/write"), kValue);
  LT_FAILS(mublasLtLoggerOpenFile(nullptr), MUBLAS_STATUS_INVALID_POINTER);

  heard.clear();
  LT_OK(mublasLtLoggerForceDisable());
  make_and_destroy();
  EQUAL(heard, std::string());
}

TEST_MAIN()
