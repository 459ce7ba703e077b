// The lists of vendor macros.
#include "vendors.h"

#include "words.h"

namespace torchada::port {

namespace {

constexpr std::string_view kRocm[] = {"USE_ROCM",
                                      "USE_HIP",
                                      "__HIP__",
                                      "__HIPCC__",
                                      "__HIP_PLATFORM_AMD__",
                                      "__HIP_PLATFORM_HCC__",
                                      "__HIP_DEVICE_COMPILE__",
                                      "__HIP_ARCH__",
                                      "__HCC__",
                                      "__AMDGCN__",
                                      "HIP_VERSION",
                                      "ROCM_VERSION",
                                      "TORCH_HIP_VERSION",
                                      "__ROCM_ARCH__",
                                      "GGML_USE_HIP",
                                      "GGML_USE_HIPBLAS",
                                      "BUILD_ROCM",
                                      "ENABLE_ROCM",
                                      "IS_ROCM",
                                      "__AMD__",
                                      "HIP_ENABLE_WARP_SYNC_BUILTINS"};

constexpr std::string_view kMusa[] = {"USE_MUSA",         "__MUSA__",       "__MUSACC__",
                                      "__MUSA_ARCH__",    "MUSA_VERSION",   "MUSART_VERSION",
                                      "WITH_MUSA",        "ENABLE_MUSA",    "GGML_USE_MUSA",
                                      "PADDLE_WITH_MUSA", "MMCV_WITH_MUSA", "TORCH_MUSA_VERSION"};

constexpr std::string_view kVersions[] = {"CUDA_VERSION",
                                          "CUDART_VERSION",
                                          "__CUDACC_VER_MAJOR__",
                                          "__CUDACC_VER_MINOR__",
                                          "__CUDACC_VER_BUILD__",
                                          "__CUDA_API_VERSION",
                                          "CUDNN_VERSION",
                                          "CUDNN_MAJOR",
                                          "CUBLAS_VERSION",
                                          "CUBLAS_VER_MAJOR",
                                          "CUSPARSE_VERSION",
                                          "CUSOLVER_VERSION",
                                          "CUFFT_VERSION",
                                          "CUB_VERSION",
                                          "THRUST_VERSION",
                                          "NCCL_VERSION_CODE",
                                          "NCCL_MAJOR"};

}  // namespace

bool is_rocm_macro(std::string_view name) { return is_one_of(kRocm, name); }
bool is_musa_macro(std::string_view name) { return is_one_of(kMusa, name); }
bool is_version_macro(std::string_view name) { return is_one_of(kVersions, name); }

}  // namespace torchada::port
