// The list of tools that check kernels.
#include "check.h"
#include "machine/memory/check/tools.h"

using namespace musasim::check;

TEST(nothing_and_zero_choose_no_tool) {
  EQUAL(parse_tools("").chosen, 0U);
  EQUAL(parse_tools("0").chosen, 0U);
  CHECK(parse_tools("0").unknown.empty());
}

TEST(one_chooses_the_usual_tools) {
  EQUAL(parse_tools("1").chosen, unsigned{kUsualTools});
  CHECK((parse_tools("1").chosen & (kInitcheck | kSynccheck)) == 0);
}

TEST(a_list_chooses_what_it_names) {
  EQUAL(parse_tools("initcheck").chosen, unsigned{kInitcheck});
  EQUAL(parse_tools("memcheck,synccheck").chosen, unsigned{kMemcheck} | kSynccheck);
  EQUAL(parse_tools(" memcheck, synccheck ").chosen, unsigned{kMemcheck} | kSynccheck);
  EQUAL(parse_tools("1,initcheck,synccheck").chosen, parse_tools("all").chosen);
}

TEST(the_first_unknown_word_is_told) {
  EQUAL(parse_tools("memcheck,racechek,x").unknown, std::string("racechek"));
  EQUAL(parse_tools("on").unknown, std::string("on"));
}

TEST_MAIN()
