// Properties of every text: joined tokens are the text, all ways of reading agree.
#include <random>
#include <string>

#include "check.h"
#include "dump.h"

namespace {

using torchada::lexer::testing::joins_to;
using torchada::lexer::testing::same_both_ways;
using torchada::lexer::testing::skipping_agrees;
using torchada::lexer::testing::words_agree;

bool holds(const std::string& text) {
  // A copy of exactly this size, so that a sanitizer sees every read beyond it.
  const std::vector<char> exact(text.begin(), text.end());
  const std::string_view view(exact.data(), exact.size());
  return joins_to(view) && same_both_ways(view) && words_agree(view) && skipping_agrees(view);
}

// Pieces that begin, continue and end every kind of token.
std::string random_text(std::mt19937* random) {
  static const std::string kPieces[] = {"\"",
                                        "'",
                                        "/*",
                                        "*/",
                                        "//",
                                        "\\",
                                        "\n",
                                        "\r",
                                        "\r\n",
                                        " ",
                                        "\t",
                                        "#",
                                        "R\"x(",
                                        ")x\"",
                                        "define",
                                        "include",
                                        "<a.h>",
                                        "<<<",
                                        ">>>",
                                        "<",
                                        ">",
                                        "(",
                                        ")",
                                        ";",
                                        "cuda",
                                        "u8",
                                        "L",
                                        "0x1e",
                                        "'",
                                        ".",
                                        "+",
                                        "-",
                                        ":",
                                        "\\u00e9",
                                        "\xEF\xBB\xBF",
                                        "\xFF",
                                        std::string(1, '\0'),
                                        "__has_include",
                                        "operator",
                                        "aaaaaaaaaaaaaaaa",
                                        "abc ",
                                        "xCuda;",
                                        "1.5e",
                                        "7",
                                        "                ",
                                        "\\\n",
                                        "*",
                                        "/"};
  std::string text;
  const std::size_t pieces = (*random)() % 60;
  for (std::size_t i = 0; i < pieces; ++i) text += kPieces[(*random)() % std::size(kPieces)];
  return text;
}

TEST(generated_text) {
  std::mt19937 random(20240611);
  int failed = 0;
  for (int i = 0; i < 40000; ++i) failed += holds(random_text(&random)) ? 0 : 1;
  CHECK(failed == 0);
}

TEST(every_byte_and_every_pair_of_bytes) {
  int failed = 0;
  for (int first = 0; first < 256; ++first) {
    for (int second = 0; second < 256; ++second) {
      const std::string pair{static_cast<char>(first), static_cast<char>(second)};
      failed += holds(pair) && holds("#" + pair) && holds("a" + pair + "a") ? 0 : 1;
    }
  }
  CHECK(failed == 0);
}

// Each would take minutes if a token were read more than a few times.
TEST(time_is_linear) {
  const std::size_t count = 200000;
  for (const char* piece : {"\\\n", "<\\\n", "*\\\n", "/*", "\\ ", "\"\\\n", "R\"(", ")", "<<<",
                            ">>>", "a\\\n", "/\\\n", "#\\\n", ".\\\n", "\\u00e9", "'", "*"}) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) text += piece;
    CHECK(holds(text));
    CHECK(holds("/*" + text));
    CHECK(holds("R\"(" + text));
  }
}

TEST(texts_around_the_block_size) {
  int failed = 0;
  for (std::size_t length = 0; length < 70; ++length) {
    for (const char* frame : {"", "\"", "/*", "//", "R\"("}) {
      failed += holds(frame + std::string(length, 'x') + "\"*/\n)\" y") ? 0 : 1;
      failed += holds(frame + std::string(length, ' ')) ? 0 : 1;
      failed += holds(frame + std::string(length, '*')) ? 0 : 1;
    }
  }
  CHECK(failed == 0);
}

// Comments and tiny strings are passed over where nobody asks for them.
TEST(comments_and_tiny_strings_at_every_place_of_a_block) {
  int failed = 0;
  for (std::size_t length = 0; length < 70; ++length) {
    const std::string before(length, ' ');
    for (const char* piece : {"\"r\":=", "\"=f\"(d)", "\"\\\"\" a", "\"", "// c\n",
                              "//c\nx; //d\n#if 1\n", "//c\n . //d\n//e\r\n", "//c\\\nd\n"}) {
      failed += holds(before + piece) ? 0 : 1;
      failed += holds(piece + before + piece + "abc") ? 0 : 1;
      failed += holds(piece + before + ";" + piece + std::string(80, ' ')) ? 0 : 1;
    }
  }
  CHECK(failed == 0);
}

}  // namespace

TEST_MAIN()
