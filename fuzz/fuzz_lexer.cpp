// Properties of the lexer for any bytes.
#include <cstdint>
#include <string_view>
#include <vector>

#include "dump.h"
#include "finding.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace torchada::lexer::testing;
  // A copy of exactly this size, so that a sanitizer sees every read beyond it.
  const std::vector<char> exact(data, data + size);
  const std::string_view text(exact.data(), exact.size());
  torchada::fuzz::expect(joins_to(text), "tokens join to the text");
  torchada::fuzz::expect(same_both_ways(text), "next() and next_visible() agree");
  torchada::fuzz::expect(words_agree(text), "next_word() agrees");
  torchada::fuzz::expect(skipping_agrees(text), "skip_words() agrees");
  return 0;
}
