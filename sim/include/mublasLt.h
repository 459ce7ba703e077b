// muBLASLt: matrix products with epilogues, any layouts and types, described by descriptors.
#ifndef MUBLASLT_H_
#define MUBLASLT_H_

#include <stdio.h>

#include "mublas_api.h"

#ifdef __cplusplus
extern "C" {
#endif

struct mublasLtContext;
typedef struct mublasLtContext* mublasLtHandle_t;

// Descriptors are values: they may be copied, and live on the stack.
typedef struct {
  uint64_t data[8];
} mublasLtMatrixLayoutOpaque_t;
typedef mublasLtMatrixLayoutOpaque_t* mublasLtMatrixLayout_t;

typedef struct {
  uint64_t data[8];
} mublasLtMatmulAlgo_t;

typedef struct {
  uint64_t data[23];
} mublasLtMatmulDescOpaque_t;
typedef mublasLtMatmulDescOpaque_t* mublasLtMatmulDesc_t;

typedef struct {
  uint64_t data[8];
} mublasLtMatrixTransformDescOpaque_t;
typedef mublasLtMatrixTransformDescOpaque_t* mublasLtMatrixTransformDesc_t;

typedef struct {
  uint64_t data[8];
} mublasLtMatmulPreferenceOpaque_t;
typedef mublasLtMatmulPreferenceOpaque_t* mublasLtMatmulPreference_t;

// Settings of algorithms; the simulator keeps the values and computes the same.
typedef enum {
  MUBLASLT_MATMUL_TILE_UNDEFINED = 0,
  MUBLASLT_MATMUL_TILE_8x8 = 1,
  MUBLASLT_MATMUL_TILE_8x16 = 2,
  MUBLASLT_MATMUL_TILE_16x8 = 3,
  MUBLASLT_MATMUL_TILE_8x32 = 4,
  MUBLASLT_MATMUL_TILE_16x16 = 5,
  MUBLASLT_MATMUL_TILE_32x8 = 6,
  MUBLASLT_MATMUL_TILE_8x64 = 7,
  MUBLASLT_MATMUL_TILE_16x32 = 8,
  MUBLASLT_MATMUL_TILE_32x16 = 9,
  MUBLASLT_MATMUL_TILE_64x8 = 10,
  MUBLASLT_MATMUL_TILE_32x32 = 11,
  MUBLASLT_MATMUL_TILE_32x64 = 12,
  MUBLASLT_MATMUL_TILE_64x32 = 13,
  MUBLASLT_MATMUL_TILE_32x128 = 14,
  MUBLASLT_MATMUL_TILE_64x64 = 15,
  MUBLASLT_MATMUL_TILE_128x32 = 16,
  MUBLASLT_MATMUL_TILE_64x128 = 17,
  MUBLASLT_MATMUL_TILE_128x64 = 18,
  MUBLASLT_MATMUL_TILE_64x256 = 19,
  MUBLASLT_MATMUL_TILE_128x128 = 20,
  MUBLASLT_MATMUL_TILE_256x64 = 21,
  MUBLASLT_MATMUL_TILE_64x512 = 22,
  MUBLASLT_MATMUL_TILE_128x256 = 23,
  MUBLASLT_MATMUL_TILE_256x128 = 24,
  MUBLASLT_MATMUL_TILE_512x64 = 25,
  MUBLASLT_MATMUL_TILE_64x96 = 26,
  MUBLASLT_MATMUL_TILE_96x64 = 27,
  MUBLASLT_MATMUL_TILE_96x128 = 28,
  MUBLASLT_MATMUL_TILE_128x160 = 29,
  MUBLASLT_MATMUL_TILE_160x128 = 30,
  MUBLASLT_MATMUL_TILE_192x128 = 31,
  MUBLASLT_MATMUL_TILE_128x192 = 32,
  MUBLASLT_MATMUL_TILE_128x96 = 33,
  MUBLASLT_MATMUL_TILE_32x256 = 34,
  MUBLASLT_MATMUL_TILE_256x32 = 35,
  MUBLASLT_MATMUL_TILE_END
} mublasLtMatmulTile_t;

typedef enum {
  MUBLASLT_MATMUL_STAGES_UNDEFINED = 0,
  MUBLASLT_MATMUL_STAGES_16x1 = 1,
  MUBLASLT_MATMUL_STAGES_16x2 = 2,
  MUBLASLT_MATMUL_STAGES_16x3 = 3,
  MUBLASLT_MATMUL_STAGES_16x4 = 4,
  MUBLASLT_MATMUL_STAGES_16x5 = 5,
  MUBLASLT_MATMUL_STAGES_16x6 = 6,
  MUBLASLT_MATMUL_STAGES_32x1 = 7,
  MUBLASLT_MATMUL_STAGES_32x2 = 8,
  MUBLASLT_MATMUL_STAGES_32x3 = 9,
  MUBLASLT_MATMUL_STAGES_32x4 = 10,
  MUBLASLT_MATMUL_STAGES_32x5 = 11,
  MUBLASLT_MATMUL_STAGES_32x6 = 12,
  MUBLASLT_MATMUL_STAGES_64x1 = 13,
  MUBLASLT_MATMUL_STAGES_64x2 = 14,
  MUBLASLT_MATMUL_STAGES_64x3 = 15,
  MUBLASLT_MATMUL_STAGES_64x4 = 16,
  MUBLASLT_MATMUL_STAGES_64x5 = 17,
  MUBLASLT_MATMUL_STAGES_64x6 = 18,
  MUBLASLT_MATMUL_STAGES_128x1 = 19,
  MUBLASLT_MATMUL_STAGES_128x2 = 20,
  MUBLASLT_MATMUL_STAGES_128x3 = 21,
  MUBLASLT_MATMUL_STAGES_128x4 = 22,
  MUBLASLT_MATMUL_STAGES_128x5 = 23,
  MUBLASLT_MATMUL_STAGES_128x6 = 24,
  MUBLASLT_MATMUL_STAGES_32x10 = 25,
  MUBLASLT_MATMUL_STAGES_8x4 = 26,
  MUBLASLT_MATMUL_STAGES_16x10 = 27,
  MUBLASLT_MATMUL_STAGES_8x5 = 28,
  MUBLASLT_MATMUL_STAGES_8x3 = 31,
  MUBLASLT_MATMUL_STAGES_8xAUTO = 32,
  MUBLASLT_MATMUL_STAGES_16xAUTO = 33,
  MUBLASLT_MATMUL_STAGES_32xAUTO = 34,
  MUBLASLT_MATMUL_STAGES_64xAUTO = 35,
  MUBLASLT_MATMUL_STAGES_128xAUTO = 36,
  MUBLASLT_MATMUL_STAGES_END
} mublasLtMatmulStages_t;

typedef enum {
  MUBLASLT_CLUSTER_SHAPE_AUTO = 0,
  MUBLASLT_CLUSTER_SHAPE_1x1x1 = 2,
  MUBLASLT_CLUSTER_SHAPE_2x1x1 = 3,
  MUBLASLT_CLUSTER_SHAPE_4x1x1 = 4,
  MUBLASLT_CLUSTER_SHAPE_1x2x1 = 5,
  MUBLASLT_CLUSTER_SHAPE_2x2x1 = 6,
  MUBLASLT_CLUSTER_SHAPE_4x2x1 = 7,
  MUBLASLT_CLUSTER_SHAPE_1x4x1 = 8,
  MUBLASLT_CLUSTER_SHAPE_2x4x1 = 9,
  MUBLASLT_CLUSTER_SHAPE_4x4x1 = 10,
  MUBLASLT_CLUSTER_SHAPE_8x1x1 = 11,
  MUBLASLT_CLUSTER_SHAPE_1x8x1 = 12,
  MUBLASLT_CLUSTER_SHAPE_8x2x1 = 13,
  MUBLASLT_CLUSTER_SHAPE_2x8x1 = 14,
  MUBLASLT_CLUSTER_SHAPE_16x1x1 = 15,
  MUBLASLT_CLUSTER_SHAPE_1x16x1 = 16,
  MUBLASLT_CLUSTER_SHAPE_3x1x1 = 17,
  MUBLASLT_CLUSTER_SHAPE_5x1x1 = 18,
  MUBLASLT_CLUSTER_SHAPE_6x1x1 = 19,
  MUBLASLT_CLUSTER_SHAPE_7x1x1 = 20,
  MUBLASLT_CLUSTER_SHAPE_9x1x1 = 21,
  MUBLASLT_CLUSTER_SHAPE_10x1x1 = 22,
  MUBLASLT_CLUSTER_SHAPE_11x1x1 = 23,
  MUBLASLT_CLUSTER_SHAPE_12x1x1 = 24,
  MUBLASLT_CLUSTER_SHAPE_13x1x1 = 25,
  MUBLASLT_CLUSTER_SHAPE_14x1x1 = 26,
  MUBLASLT_CLUSTER_SHAPE_15x1x1 = 27,
  MUBLASLT_CLUSTER_SHAPE_3x2x1 = 28,
  MUBLASLT_CLUSTER_SHAPE_5x2x1 = 29,
  MUBLASLT_CLUSTER_SHAPE_6x2x1 = 30,
  MUBLASLT_CLUSTER_SHAPE_7x2x1 = 31,
  MUBLASLT_CLUSTER_SHAPE_1x3x1 = 32,
  MUBLASLT_CLUSTER_SHAPE_2x3x1 = 33,
  MUBLASLT_CLUSTER_SHAPE_3x3x1 = 34,
  MUBLASLT_CLUSTER_SHAPE_4x3x1 = 35,
  MUBLASLT_CLUSTER_SHAPE_5x3x1 = 36,
  MUBLASLT_CLUSTER_SHAPE_3x4x1 = 37,
  MUBLASLT_CLUSTER_SHAPE_1x5x1 = 38,
  MUBLASLT_CLUSTER_SHAPE_2x5x1 = 39,
  MUBLASLT_CLUSTER_SHAPE_3x5x1 = 40,
  MUBLASLT_CLUSTER_SHAPE_1x6x1 = 41,
  MUBLASLT_CLUSTER_SHAPE_2x6x1 = 42,
  MUBLASLT_CLUSTER_SHAPE_1x7x1 = 43,
  MUBLASLT_CLUSTER_SHAPE_2x7x1 = 44,
  MUBLASLT_CLUSTER_SHAPE_1x9x1 = 45,
  MUBLASLT_CLUSTER_SHAPE_1x10x1 = 46,
  MUBLASLT_CLUSTER_SHAPE_1x11x1 = 47,
  MUBLASLT_CLUSTER_SHAPE_1x12x1 = 48,
  MUBLASLT_CLUSTER_SHAPE_1x13x1 = 49,
  MUBLASLT_CLUSTER_SHAPE_1x14x1 = 50,
  MUBLASLT_CLUSTER_SHAPE_1x15x1 = 51,
  MUBLASLT_CLUSTER_SHAPE_END
} mublasLtClusterShape_t;

typedef enum {
  MUBLASLT_MATMUL_INNER_SHAPE_UNDEFINED = 0,
  MUBLASLT_MATMUL_INNER_SHAPE_MMA884 = 1,
  MUBLASLT_MATMUL_INNER_SHAPE_MMA1684 = 2,
  MUBLASLT_MATMUL_INNER_SHAPE_MMA1688 = 3,
  MUBLASLT_MATMUL_INNER_SHAPE_MMA16816 = 4,
  MUBLASLT_MATMUL_INNER_SHAPE_END
} mublasLtMatmulInnerShape_t;

// The places of alpha and beta; vectors have an element for each row of D.
typedef enum {
  MUBLASLT_POINTER_MODE_HOST = MUBLAS_POINTER_MODE_HOST,
  MUBLASLT_POINTER_MODE_DEVICE = MUBLAS_POINTER_MODE_DEVICE,
  MUBLASLT_POINTER_MODE_DEVICE_VECTOR = 2,
  MUBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_ZERO = 3,
  MUBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_HOST = 4
} mublasLtPointerMode_t;

typedef enum {
  MUBLASLT_POINTER_MODE_MASK_NO_FILTERING = 0,
  MUBLASLT_POINTER_MODE_MASK_HOST = 1,
  MUBLASLT_POINTER_MODE_MASK_DEVICE = 2,
  MUBLASLT_POINTER_MODE_MASK_DEVICE_VECTOR = 4,
  MUBLASLT_POINTER_MODE_MASK_ALPHA_DEVICE_VECTOR_BETA_ZERO = 8,
  MUBLASLT_POINTER_MODE_MASK_ALPHA_DEVICE_VECTOR_BETA_HOST = 16
} mublasLtPointerModeMask_t;

#define MUBLASLT_NUMERICAL_IMPL_FLAGS_FMA (0x01ull << 0)
#define MUBLASLT_NUMERICAL_IMPL_FLAGS_HMMA (0x02ull << 0)
#define MUBLASLT_NUMERICAL_IMPL_FLAGS_IMMA (0x04ull << 0)
#define MUBLASLT_NUMERICAL_IMPL_FLAGS_DMMA (0x08ull << 0)
#define MUBLASLT_NUMERICAL_IMPL_FLAGS_TENSOR_OP_MASK (0xfeull << 0)
#define MUBLASLT_NUMERICAL_IMPL_FLAGS_OP_TYPE_MASK (0xffull << 0)
#define MUBLASLT_NUMERICAL_IMPL_FLAGS_ACCUMULATOR_16F (0x01ull << 8)
#define MUBLASLT_NUMERICAL_IMPL_FLAGS_ACCUMULATOR_32F (0x02ull << 8)
#define MUBLASLT_NUMERICAL_IMPL_FLAGS_ACCUMULATOR_64F (0x04ull << 8)
#define MUBLASLT_NUMERICAL_IMPL_FLAGS_ACCUMULATOR_32I (0x08ull << 8)
#define MUBLASLT_NUMERICAL_IMPL_FLAGS_ACCUMULATOR_TYPE_MASK (0xffull << 8)
#define MUBLASLT_NUMERICAL_IMPL_FLAGS_INPUT_16F (0x01ull << 16)
#define MUBLASLT_NUMERICAL_IMPL_FLAGS_INPUT_16BF (0x02ull << 16)
#define MUBLASLT_NUMERICAL_IMPL_FLAGS_INPUT_TF32 (0x04ull << 16)
#define MUBLASLT_NUMERICAL_IMPL_FLAGS_INPUT_32F (0x08ull << 16)
#define MUBLASLT_NUMERICAL_IMPL_FLAGS_INPUT_64F (0x10ull << 16)
#define MUBLASLT_NUMERICAL_IMPL_FLAGS_INPUT_8I (0x20ull << 16)
#define MUBLASLT_NUMERICAL_IMPL_FLAGS_INPUT_8F_E4M3 (0x40ull << 16)
#define MUBLASLT_NUMERICAL_IMPL_FLAGS_INPUT_8F_E5M2 (0x80ull << 16)
#define MUBLASLT_NUMERICAL_IMPL_FLAGS_OP_INPUT_TYPE_MASK (0xffull << 16)
#define MUBLASLT_NUMERICAL_IMPL_FLAGS_GAUSSIAN (0x01ull << 32)
typedef uint64_t mublasLtNumericalImplFlags_t;

typedef enum {
  MUBLASLT_ORDER_COL = 0,
  MUBLASLT_ORDER_ROW = 1,
  MUBLASLT_ORDER_COL32 = 2,
  MUBLASLT_ORDER_COL4_4R2_8C = 3,
  MUBLASLT_ORDER_COL32_2R_4R4 = 4
} mublasLtOrder_t;

typedef enum {
  MUBLASLT_MATRIX_LAYOUT_TYPE = 0,
  MUBLASLT_MATRIX_LAYOUT_ORDER = 1,
  MUBLASLT_MATRIX_LAYOUT_ROWS = 2,
  MUBLASLT_MATRIX_LAYOUT_COLS = 3,
  MUBLASLT_MATRIX_LAYOUT_LD = 4,
  MUBLASLT_MATRIX_LAYOUT_BATCH_COUNT = 5,
  MUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET = 6,
  MUBLASLT_MATRIX_LAYOUT_PLANE_OFFSET = 7
} mublasLtMatrixLayoutAttribute_t;

typedef enum {
  MUBLASLT_MATMUL_DESC_COMPUTE_TYPE = 0,
  MUBLASLT_MATMUL_DESC_SCALE_TYPE = 1,
  MUBLASLT_MATMUL_DESC_POINTER_MODE = 2,
  MUBLASLT_MATMUL_DESC_TRANSA = 3,
  MUBLASLT_MATMUL_DESC_TRANSB = 4,
  MUBLASLT_MATMUL_DESC_TRANSC = 5,
  MUBLASLT_MATMUL_DESC_FILL_MODE = 6,
  MUBLASLT_MATMUL_DESC_EPILOGUE = 7,
  MUBLASLT_MATMUL_DESC_BIAS_POINTER = 8,
  MUBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE = 10,
  MUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER = 11,
  MUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD = 12,
  MUBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE = 13,
  MUBLASLT_MATMUL_DESC_ALPHA_VECTOR_BATCH_STRIDE = 14,
  MUBLASLT_MATMUL_DESC_SM_COUNT_TARGET = 15,
  MUBLASLT_MATMUL_DESC_A_SCALE_POINTER = 17,
  MUBLASLT_MATMUL_DESC_B_SCALE_POINTER = 18,
  MUBLASLT_MATMUL_DESC_C_SCALE_POINTER = 19,
  MUBLASLT_MATMUL_DESC_D_SCALE_POINTER = 20,
  MUBLASLT_MATMUL_DESC_AMAX_D_POINTER = 21,
  MUBLASLT_MATMUL_DESC_EPILOGUE_AUX_DATA_TYPE = 22,
  MUBLASLT_MATMUL_DESC_EPILOGUE_AUX_SCALE_POINTER = 23,
  MUBLASLT_MATMUL_DESC_EPILOGUE_AUX_AMAX_POINTER = 24,
  MUBLASLT_MATMUL_DESC_FAST_ACCUM = 25,
  MUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE = 26
} mublasLtMatmulDescAttributes_t;

typedef enum {
  MUBLASLT_MATRIX_TRANSFORM_DESC_SCALE_TYPE,
  MUBLASLT_MATRIX_TRANSFORM_DESC_POINTER_MODE,
  MUBLASLT_MATRIX_TRANSFORM_DESC_TRANSA,
  MUBLASLT_MATRIX_TRANSFORM_DESC_TRANSB
} mublasLtMatrixTransformDescAttributes_t;

typedef enum {
  MUBLASLT_REDUCTION_SCHEME_NONE = 0,
  MUBLASLT_REDUCTION_SCHEME_INPLACE = 1,
  MUBLASLT_REDUCTION_SCHEME_COMPUTE_TYPE = 2,
  MUBLASLT_REDUCTION_SCHEME_OUTPUT_TYPE = 4,
  MUBLASLT_REDUCTION_SCHEME_MASK = 0x7
} mublasLtReductionScheme_t;

// Work on the product before it is stored. AUX: data that the backward pass needs is stored (or,
// for D..., read) in a second buffer: bits for ReLU, the values before the activation for GELU.
typedef enum {
  MUBLASLT_EPILOGUE_DEFAULT = 1,
  MUBLASLT_EPILOGUE_RELU = 2,
  MUBLASLT_EPILOGUE_RELU_AUX = 2 | 128,
  MUBLASLT_EPILOGUE_BIAS = 4,
  MUBLASLT_EPILOGUE_RELU_BIAS = 2 | 4,
  MUBLASLT_EPILOGUE_RELU_AUX_BIAS = 2 | 128 | 4,
  MUBLASLT_EPILOGUE_DRELU = 8 | 128,
  MUBLASLT_EPILOGUE_DRELU_BGRAD = 8 | 128 | 16,
  MUBLASLT_EPILOGUE_GELU = 32,
  MUBLASLT_EPILOGUE_GELU_AUX = 32 | 128,
  MUBLASLT_EPILOGUE_GELU_BIAS = 32 | 4,
  MUBLASLT_EPILOGUE_GELU_AUX_BIAS = 32 | 128 | 4,
  MUBLASLT_EPILOGUE_DGELU = 64 | 128,
  MUBLASLT_EPILOGUE_DGELU_BGRAD = 64 | 128 | 16,
  MUBLASLT_EPILOGUE_BGRADA = 256,
  MUBLASLT_EPILOGUE_BGRADB = 512
} mublasLtEpilogue_t;

typedef enum {
  MUBLASLT_SEARCH_BEST_FIT = 0,
  MUBLASLT_SEARCH_LIMITED_BY_ALGO_ID = 1,
  MUBLASLT_SEARCH_RESERVED_02 = 2,
  MUBLASLT_SEARCH_RESERVED_03 = 3,
  MUBLASLT_SEARCH_RESERVED_04 = 4,
  MUBLASLT_SEARCH_RESERVED_05 = 5
} mublasLtMatmulSearch_t;

typedef enum {
  MUBLASLT_MATMUL_PREF_SEARCH_MODE = 0,
  MUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES = 1,
  MUBLASLT_MATMUL_PREF_MATH_MODE_MASK = 2,
  MUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK = 3,
  MUBLASLT_MATMUL_PREF_GAUSSIAN_MODE_MASK = 4,
  MUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES = 5,
  MUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES = 6,
  MUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES = 7,
  MUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES = 8,
  MUBLASLT_MATMUL_PREF_MAX_WAVES_COUNT = 9,
  MUBLASLT_MATMUL_PREF_POINTER_MODE_MASK = 10,
  MUBLASLT_MATMUL_PREF_EPILOGUE_MASK = 11,
  MUBLASLT_MATMUL_PREF_IMPL_MASK = 12,
  MUBLASLT_MATMUL_PREF_SM_COUNT_TARGET = 13
} mublasLtMatmulPreferenceAttributes_t;

typedef struct {
  mublasLtMatmulAlgo_t algo;
  size_t workspaceSize;
  mublasStatus_t state;
  float wavesCount;
  int reserved[4];
} mublasLtMatmulHeuristicResult_t;

typedef enum {
  MUBLASLT_ALGO_CAP_SPLITK_SUPPORT = 0,
  MUBLASLT_ALGO_CAP_REDUCTION_SCHEME_MASK = 1,
  MUBLASLT_ALGO_CAP_CTA_SWIZZLING_SUPPORT = 2,
  MUBLASLT_ALGO_CAP_STRIDED_BATCH_SUPPORT = 3,
  MUBLASLT_ALGO_CAP_OUT_OF_PLACE_RESULT_SUPPORT = 4,
  MUBLASLT_ALGO_CAP_UPLO_SUPPORT = 5,
  MUBLASLT_ALGO_CAP_TILE_IDS = 6,
  MUBLASLT_ALGO_CAP_CUSTOM_OPTION_MAX = 7,
  MUBLASLT_ALGO_CAP_MATHMODE_IMPL = 8,
  MUBLASLT_ALGO_CAP_GAUSSIAN_IMPL = 9,
  MUBLASLT_ALGO_CAP_CUSTOM_MEMORY_ORDER = 10,
  MUBLASLT_ALGO_CAP_POINTER_MODE_MASK = 11,
  MUBLASLT_ALGO_CAP_EPILOGUE_MASK = 12,
  MUBLASLT_ALGO_CAP_STAGES_IDS = 13,
  MUBLASLT_ALGO_CAP_LD_NEGATIVE = 14,
  MUBLASLT_ALGO_CAP_NUMERICAL_IMPL_FLAGS = 15,
  MUBLASLT_ALGO_CAP_MIN_ALIGNMENT_A_BYTES = 16,
  MUBLASLT_ALGO_CAP_MIN_ALIGNMENT_B_BYTES = 17,
  MUBLASLT_ALGO_CAP_MIN_ALIGNMENT_C_BYTES = 18,
  MUBLASLT_ALGO_CAP_MIN_ALIGNMENT_D_BYTES = 19
} mublasLtMatmulAlgoCapAttributes_t;

typedef enum {
  MUBLASLT_ALGO_CONFIG_ID = 0,
  MUBLASLT_ALGO_CONFIG_TILE_ID = 1,
  MUBLASLT_ALGO_CONFIG_SPLITK_NUM = 2,
  MUBLASLT_ALGO_CONFIG_REDUCTION_SCHEME = 3,
  MUBLASLT_ALGO_CONFIG_CTA_SWIZZLING = 4,
  MUBLASLT_ALGO_CONFIG_CUSTOM_OPTION = 5,
  MUBLASLT_ALGO_CONFIG_STAGES_ID = 6,
  MUBLASLT_ALGO_CONFIG_INNER_SHAPE_ID = 7,
  MUBLASLT_ALGO_CONFIG_CLUSTER_SHAPE_ID = 8
} mublasLtMatmulAlgoConfigAttributes_t;

typedef void (*mublasLtLoggerCallback_t)(int logLevel, const char* functionName,
                                         const char* message);

// Handles, versions, texts. A mublasHandle_t is a handle of this library as well.
MUBLASAPI mublasStatus_t mublasLtCreate(mublasLtHandle_t* lightHandle);
MUBLASAPI mublasStatus_t mublasLtDestroy(mublasLtHandle_t lightHandle);
MUBLASAPI const char* mublasLtGetStatusName(mublasStatus_t status);
MUBLASAPI const char* mublasLtGetStatusString(mublasStatus_t status);
MUBLASAPI size_t mublasLtGetVersion(void);
MUBLASAPI size_t mublasLtGetCudartVersion(void);
MUBLASAPI size_t mublasLtGetMusartVersion(void);
MUBLASAPI mublasStatus_t mublasLtGetProperty(libraryPropertyType type, int* value);
MUBLASAPI mublasStatus_t mublasLtHeuristicsCacheGetCapacity(size_t* capacity);
MUBLASAPI mublasStatus_t mublasLtHeuristicsCacheSetCapacity(size_t capacity);
MUBLASAPI unsigned mublasLtDisableCpuInstructionsSetMask(unsigned mask);

// D = epilogue(alpha op(A) op(B) + beta C)
MUBLASAPI mublasStatus_t mublasLtMatmul(mublasLtHandle_t lightHandle,
                                        mublasLtMatmulDesc_t computeDesc, const void* alpha,
                                        const void* A, mublasLtMatrixLayout_t Adesc, const void* B,
                                        mublasLtMatrixLayout_t Bdesc, const void* beta,
                                        const void* C, mublasLtMatrixLayout_t Cdesc, void* D,
                                        mublasLtMatrixLayout_t Ddesc,
                                        const mublasLtMatmulAlgo_t* algo, void* workspace,
                                        size_t workspaceSizeInBytes, musaStream_t stream);
// C = alpha op(A) + beta op(B), between types and layouts
MUBLASAPI mublasStatus_t mublasLtMatrixTransform(
    mublasLtHandle_t lightHandle, mublasLtMatrixTransformDesc_t transformDesc, const void* alpha,
    const void* A, mublasLtMatrixLayout_t Adesc, const void* beta, const void* B,
    mublasLtMatrixLayout_t Bdesc, void* C, mublasLtMatrixLayout_t Cdesc, musaStream_t stream);

MUBLASAPI mublasStatus_t mublasLtMatrixLayoutInit_internal(mublasLtMatrixLayout_t matLayout,
                                                           size_t size, musaDataType_t type,
                                                           uint64_t rows, uint64_t cols,
                                                           int64_t ld);
static inline mublasStatus_t mublasLtMatrixLayoutInit(mublasLtMatrixLayout_t matLayout,
                                                      musaDataType_t type, uint64_t rows,
                                                      uint64_t cols, int64_t ld) {
  return mublasLtMatrixLayoutInit_internal(matLayout, sizeof(*matLayout), type, rows, cols, ld);
}
MUBLASAPI mublasStatus_t mublasLtMatrixLayoutCreate(mublasLtMatrixLayout_t* matLayout,
                                                    musaDataType_t type, uint64_t rows,
                                                    uint64_t cols, int64_t ld);
MUBLASAPI mublasStatus_t mublasLtMatrixLayoutDestroy(mublasLtMatrixLayout_t matLayout);
MUBLASAPI mublasStatus_t mublasLtMatrixLayoutSetAttribute(mublasLtMatrixLayout_t matLayout,
                                                          mublasLtMatrixLayoutAttribute_t attr,
                                                          const void* buf, size_t sizeInBytes);
MUBLASAPI mublasStatus_t mublasLtMatrixLayoutGetAttribute(mublasLtMatrixLayout_t matLayout,
                                                          mublasLtMatrixLayoutAttribute_t attr,
                                                          void* buf, size_t sizeInBytes,
                                                          size_t* sizeWritten);

MUBLASAPI mublasStatus_t mublasLtMatmulDescInit_internal(mublasLtMatmulDesc_t matmulDesc,
                                                         size_t size,
                                                         mublasComputeType_t computeType,
                                                         musaDataType_t scaleType);
static inline mublasStatus_t mublasLtMatmulDescInit(mublasLtMatmulDesc_t matmulDesc,
                                                    mublasComputeType_t computeType,
                                                    musaDataType_t scaleType) {
  return mublasLtMatmulDescInit_internal(matmulDesc, sizeof(*matmulDesc), computeType, scaleType);
}
MUBLASAPI mublasStatus_t mublasLtMatmulDescCreate(mublasLtMatmulDesc_t* matmulDesc,
                                                  mublasComputeType_t computeType,
                                                  musaDataType_t scaleType);
MUBLASAPI mublasStatus_t mublasLtMatmulDescDestroy(mublasLtMatmulDesc_t matmulDesc);
MUBLASAPI mublasStatus_t mublasLtMatmulDescSetAttribute(mublasLtMatmulDesc_t matmulDesc,
                                                        mublasLtMatmulDescAttributes_t attr,
                                                        const void* buf, size_t sizeInBytes);
MUBLASAPI mublasStatus_t mublasLtMatmulDescGetAttribute(mublasLtMatmulDesc_t matmulDesc,
                                                        mublasLtMatmulDescAttributes_t attr,
                                                        void* buf, size_t sizeInBytes,
                                                        size_t* sizeWritten);

MUBLASAPI mublasStatus_t mublasLtMatrixTransformDescInit_internal(
    mublasLtMatrixTransformDesc_t transformDesc, size_t size, musaDataType_t scaleType);
static inline mublasStatus_t mublasLtMatrixTransformDescInit(
    mublasLtMatrixTransformDesc_t transformDesc, musaDataType_t scaleType) {
  return mublasLtMatrixTransformDescInit_internal(transformDesc, sizeof(*transformDesc), scaleType);
}
MUBLASAPI mublasStatus_t mublasLtMatrixTransformDescCreate(
    mublasLtMatrixTransformDesc_t* transformDesc, musaDataType_t scaleType);
MUBLASAPI mublasStatus_t
mublasLtMatrixTransformDescDestroy(mublasLtMatrixTransformDesc_t transformDesc);
MUBLASAPI mublasStatus_t mublasLtMatrixTransformDescSetAttribute(
    mublasLtMatrixTransformDesc_t transformDesc, mublasLtMatrixTransformDescAttributes_t attr,
    const void* buf, size_t sizeInBytes);
MUBLASAPI mublasStatus_t mublasLtMatrixTransformDescGetAttribute(
    mublasLtMatrixTransformDesc_t transformDesc, mublasLtMatrixTransformDescAttributes_t attr,
    void* buf, size_t sizeInBytes, size_t* sizeWritten);

MUBLASAPI mublasStatus_t mublasLtMatmulPreferenceInit_internal(mublasLtMatmulPreference_t pref,
                                                               size_t size);
static inline mublasStatus_t mublasLtMatmulPreferenceInit(mublasLtMatmulPreference_t pref) {
  return mublasLtMatmulPreferenceInit_internal(pref, sizeof(*pref));
}
MUBLASAPI mublasStatus_t mublasLtMatmulPreferenceCreate(mublasLtMatmulPreference_t* pref);
MUBLASAPI mublasStatus_t mublasLtMatmulPreferenceDestroy(mublasLtMatmulPreference_t pref);
MUBLASAPI mublasStatus_t mublasLtMatmulPreferenceSetAttribute(
    mublasLtMatmulPreference_t pref, mublasLtMatmulPreferenceAttributes_t attr, const void* buf,
    size_t sizeInBytes);
MUBLASAPI mublasStatus_t mublasLtMatmulPreferenceGetAttribute(
    mublasLtMatmulPreference_t pref, mublasLtMatmulPreferenceAttributes_t attr, void* buf,
    size_t sizeInBytes, size_t* sizeWritten);

// Algorithms. The simulator has one, number 0, which needs no workspace.
MUBLASAPI mublasStatus_t mublasLtMatmulAlgoGetHeuristic(
    mublasLtHandle_t lightHandle, mublasLtMatmulDesc_t operationDesc, mublasLtMatrixLayout_t Adesc,
    mublasLtMatrixLayout_t Bdesc, mublasLtMatrixLayout_t Cdesc, mublasLtMatrixLayout_t Ddesc,
    mublasLtMatmulPreference_t preference, int requestedAlgoCount,
    mublasLtMatmulHeuristicResult_t heuristicResultsArray[], int* returnAlgoCount);
MUBLASAPI mublasStatus_t mublasLtMatmulAlgoGetIds(mublasLtHandle_t lightHandle,
                                                  mublasComputeType_t computeType,
                                                  musaDataType_t scaleType, musaDataType_t Atype,
                                                  musaDataType_t Btype, musaDataType_t Ctype,
                                                  musaDataType_t Dtype, int requestedAlgoCount,
                                                  int algoIdsArray[], int* returnAlgoCount);
MUBLASAPI mublasStatus_t mublasLtMatmulAlgoInit(mublasLtHandle_t lightHandle,
                                                mublasComputeType_t computeType,
                                                musaDataType_t scaleType, musaDataType_t Atype,
                                                musaDataType_t Btype, musaDataType_t Ctype,
                                                musaDataType_t Dtype, int algoId,
                                                mublasLtMatmulAlgo_t* algo);
MUBLASAPI mublasStatus_t mublasLtMatmulAlgoCheck(
    mublasLtHandle_t lightHandle, mublasLtMatmulDesc_t operationDesc, mublasLtMatrixLayout_t Adesc,
    mublasLtMatrixLayout_t Bdesc, mublasLtMatrixLayout_t Cdesc, mublasLtMatrixLayout_t Ddesc,
    const mublasLtMatmulAlgo_t* algo, mublasLtMatmulHeuristicResult_t* result);
MUBLASAPI mublasStatus_t mublasLtMatmulAlgoCapGetAttribute(const mublasLtMatmulAlgo_t* algo,
                                                           mublasLtMatmulAlgoCapAttributes_t attr,
                                                           void* buf, size_t sizeInBytes,
                                                           size_t* sizeWritten);
MUBLASAPI mublasStatus_t mublasLtMatmulAlgoConfigSetAttribute(
    mublasLtMatmulAlgo_t* algo, mublasLtMatmulAlgoConfigAttributes_t attr, const void* buf,
    size_t sizeInBytes);
MUBLASAPI mublasStatus_t mublasLtMatmulAlgoConfigGetAttribute(
    const mublasLtMatmulAlgo_t* algo, mublasLtMatmulAlgoConfigAttributes_t attr, void* buf,
    size_t sizeInBytes, size_t* sizeWritten);

// The log of calls: levels from 0 (off) to 5 (every call), masks with a bit for each level.
MUBLASAPI mublasStatus_t mublasLtLoggerSetCallback(mublasLtLoggerCallback_t callback);
MUBLASAPI mublasStatus_t mublasLtLoggerSetFile(FILE* file);
MUBLASAPI mublasStatus_t mublasLtLoggerOpenFile(const char* logFile);
MUBLASAPI mublasStatus_t mublasLtLoggerSetLevel(int level);
MUBLASAPI mublasStatus_t mublasLtLoggerSetMask(int mask);
MUBLASAPI mublasStatus_t mublasLtLoggerForceDisable(void);

#ifdef __cplusplus
}
#endif

#endif  // MUBLASLT_H_
