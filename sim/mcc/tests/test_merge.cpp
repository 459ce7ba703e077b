// What becomes of code that differs between the device's text and the host's.
#include <string>

#include "mcc/rewrite/line_difference.h"
#include "mcc/rewrite/merge.h"
#include "testing/check.h"

using musasim::mcc::merge;

namespace {

std::string with(const std::string& before, const std::string& middle, const std::string& after) {
  return "# 1 \"a.mu\"\nint a;\nint b;\nint c;\n" + before + middle + after +
         "int x;\nint y;\nint z;\n";
}

}  // namespace

TEST(equal_texts_stay) {
  const std::string text = with("void f() {\n", "", "}\n");
  EQUAL(merge(text, text), text);
}

TEST(device_functions_are_the_device_s) {
  for (const char* head : {"__device__ int f() {\n", "__global__ void k() {\n"}) {
    const std::string device = with(head, "one();\n", "}\n");
    EQUAL(merge(device, with(head, "two();\nthree();\n", "}\n")), device);
  }
}

TEST(host_functions_are_the_host_s) {
  const std::string head = "void f() {\n";
  const std::string host = with(head, "two();\nthree();\n", "}\n");
  EQUAL(merge(with(head, "one();\n", "}\n"), host), host);
  EQUAL(merge(with(head, "", "}\n"), host), host);
  EQUAL(merge(with(head, "one();\n", "}\n"), with(head, "", "}\n")), with(head, "", "}\n"));
}

// A block that only one side has ends with lines that are everywhere.
TEST(lines_that_repeat_do_not_end_a_difference) {
  const std::string common = "if (a) {\nreturn;\n}\n}\n";
  const std::string tail =
      "void g() {\nif (first) {\n" + common + "if (second) {\n" + common + "}\n";
  std::string block;
  for (int i = 0; i < 40; ++i) block += "if (device_" + std::to_string(i) + ") {\n" + common;
  const std::string head = "__global__ void k() {\n";
  const std::string device = with(head + block + "}\n", tail, "");
  EQUAL(merge(device, with(head + "unused();\n}\n", tail, "")), device);
}

TEST(functions_of_both_have_both_bodies) {
  const std::string head = "__host__ __device__ int f() {\n";
  const std::string merged =
      merge(with(head, "return 1;\n", "}\n"), with(head, "return 2;\n", "}\n"));
  EQUAL(merged, with("__host__ __device__ int f() { if (::musasim::device::inside()) {\n",
                     "return 1;\n} else\n# 4 \"a.mu\"\n{\nreturn 2;\n}\n# 6 \"a.mu\"\n}", "\n"));
}

// The device's text has fewer lines, and marks of its own.
TEST(a_function_with_other_marks_is_the_host_s) {
  const std::string mark = "__host__ ";
  const std::string device =
      with(mark + "inline int f()\n{\n", "return -1;\n", "}\ntemplate <class T>\n");
  const std::string body = "int a = 1;\nif (g(&a)) return -1;\nreturn a;\n";
  const std::string tail = "}\ntemplate <class T>\n";
  const std::string host = with("__host__ __device__ inline int f()\n{\n", body, tail);
  EQUAL(merge(device, host), with(mark + "inline int f()\n{\n", body, tail));
}

TEST(what_ends_a_body_belongs_to_it) {
  const std::string head = "__host__ __device__ void f() {\n";
  const std::string merged =
      merge(with(head, "one();\n", "}\n"),
            with(head, "try {\none();\n} catch (...) {\nthrow;\n}\n", "}\n"));
  EQUAL(merged,
        with("__host__ __device__ void f() { if (::musasim::device::inside()) {\n",
             "one();\n} else\n# 4 \"a.mu\"\n{\ntry {\none();\n} catch (...) {\nthrow;\n}\n}\n"
             "# 6 \"a.mu\"\n}",
             "\n"));
}

// Functions that look the same are told apart by their places.
TEST(lines_of_one_place_belong_together) {
  const std::string first = "static int f(int a,\nint b)\n{\n";
  const std::string second = "# 20 \"a.mu\"\n}\nstatic int f(int a)\n{\n";
  const std::string end = "# 40 \"a.mu\"\n}\n";
  const std::string device = with(first + "return 1;\n" + second + "return 1;\n" + end, "", "");
  const std::string host = with(
      first + "do {\nreturn f(a);\n} while (0);\n" + second + "# 30 \"a.mu\"\nreturn 2;\n" + end,
      "", "");
  EQUAL(merge(device, host), host);
}

TEST(functions_in_one_line_are_told_apart) {
  const std::string head = "__host__ __device__ int f() { return ";
  const std::string merged = merge(with("", head + "1; }\n", ""), with("", head + "2; }\n", ""));
  EQUAL(merged, with("",
                     "__host__ __device__ int f() { if (::musasim::device::inside()) "
                     "{ return 1; } else\n# 4 \"a.mu\"\n{ return 2; }\n# 4 \"a.mu\"\n}\n",
                     ""));
  const std::string plain = "int g() { return ";
  EQUAL(merge(with("", plain + "1; }\n", ""), with("", plain + "2; }\n", "")),
        with("", plain + "2; }\n", ""));
}

TEST(a_constexpr_function_is_the_device_s) {
  const std::string device =
      with("__host__ __device__ constexpr int f() {\n", "return 1;\n", "}\n");
  EQUAL(merge(device, with("__host__ __device__ constexpr int f() {\n", "return 2;\n", "}\n")),
        device);
}

TEST(a_device_lambda_in_a_host_function_is_the_device_s) {
  const std::string head = "void f() {\nhost();\ng([=] __device__ (int i) {\n";
  const std::string device = with(head, "one();\n", "});\n}\n");
  EQUAL(merge(device, with(head, "two();\n", "});\n}\n")), device);
}

TEST(declarations_of_one_side_alone_are_kept) {
  const std::string host = with("", "void only_host();\n", "");
  EQUAL(merge(with("", "", ""), host), host);
  const std::string device = with("", "void only_device();\n", "");
  EQUAL(merge(device, with("", "", "")), device);
  EQUAL(merge(device, host), device);
}

TEST(a_declaration_of_one_side_is_told_from_its_neighbour) {
  const std::string neighbour = "__device__ int f() { return ";
  const std::string merged = merge(with("", neighbour + "1; }\n", ""),
                                   with("int only_host();\n", neighbour + "2; }\n", ""));
  EQUAL(merged, with("int only_host();\n", neighbour + "1; }\n", ""));
}

TEST(line_markers_and_empty_lines_are_no_difference) {
  EQUAL(musasim::mcc::differences("int a;\n\n\nint b;\n", "int a;\n# 3 \"x\"\nint b;\n").size(),
        0u);
}

TEST_MAIN()
