// Algorithms of muBLASLt: there is one, number 0, for all that is supported.
#include "mublasLt/call.h"
#include "mublasLt/layout.h"
#include "mublasLt/matmul.h"

namespace musasim::lt {
namespace {

#define MUSASIM_ATTRIBUTE(ID, MEMBER) \
  Attribute { ID, offsetof(Algo, MEMBER), sizeof(Algo::MEMBER) }
constexpr Attribute kConfig[] = {
    MUSASIM_ATTRIBUTE(MUBLASLT_ALGO_CONFIG_ID, id),
    MUSASIM_ATTRIBUTE(MUBLASLT_ALGO_CONFIG_TILE_ID, tile),
    MUSASIM_ATTRIBUTE(MUBLASLT_ALGO_CONFIG_SPLITK_NUM, split_k),
    MUSASIM_ATTRIBUTE(MUBLASLT_ALGO_CONFIG_REDUCTION_SCHEME, reduction),
    MUSASIM_ATTRIBUTE(MUBLASLT_ALGO_CONFIG_CTA_SWIZZLING, swizzle),
    MUSASIM_ATTRIBUTE(MUBLASLT_ALGO_CONFIG_CUSTOM_OPTION, custom),
    MUSASIM_ATTRIBUTE(MUBLASLT_ALGO_CONFIG_STAGES_ID, stages),
    MUSASIM_ATTRIBUTE(MUBLASLT_ALGO_CONFIG_INNER_SHAPE_ID, inner_shape),
    MUSASIM_ATTRIBUTE(MUBLASLT_ALGO_CONFIG_CLUSTER_SHAPE_ID, cluster_shape),
};
#undef MUSASIM_ATTRIBUTE
constexpr std::size_t kConfigCount = sizeof kConfig / sizeof kConfig[0];

void put_algo(mublasLtMatmulAlgo_t* to, const Algo& algo) {
  *to = mublasLtMatmulAlgo_t{};
  std::memcpy(to, &algo, sizeof algo);
}

void put_result(mublasLtMatmulHeuristicResult_t* to, const Algo& algo) {
  *to = mublasLtMatmulHeuristicResult_t{};
  put_algo(&to->algo, algo);
  to->state = MUBLAS_STATUS_SUCCESS;
  to->wavesCount = 1;
}

// The types of a product without shapes go together.
Status check_types(mublasComputeType_t compute, musaDataType_t scale, musaDataType_t a,
                   musaDataType_t b, musaDataType_t c, musaDataType_t d) {
  mublasLtMatmulDescOpaque_t desc;
  mublasLtMatrixLayoutOpaque_t layouts[4];
  mublasLtMatmulDescInit(&desc, compute, scale);
  const musaDataType_t types[4] = {a, b, c, d};
  for (int i = 0; i < 4; ++i) {
    mublasLtMatrixLayoutInit(&layouts[i], types[i], 1, 1, 1);
  }
  Plan plan;
  return make_plan(&desc, &layouts[0], &layouts[1], &layouts[2], &layouts[3], &plan);
}

// The abilities of the algorithm, as bits.
std::uint64_t flags() {
  return MUBLASLT_NUMERICAL_IMPL_FLAGS_FMA | MUBLASLT_NUMERICAL_IMPL_FLAGS_ACCUMULATOR_32F |
         MUBLASLT_NUMERICAL_IMPL_FLAGS_INPUT_32F;
}

Status give32(std::uint32_t value, void* to, std::size_t size, std::size_t* written) {
  return give(&value, sizeof value, to, size, written);
}

}  // namespace
}  // namespace musasim::lt

using namespace musasim;
using namespace musasim::lt;

