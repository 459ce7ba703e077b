// Every look-up on generated text: it must answer, and what it renames must stay as it is then.
#include <cstdint>
#include <string>

#include "check.h"
#include "torchada/names/names.h"
#include "torchada/names/word_filter.h"

using namespace torchada::names;

namespace {

// A small generator, so that every run asks the same.
class Random {
 public:
  std::uint32_t below(std::uint32_t bound) {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;
    return static_cast<std::uint32_t>(state_ >> 33) % bound;
  }

 private:
  std::uint64_t state_ = 1;
};

// Pieces that make names of CUDA likely, and bytes that make trouble likely.
constexpr std::string_view pieces[] = {
    "cuda",   "cu",   "CU_",  "CUDA", "Cuda",  "nccl",  "cublas",     "Lt",
    "Malloc", "_t",   "at",   "::",   "c10",   "torch", "DeviceType", "kCUDA",
    "NvSci",  "MUSA", "musa", "mu",   "__nv_", "x",     "_",          "9",
    ".h",     "/",    "lib",  ".so.", "\xff",  "\x80",  "cutlass",    "cute"};

std::string generate(Random& random) {
  std::string text;
  for (std::uint32_t i = random.below(7); i > 0; --i) {
    const char any = static_cast<char>(random.below(256));
    // A colon alone is in no name.
    if (random.below(8) == 0 && any != ':')
      text += any;
    else
      text += pieces[random.below(sizeof pieces / sizeof pieces[0])];
  }
  return text;
}

using Forward = std::optional<Translation> (*)(std::string_view);
using Back = std::optional<Sources> (*)(std::string_view);

void check(Forward forward, Back back, const std::string& text) {
  const std::optional<Translation> once = forward(text);
  const std::optional<Sources> sources = back(text);
  CHECK(!sources || !sources->cuda.empty());
  if (!once) return;
  CHECK(once->status == Status::renamed || once->musa == text);
  if (once->status != Status::renamed) return;
  CHECK(!once->musa.empty() && once->musa != text);
  CHECK(back(once->musa).has_value());
}

}  // namespace

TEST(generated_names_have_an_answer_and_a_way_back) {
  Random random;
  const WordFilter filter;
  for (int i = 0; i < 200000; ++i) {
    const std::string text = generate(random);
    check(translate, translate_back, text);
    check(translate_qualified, translate_qualified_back, text);
    check(translate_header, translate_header_back, text);
    check(translate_member, translate_member_back, text);
    check(translate_key, translate_key_back, text);
    CHECK(!looks_like_cuda(text) || !translate(text));
    CHECK(filter.may_know(text) || (!translate(text) && !looks_like_cuda(text)));
    translate_library(text);
    translate_flag(text);
    translate_environment(text);
    translate_python(text);
  }
}

TEST_MAIN()
