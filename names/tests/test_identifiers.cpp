// Free identifiers: rows, rules, lists of names, and what is no name of CUDA.
#include <string>

#include "check.h"
#include "expect.h"

using namespace torchada::names;
using torchada::names::testing::outcome;

TEST(functions_of_the_runtime_are_renamed_by_a_rule) {
  CHECK(outcome(translate("cudaMalloc")) == "musaMalloc");
  CHECK(outcome(translate("cudaMemcpyHostToDevice")) == "musaMemcpyHostToDevice");
  CHECK(outcome(translate("cudaStream_t")) == "musaStream_t");
}

TEST(rules_hold_beyond_the_lists) {
  const std::optional<Translation> unheard = translate("cudaSomethingNobodyListed");
  CHECK(outcome(unheard) == "musaSomethingNobodyListed");
  CHECK(unheard->evidence == Evidence::rule);
  CHECK(!unheard->known);
}

TEST(evidence_says_where_the_name_was_seen) {
  CHECK(translate("cudaMalloc")->evidence == Evidence::seen);
  CHECK(translate("cudaMalloc")->known);
  CHECK(translate("cudaMalloc")->kind == Kind::function);
  CHECK(translate("cudaMalloc")->library == Library::cudart);
  CHECK(translate("CUBLAS_STATUS_NOT_SUPPORTED")->evidence == Evidence::conflicting);
  CHECK(!translate("CUBLAS_STATUS_NOT_SUPPORTED")->why.empty());
}

TEST(the_longest_beginning_decides) {
  CHECK(translate("cublasLtMatmul")->library == Library::cublaslt);
  CHECK(translate("cublasSgemm")->library == Library::cublas);
  CHECK(translate("cuMemAlloc")->library == Library::driver);
  CHECK(outcome(translate("cusparseLtMatmul")) == "<unsupported>");
  CHECK(outcome(translate("cusparseSpMM")) == "musparseSpMM");
}

TEST(words_inside_a_name_are_replaced) {
  CHECK(outcome(translate("cudaDeviceGetNvSciSyncAttributes")) ==
        "musaDeviceGetMtSciSyncAttributes");
  CHECK(outcome(translate("CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_WITH_CUDA_VMM_SUPPORTED")) ==
        "MU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_WITH_MUSA_VMM_SUPPORTED");
  CHECK(outcome(translate("cusolverDnCungqr")) == "musolverDnCungqr");
}

TEST(names_of_aten_are_translated_only_when_listed) {
  CHECK(outcome(translate("getCurrentCUDAStream")) == "getCurrentMUSAStream");
  CHECK(outcome(translate("CUDAGuard")) == "MUSAGuard");
  CHECK(outcome(translate("CUDAThingOfAProgram")) == "<none>");
  CHECK(outcome(translate("C10_CUDA_CHECK")) == "C10_MUSA_CHECK");
  CHECK(outcome(translate("MY_CUDA_CHECK")) == "<none>");
}

TEST(there_is_no_kMUSA) { CHECK(outcome(translate("kCUDA")) == "kPrivateUse1"); }

TEST(other_identifiers_are_none) {
  for (std::string_view name :
       {"", "c", "cu", "count", "cuda", "CUDA", "current", "custom_op", "is_cuda", "mycudaMalloc",
        "checkCudaErrors", "musaMalloc", "cudamalloc", "std", "cutlass_scaled_mm", "nccl_comm"})
    CHECK(outcome(translate(name)) == "<none>");
}

TEST(names_of_the_language_are_kept) {
  for (std::string_view name : {"__global__", "threadIdx", "dim3", "__shfl_sync", "__half"})
    CHECK(outcome(translate(name)) == "<kept>");
}

TEST(unsupported_names_say_why_and_what_instead) {
  const std::optional<Translation> convolution = translate("cudnnConvolutionForward");
  CHECK(outcome(convolution) == "<unsupported>");
  CHECK(convolution->musa == "cudnnConvolutionForward");
  CHECK(convolution->why.find("muDNN") != std::string_view::npos);
  CHECK(convolution->instead.find("musa::dnn") != std::string_view::npos);
  CHECK(outcome(translate("cudnnCreate")) == "mudnnCreate");
}

TEST(a_very_long_name_is_a_name) {
  const std::string tail(5000, 'x');
  CHECK(outcome(translate("cudaX" + tail)) == "musaX" + tail);
  CHECK(outcome(translate("x" + tail)) == "<none>");
}

TEST_MAIN()