mublasStatus_t mublasLtMatmulAlgoGetHeuristic(
    mublasLtHandle_t lightHandle, mublasLtMatmulDesc_t operationDesc, mublasLtMatrixLayout_t Adesc,
    mublasLtMatrixLayout_t Bdesc, mublasLtMatrixLayout_t Cdesc, mublasLtMatrixLayout_t Ddesc,
    mublasLtMatmulPreference_t preference, int requestedAlgoCount,
    mublasLtMatmulHeuristicResult_t heuristicResultsArray[], int* returnAlgoCount) {
  return public_call(__func__, [&](const ApiCall& call) -> Status {
    if (returnAlgoCount == nullptr) {
      return MUBLAS_STATUS_INVALID_VALUE;
    }
    *returnAlgoCount = 0;
    if (const Status bad = check_handle(call, lightHandle); bad != MUBLAS_STATUS_SUCCESS) {
      return bad;
    }
    Preference wanted;
    if (!contents(preference, &wanted) || requestedAlgoCount < 1 ||
        heuristicResultsArray == nullptr) {
      return MUBLAS_STATUS_INVALID_VALUE;
    }
    Plan plan;
    if (const Status bad = make_plan(operationDesc, Adesc, Bdesc, Cdesc, Ddesc, &plan);
        bad != MUBLAS_STATUS_SUCCESS) {
      return bad;
    }
    put_result(&heuristicResultsArray[0], Algo{});
    *returnAlgoCount = 1;
    return MUBLAS_STATUS_SUCCESS;
  });
}

mublasStatus_t mublasLtMatmulAlgoGetIds(mublasLtHandle_t lightHandle,
                                        mublasComputeType_t computeType, musaDataType_t scaleType,
                                        musaDataType_t Atype, musaDataType_t Btype,
                                        musaDataType_t Ctype, musaDataType_t Dtype,
                                        int requestedAlgoCount, int algoIdsArray[],
                                        int* returnAlgoCount) {
  return public_call(__func__, lightHandle, [&]() -> Status {
    if (requestedAlgoCount < 1 || algoIdsArray == nullptr || returnAlgoCount == nullptr) {
      return MUBLAS_STATUS_INVALID_VALUE;
    }
    *returnAlgoCount = 0;
    const Status types = check_types(computeType, scaleType, Atype, Btype, Ctype, Dtype);
    if (types == MUBLAS_STATUS_SUCCESS) {
      algoIdsArray[0] = 0;
      *returnAlgoCount = 1;
    }
    return types;
  });
}

mublasStatus_t mublasLtMatmulAlgoInit(mublasLtHandle_t lightHandle, mublasComputeType_t computeType,
                                      musaDataType_t scaleType, musaDataType_t Atype,
                                      musaDataType_t Btype, musaDataType_t Ctype,
                                      musaDataType_t Dtype, int algoId,
                                      mublasLtMatmulAlgo_t* algo) {
  return public_call(__func__, lightHandle, [&]() -> Status {
    if (algo == nullptr || algoId != 0) {
      return MUBLAS_STATUS_INVALID_VALUE;
    }
    put_algo(algo, Algo{});
    return check_types(computeType, scaleType, Atype, Btype, Ctype, Dtype);
  });
}

mublasStatus_t mublasLtMatmulAlgoCheck(mublasLtHandle_t lightHandle,
                                       mublasLtMatmulDesc_t operationDesc,
                                       mublasLtMatrixLayout_t Adesc, mublasLtMatrixLayout_t Bdesc,
                                       mublasLtMatrixLayout_t Cdesc, mublasLtMatrixLayout_t Ddesc,
                                       const mublasLtMatmulAlgo_t* algo,
                                       mublasLtMatmulHeuristicResult_t* result) {
  return public_call(__func__, lightHandle, [&]() -> Status {
    if (algo == nullptr || result == nullptr || algo_of(*algo).id != 0) {
      return MUBLAS_STATUS_INVALID_VALUE;
    }
    Plan plan;
    const Status status = make_plan(operationDesc, Adesc, Bdesc, Cdesc, Ddesc, &plan);
    if (status == MUBLAS_STATUS_SUCCESS) {
      put_result(result, algo_of(*algo));
    }
    return status;
  });
}

