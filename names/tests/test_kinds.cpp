// Headers, libraries, keys, members, suffixes, flags, variables and tools; spellings.
#include "check.h"
#include "expect.h"

using namespace torchada::names;
using torchada::names::testing::outcome;

TEST(headers_of_the_toolkit) {
  CHECK(outcome(translate_header("cuda_runtime.h")) == "musa_runtime.h");
  CHECK(outcome(translate_header("cuda.h")) == "musa.h");
  CHECK(outcome(translate_header("cublas_v2.h")) == "mublas.h");
  CHECK(outcome(translate_header("curand_kernel.h")) == "murand_kernel.h");
  CHECK(outcome(translate_header("cub/cub.cuh")) == "<kept>");
  CHECK(outcome(translate_header("nvml.h")) == "<unsupported>");
}

TEST(headers_of_aten_and_cutlass) {
  CHECK(outcome(translate_header("ATen/cuda/CUDAContext.h")) ==
        "torch_musa/csrc/aten/musa/MUSAContext.h");
  CHECK(outcome(translate_header("ATen/native/cuda/Loops.cuh")) == "ATen/native/musa/Loops.muh");
  CHECK(outcome(translate_header("c10/cuda/CUDAGuard.h")) == "torch_musa/csrc/core/MUSAGuard.h");
  CHECK(outcome(translate_header("cutlass/gemm/gemm.h")) == "mutlass/gemm/gemm.h");
  CHECK(outcome(translate_header("cute/tensor.hpp")) == "mute/tensor.hpp");
}

TEST(a_programs_own_headers_stay) {
  for (std::string_view name :
       {"helper_cuda.h", "scatter_cuda.h", "utils.cuh", "common/util/cuda_runtime.h", "vector"})
    CHECK(outcome(translate_header(name)) == "<none>");
  CHECK(outcome(translate_header("cutlass_extensions/common.hpp")) == "<kept>");
}

TEST(libraries_lose_cudas_version) {
  CHECK(outcome(translate_library("libcudart.so")) == "libmusart.so");
  CHECK(outcome(translate_library("libcudart.so.12")) == "libmusart.so");
  CHECK(outcome(translate_library("libcuda.so.1")) == "libmusa.so");
  CHECK(outcome(translate_library("libnccl.so.2")) == "libmccl.so");
  CHECK(outcome(translate_library("cublas")) == "mublas");
  CHECK(outcome(translate_library("libnvidia-ml.so.1")) == "<unsupported>");
  CHECK(outcome(translate_library("libm.so.6")) == "<none>");
}

TEST(dispatch_keys) {
  CHECK(outcome(translate_key("CUDA")) == "PrivateUse1");
  CHECK(outcome(translate_key("AutogradCUDA")) == "AutogradPrivateUse1");
  CHECK(outcome(translate_key("CPU")) == "<none>");
}

TEST(members) {
  CHECK(outcome(translate_member("is_cuda")) == "is_privateuseone");
  CHECK(outcome(translate_member("cuda")) == "<kept>");
  CHECK(outcome(translate_member("cudaMalloc")) == "<none>");
}

TEST(suffixes_flags_variables_and_tools) {
  CHECK(outcome(translate_suffix(".cu")) == ".mu");
  CHECK(outcome(translate_suffix(".cuh")) == ".muh");
  CHECK(outcome(translate_suffix(".cpp")) == "<none>");
  CHECK(outcome(translate_flag("-U__CUDA_NO_HALF_OPERATORS__")) == "-U__MUSA_NO_HALF_OPERATORS__");
  CHECK(outcome(translate_flag("--expt-relaxed-constexpr")) == "<unsupported>");
  CHECK(outcome(translate_environment("CUDA_VISIBLE_DEVICES")) == "MUSA_VISIBLE_DEVICES");
  CHECK(outcome(translate_tool("nvcc")) == "mcc");
}

TEST(pythons_names_stay) {
  CHECK(outcome(translate_python("torch.cuda")) == "<kept>");
  CHECK(outcome(translate_python("torch.cuda.synchronize")) == "<kept>");
  CHECK(outcome(translate_python("torch.nn")) == "<none>");
}

TEST(enumerations_are_spelled_as_in_data) {
  CHECK(text(Library::cudart) == "cudart");
  CHECK(text(Library::build) == "build");
  CHECK(text(Kind::name_space) == "namespace");
  CHECK(text(Kind::any) == "any");
  CHECK(text(Status::unsupported) == "unsupported");
  CHECK(text(Evidence::conflicting) == "conflicting");
}

TEST_MAIN()
