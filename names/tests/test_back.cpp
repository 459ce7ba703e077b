// The way back, from MUSA names to CUDA's.
#include "check.h"
#include "expect.h"

using namespace torchada::names;
using torchada::names::testing::outcome;

TEST(names_of_rules_go_back_by_the_rule) {
  CHECK(outcome(translate_back("musaMalloc")) == "cudaMalloc");
  CHECK(outcome(translate_back("muMemAlloc")) == "cuMemAlloc");
  CHECK(outcome(translate_back("MUBLAS_OP_N")) == "CUBLAS_OP_N");
  CHECK(outcome(translate_back("musaDeviceGetMtSciSyncAttributes")) ==
        "cudaDeviceGetNvSciSyncAttributes");
}

TEST(names_of_words_go_back_when_they_are_listed) {
  CHECK(outcome(translate_back("MUSAGuard")) == "CUDAGuard");
  CHECK(outcome(translate_back("MUSAThingOfAProgram")) == "<none>");
}

TEST(several_sources_are_all_named) {
  CHECK(outcome(translate_back("__half")) == "__half nv_half __nv_half");
  CHECK(outcome(translate_header_back("mublas.h")) == "cublas_v2.h cublas.h");
}

TEST(the_usual_source_comes_first) {
  CHECK(outcome(translate_back("__MUSACC__")) == "__CUDACC__ __NVCC__");
  CHECK(outcome(translate_back("MUBLAS_TENSOR_OP_MATH")) ==
        "CUBLAS_TENSOR_OP_MATH CUBLAS_TF32_TENSOR_OP_MATH");
}

TEST(qualified_names) {
  CHECK(outcome(translate_qualified_back("at::musa::getCurrentMUSAStream")) ==
        "at::cuda::getCurrentCUDAStream");
  CHECK(outcome(translate_qualified_back("c10::DeviceType::PrivateUse1")) ==
        "c10::DeviceType::CUDA");
  CHECK(outcome(translate_qualified_back("at::MUSAGeneratorImpl")) == "at::CUDAGeneratorImpl");
  CHECK(outcome(translate_qualified_back("::musaFree")) == "::cudaFree");
  CHECK(outcome(translate_qualified_back("mutlass::half_t")) == "cutlass::half_t");
  CHECK(outcome(translate_qualified_back("at::Tensor")) == "<none>");
  CHECK(outcome(translate_qualified_back("std::max")) == "<none>");
}

TEST(other_kinds) {
  CHECK(outcome(translate_member_back("is_privateuseone")) == "is_cuda");
  CHECK(outcome(translate_library_back("libmusart.so")) == "libcudart.so");
  CHECK(outcome(translate_key_back("PrivateUse1")) == "CUDA");
  CHECK(outcome(translate_suffix_back(".mu")) == ".cu");
  CHECK(outcome(translate_flag_back("-U__MUSA_NO_HALF_OPERATORS__")) ==
        "-U__CUDA_NO_HALF_OPERATORS__");
  CHECK(outcome(translate_environment_back("MUSA_VISIBLE_DEVICES")) == "CUDA_VISIBLE_DEVICES");
  CHECK(outcome(translate_tool_back("mcc")) == "nvcc");
}

TEST(what_is_not_musas_has_no_source) {
  for (std::string_view name : {"", "m", "count", "musa", "mutable", "cudaMalloc", "threadIdx"})
    CHECK(outcome(translate_back(name)) == "<none>");
}

TEST_MAIN()