mublasStatus_t mublasLtMatmulAlgoCapGetAttribute(const mublasLtMatmulAlgo_t* algo,
                                                 mublasLtMatmulAlgoCapAttributes_t attr, void* buf,
                                                 size_t sizeInBytes, size_t* sizeWritten) {
  return public_call(__func__, [&]() -> Status {
    if (algo == nullptr) {
      return MUBLAS_STATUS_INVALID_VALUE;
    }
    const auto answer = [&](std::uint32_t value) {
      return give32(value, buf, sizeInBytes, sizeWritten);
    };
    switch (attr) {
      case MUBLASLT_ALGO_CAP_STRIDED_BATCH_SUPPORT:
      case MUBLASLT_ALGO_CAP_OUT_OF_PLACE_RESULT_SUPPORT:
      case MUBLASLT_ALGO_CAP_CUSTOM_MEMORY_ORDER: return answer(1);
      case MUBLASLT_ALGO_CAP_SPLITK_SUPPORT:
      case MUBLASLT_ALGO_CAP_REDUCTION_SCHEME_MASK:
      case MUBLASLT_ALGO_CAP_CTA_SWIZZLING_SUPPORT:
      case MUBLASLT_ALGO_CAP_UPLO_SUPPORT:
      case MUBLASLT_ALGO_CAP_CUSTOM_OPTION_MAX:
      case MUBLASLT_ALGO_CAP_MATHMODE_IMPL:
      case MUBLASLT_ALGO_CAP_GAUSSIAN_IMPL:
      case MUBLASLT_ALGO_CAP_LD_NEGATIVE: return answer(0);
      case MUBLASLT_ALGO_CAP_TILE_IDS: return answer(MUBLASLT_MATMUL_TILE_UNDEFINED);
      case MUBLASLT_ALGO_CAP_STAGES_IDS: return answer(MUBLASLT_MATMUL_STAGES_UNDEFINED);
      case MUBLASLT_ALGO_CAP_POINTER_MODE_MASK: return answer(31);
      case MUBLASLT_ALGO_CAP_EPILOGUE_MASK: return answer(1023);
      case MUBLASLT_ALGO_CAP_MIN_ALIGNMENT_A_BYTES:
      case MUBLASLT_ALGO_CAP_MIN_ALIGNMENT_B_BYTES:
      case MUBLASLT_ALGO_CAP_MIN_ALIGNMENT_C_BYTES:
      case MUBLASLT_ALGO_CAP_MIN_ALIGNMENT_D_BYTES: return answer(1);
      case MUBLASLT_ALGO_CAP_NUMERICAL_IMPL_FLAGS: {
        const std::uint64_t value = flags();
        return give(&value, sizeof value, buf, sizeInBytes, sizeWritten);
      }
    }
    return MUBLAS_STATUS_INVALID_VALUE;
  });
}

mublasStatus_t mublasLtMatmulAlgoConfigSetAttribute(mublasLtMatmulAlgo_t* algo,
                                                    mublasLtMatmulAlgoConfigAttributes_t attr,
                                                    const void* buf, size_t sizeInBytes) {
  return public_call(__func__, [&]() -> Status {
    // The number is what AlgoInit gave it.
    if (attr == MUBLASLT_ALGO_CONFIG_ID) {
      return MUBLAS_STATUS_INVALID_VALUE;
    }
    return set_attribute(kConfig, kConfigCount, algo, attr, buf, sizeInBytes);
  });
}

mublasStatus_t mublasLtMatmulAlgoConfigGetAttribute(const mublasLtMatmulAlgo_t* algo,
                                                    mublasLtMatmulAlgoConfigAttributes_t attr,
                                                    void* buf, size_t sizeInBytes,
                                                    size_t* sizeWritten) {
  return public_call(__func__, [&]() -> Status {
    return get_attribute(kConfig, kConfigCount, algo, attr, buf, sizeInBytes, sizeWritten);
  });
}
