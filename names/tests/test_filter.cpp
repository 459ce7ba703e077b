// The first question about words.
#include <string>
#include <vector>

#include "check.h"
#include "torchada/lexer/pass_over.h"
#include "torchada/names/names.h"
#include "torchada/names/word_filter.h"

using torchada::names::WordFilter;

namespace {

const WordFilter filter;

// The answer, which both ways of asking must give: alone, and as one of the words of a source.
bool may_know(const std::string& word) {
  const bool answer = filter.may_know(word);
#ifdef TORCHADA_LEXER_BLOCKS
  for (const char* beyond : {" u", ";V", ",c", ")\xff"}) {
    const std::string source =
        word + beyond + std::string(torchada::lexer::kWideBlockBytes * 2, ' ');
    const char* const end = source.data() + source.size();
    const auto asks_comment = [](std::string_view) { return true; };
    const char* const passed =
        torchada::lexer::pass_over_words(source.data(), end, filter, asks_comment).begin;
    // Longer ones are read another way.
    if (word.size() < torchada::lexer::kWideBlockBytes) CHECK((passed == nullptr) == answer);
  }
#endif
  return answer;
}

}  // namespace

TEST(it_never_says_no_to_a_name_that_is_known) {
  for (const char* name :
       {"cudaMalloc", "__global__", "checkCudaErrors", "CUDAGuard", "at", "c10", "torch", "cg",
        "float4", "__half", "npps10Nobody", "NPP_NO_ERROR", "threadIdx", "OPTIX_SUCCESS",
        "a_long_wrapper_of_the_function_cudaMalloc"})
    CHECK(may_know(name));
}

TEST(it_says_no_to_nearly_all_others) {
  const std::vector<std::string> words = {"x",
                                          "i",
                                          "if",
                                          "index",
                                          "template",
                                          "blockSize",
                                          "return",
                                          "size_t",
                                          "static_cast",
                                          "const",
                                          "value_type",
                                          "output",
                                          "a_name_of_more_than_seventeen_characters"};
  std::size_t said_no = 0;
  for (const std::string& word : words) said_no += may_know(word) ? 0 : 1;
  CHECK(said_no + 1 >= words.size());
}

TEST(a_pair_of_letters_is_found_at_every_place) {
  for (const char* pair : {"cu", "CU", "Cu", "nv", "NV", "ncc", "nCC"})
    for (std::size_t before = 0; before < 40; ++before)
      for (std::size_t behind = 0; behind < 20; ++behind)
        CHECK(may_know(std::string(before, 'x') + pair + std::string(behind, 'y')));
}

TEST(what_was_added_is_known) {
  WordFilter more;
  for (const char* word : {"mine", "ours_and_nobody_elses_in_the_world_at_all", "my"}) {
    CHECK(!more.may_know(word));
    more.add(word);
    CHECK(more.may_know(word));
  }
}

TEST(what_begins_like_one_that_was_added_is_known) {
  WordFilter more;
  CHECK(!more.may_know("mine_own"));
  more.add_beginning("mine_");
  for (const char* word : {"mine_", "mine_own", "mine_that_is_longer_than_any_other_word_of_all"})
    CHECK(more.may_know(word));
}

TEST_MAIN()
