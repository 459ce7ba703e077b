// Names with `::` in them.
#include "check.h"
#include "expect.h"

using namespace torchada::names;
using torchada::names::testing::outcome;

TEST(the_longest_beginning_with_a_row_counts) {
  CHECK(outcome(translate_qualified("at::cuda::getCurrentCUDAStream")) ==
        "at::musa::getCurrentMUSAStream");
  CHECK(outcome(translate_qualified("torch::cuda::nccl::detail")) == "torch::musa::mccl::detail");
  CHECK(outcome(translate_qualified("cuda::std::numeric_limits")) == "musa::std::numeric_limits");
  CHECK(outcome(translate_qualified("cuda::ptx::cp_async_bulk")) == "<unsupported>");
}

TEST(components_behind_a_namespace_are_names_of_their_own) {
  CHECK(outcome(translate_qualified("cutlass::cutlassGetStatusString")) ==
        "mutlass::mutlassGetStatusString");
  CHECK(outcome(translate_qualified("at::cuda::detail::CUDA_NUM_THREADS")) ==
        "at::musa::detail::MUSA_NUM_THREADS");
  CHECK(outcome(translate_qualified("at::CUDAGeneratorImpl")) == "at::MUSAGeneratorImpl");
}

TEST(names_of_nvidias_architectures_are_unsupported) {
  CHECK(outcome(translate_qualified("cute::SM80_CP_ASYNC_CACHEALWAYS")) == "<unsupported>");
  CHECK(outcome(translate_qualified("cute::SM80_CP_ASYNC::copy")) == "<unsupported>");
  CHECK(outcome(translate_qualified("cutlass::arch::Sm90")) == "<unsupported>");
  CHECK(translate_qualified("::cutlass::arch::Sm90")->musa == "::cutlass::arch::Sm90");
  CHECK(outcome(translate_qualified("cutlass::arch::OpClassSimt")) == "mutlass::arch::OpClassSimt");
}

TEST(the_device_type_is_private_use) {
  for (std::string_view scope : {"at::", "c10::", "torch::"}) {
    const std::string name(scope);
    CHECK(outcome(translate_qualified(name + "kCUDA")) == name + "kPrivateUse1");
    CHECK(outcome(translate_qualified(name + "DeviceType::CUDA")) ==
          name + "DeviceType::PrivateUse1");
    CHECK(outcome(translate_qualified(name + "DispatchKey::AutogradCUDA")) ==
          name + "DispatchKey::AutogradPrivateUse1");
  }
  CHECK(outcome(translate_qualified("DeviceType::CUDA")) == "DeviceType::PrivateUse1");
  CHECK(outcome(translate_qualified("DeviceType::CPU")) == "<none>");
}

TEST(what_belongs_to_the_program_stays) {
  for (std::string_view name :
       {"at::Tensor", "std::max", "mine::cudaMalloc", "mine::cuda::stream", "torch::nn::Module"})
    CHECK(outcome(translate_qualified(name)) == "<none>");
}

TEST(kept_namespaces_are_kept) {
  CHECK(outcome(translate_qualified("cub::BlockReduce")) == "<kept>");
  CHECK(outcome(translate_qualified("cooperative_groups::this_grid")) == "<kept>");
}

TEST(a_leading_separator_is_kept) {
  CHECK(outcome(translate_qualified("::cudaFree")) == "::musaFree");
  CHECK(outcome(translate_qualified("::at::cuda::CUDAGuard")) == "::at::musa::MUSAGuard");
}

TEST(members_of_cudas_classes_follow_the_class) {
  CHECK(outcome(translate_qualified("CUDAGuard::current")) == "MUSAGuard::current");
}

TEST(single_names_are_found_too) {
  CHECK(outcome(translate_qualified("cuda")) == "musa");
  CHECK(outcome(translate_qualified("cudaMalloc")) == "musaMalloc");
}

TEST(broken_names_are_none) {
  for (std::string_view name : {"", "::", ":::", "x::", "::x::"})
    CHECK(outcome(translate_qualified(name)) == "<none>");
}

TEST(the_first_component_is_a_cheap_question) {
  for (std::string_view name : {"at", "c10", "torch", "cuda", "cutlass", "DeviceType", "CUDAGuard"})
    CHECK(begins_qualified(name));
  for (std::string_view name : {"std", "mine", "", "x"}) CHECK(!begins_qualified(name));
}

TEST_MAIN()
