// The lines of a text that `g++ -E -dU` gave.
#include "check.h"
#include "mcc/rewrite/whole_lines.h"

using musasim::mcc::whole_lines;

TEST(a_broken_line_is_joined) {
  EQUAL(whole_lines("# 5 \"a.h\" 1 3 4\nint a;\nextern char *\n#define ALIAS f\n#undef OTHER\n# 6 "
                    "\"a.h\" 3 4\n"
                    "             f (int);\nint b;\n"),
        "# 5 \"a.h\" 1 3 4\nint a;\nextern char *             f (int);\nint b;\n");
}

TEST(a_line_may_be_broken_twice) {
  EQUAL(whole_lines("# 1 \"a.h\"\nint\n#define A a\n# 1 \"a.h\"\n    a,\n#define B b\n# 1 "
                    "\"a.h\"\n       b;\nint c;\n"),
        "# 1 \"a.h\"\nint    a,       b;\nint c;\n");
}

TEST(a_pragma_keeps_its_line) {
  const std::string text =
      "# 4 \"a.h\"\n#pragma unroll\n#define A a\n# 4 \"a.h\"\n for (;;) {}\nint b;\n";
  EQUAL(whole_lines(text), text);
}

TEST(what_comes_from_a_header_of_the_system_is_marked_anyway) {
  const std::string text =
      "# 1 \"a.mu\"\nvoid\n#define INLINE inline\n# 1 \"a.mu\" 3 4\n    inline\n# 1 \"a.mu\"\n    "
      "f();\n";
  EQUAL(whole_lines(text), text);
}

TEST(what_stands_between_lines_stays) {
  const std::string text = "int a;\n#define A 1\n#define B 1\n# 2 \"a.h\"\nint b;\n#define C 1\n";
  EQUAL(whole_lines(text), text);
  EQUAL(whole_lines("R\"(\n#define A\n)\""), "R\"(\n#define A\n)\"");
  EQUAL(whole_lines(""), "");
}

TEST_MAIN()
