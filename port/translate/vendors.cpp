// The lists of vendor macros.
#include "vendors.h"

#include <algorithm>
#include <iterator>

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

constexpr std::string_view kMusa[] = {"USE_MUSA",      "__MUSA__",     "__MUSACC__",
                                      "__MUSA_ARCH__", "MUSA_VERSION", "MUSART_VERSION",
                                      "WITH_MUSA",     "ENABLE_MUSA",  "TORCH_MUSA_VERSION"};
// The ends of names that begin with that of a project.
constexpr std::string_view kMusaEnds[] = {"_USE_MUSA", "_WITH_MUSA", "_ENABLE_MUSA"};

constexpr std::string_view kVersions[] = {
    "CUDA_VERSION",     "CUDART_VERSION",       "__CUDART_API_VERSION", "__CUDACC_VER_MAJOR__",
    "__CUDACC_VER__",   "__CUDACC_VER_BUILD__", "__CUDACC_VER_MINOR__", "__CUDA_API_VERSION",
    "CUB_VERSION",      "THRUST_VERSION",       "CUPTI_API_VERSION",    "CUTENSOR_VERSION",
    "NCCL_VERSION",     "NCCL_VERSION_CODE",    "NCCL_MAJOR",           "NCCL_MINOR",
    "NCCL_PATCH",       "CUDNN_VERSION",        "CUDNN_MAJOR",          "CUDNN_MINOR",
    "CUDNN_PATCHLEVEL", "CUTENSOR_MAJOR",       "CUTENSOR_MINOR",       "CUTENSOR_PATCH",
    "NVRTC_VERSION",    "NVTX_VERSION",         "CUTLASS_VERSION",      "CUTLASS_MAJOR",
    "CUTLASS_MINOR",    "CUTLASS_PATCH"};

// CUBLAS_VERSION, CUBLAS_VER_MAJOR, ...
constexpr std::string_view kVersionedLibraries[] = {"CUBLAS", "CUSPARSE", "CUSOLVER",
                                                    "CUFFT",  "CURAND",   "CUBLASLT"};
constexpr std::string_view kVersionEnds[] = {"_VERSION", "_VER_MAJOR", "_VER_MINOR", "_VER_PATCH",
                                             "_VER_BUILD"};

constexpr std::string_view kArchitectures[] = {"__CUDA_ARCH_LIST__", "__CUDA_ARCH_SPECIFIC__",
                                               "__CUDA_ARCH_FAMILY_SPECIFIC__"};

bool is_library_version(std::string_view name) {
  const std::size_t end = name.find('_');
  return end != std::string_view::npos && is_one_of(kVersionedLibraries, name.substr(0, end)) &&
         is_one_of(kVersionEnds, name.substr(end));
}

}  // namespace

bool is_rocm_macro(std::string_view name) { return is_one_of(kRocm, name); }
bool is_musa_macro(std::string_view name) {
  return is_one_of(kMusa, name) ||
         std::any_of(std::begin(kMusaEnds), std::end(kMusaEnds), [name](std::string_view end) {
           return name.size() > end.size() && name.substr(name.size() - end.size()) == end;
         });
}
bool is_version_macro(std::string_view name) {
  return is_one_of(kVersions, name) || is_library_version(name);
}
bool is_architecture_macro(std::string_view name) { return is_one_of(kArchitectures, name); }

}  // namespace torchada::port
