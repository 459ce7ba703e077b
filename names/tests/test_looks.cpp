// Identifiers without a translation that look like CUDA's.
#include <string>

#include "check.h"
#include "torchada/names/names.h"

using torchada::names::looks_like_cuda;

TEST(words_of_cuda_anywhere_in_a_name) {
  for (std::string_view name : {"checkCudaErrors", "MY_CUDA_CHECK", "is_cuda", "cuda", "use_cudnn",
                                "nccl_wrapper", "NVTE_CHECK_CUBLAS", "_nccl", "NVIDIA"})
    CHECK(looks_like_cuda(name));
}

TEST(names_that_are_translated_do_not_count) {
  for (std::string_view name : {"cudaMalloc", "ncclAllReduce", "CUBLAS_OP_N", "cudnnCreate"})
    CHECK(!looks_like_cuda(name));
}

TEST(other_names_do_not_look_like_it) {
  for (std::string_view name : {"", "x", "count", "function", "accumulate", "circular_buffer_count",
                                "synchronize", "environment", "CU", "cud", "nvector", "customer"})
    CHECK(!looks_like_cuda(name));
}

TEST(a_word_is_found_at_every_place) {
  for (std::size_t before = 0; before < 40; ++before)
    for (std::size_t behind = 0; behind < 20; ++behind)
      CHECK(looks_like_cuda(std::string(before, 'x') + "cuda" + std::string(behind, 'y')));
}

TEST_MAIN()
