// Code that differs between the device's text and the host's.
#include <string>

#include "check.h"
#include "mcc/rewrite/merge.h"

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

TEST(enumerators_are_the_device_s) {
  for (const char* head : {"enum {\n", "enum Named {\n", "enum class Named : int {\n"}) {
    const std::string device = with(head, "first = 1,\n", "second };\n");
    EQUAL(merge(device, with(head, "first = 2,\n", "second };\n")), device);
  }
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

// A raw string of one side that has a newline comes before them, for example.
TEST(lines_may_be_counted_differently) {
  const std::string body = "g([=] __device__ (int i) { i = h; });\nr();\nint v = ";
  EQUAL(merge(with("", "void f() {\n" + body + "1;\n}\n", ""),
              with("", "# 30 \"a.mu\"\nvoid f() {\n" + body + "2;\n}\n", "")),
        with("", "void f() {\n" + body + "2;\n}\n", ""));
}

TEST(an_unnamed_union_has_the_members_of_both) {
  const auto text = [](const std::string& member) {
    return with("struct A {\n", "union {\nint a;\n" + member + "};\n", "};\n");
  };
  EQUAL(merge(text(""), text("long b;\n")), text("long b;\n"));
  EQUAL(merge(text("long b;\n"), text("")), text("long b;\n"));
}

TEST(unnamed_types_are_told_apart_by_what_they_declare) {
  const auto text = [](const std::string& member) {
    return with("", "struct { int a; } x;\nstruct { int a;\n" + member + "} y;\n", "");
  };
  EQUAL(merge(text(""), text("long b;\n")), text("long b;\n"));
}

TEST(names_of_types_in_a_class_are_the_device_s) {
  for (const char* name : {"using T = ", "typedef "}) {
    const auto text = [name](const std::string& type) {
      return with("struct A {\n", name + type + (name[0] == 'u' ? ";\n" : " T;\n"), "};\n");
    };
    EQUAL(merge(text("int"), text("float")), text("int"));
  }
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

// The compiler computes the device's value, as inside() is constexpr.
TEST(a_constexpr_function_has_both_bodies) {
  for (const std::string qualifiers : {"__host__ __device__ ", ""}) {
    const std::string head = qualifiers + "constexpr int f() {\n";
    EQUAL(merge(with(head, "return 1;\n", "}\n"), with(head, "return 2;\n", "}\n")),
          with(qualifiers + "constexpr int f() { if (::musasim::device::inside()) {\n",
               "return 1;\n} else\n# 4 \"a.mu\"\n{\nreturn 2;\n}\n# 6 \"a.mu\"\n}", "\n"));
  }
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
  EQUAL(merge(device, host),
        with("", "# 4 \"a.mu\"\nvoid only_host();\n# 3 \"a.mu\"\n\nvoid only_device();\n", ""));
}

TEST(a_declaration_of_one_side_is_told_from_its_neighbour) {
  const std::string neighbour = "__device__ int f() { return ";
  const std::string merged = merge(with("", neighbour + "1; }\n", ""),
                                   with("int only_host();\n", neighbour + "2; }\n", ""));
  EQUAL(merged, with("# 4 \"a.mu\"\nint only_host();\n# 3 \"a.mu\"\n\n", neighbour + "1; }\n", ""));
}

TEST(line_markers_and_empty_lines_are_no_difference) {
  const std::string device = "int a;\n\n\nint b;\n";
  EQUAL(merge(device, "int a;\n# 3 \"x\"\nint b;\n"), device);
}

TEST(a_function_written_twice_has_both_bodies) {
  EQUAL(merge(with("", "__host__ __device__ int f(int a) { return a; }\n\n", ""),
              with("", "\n__device__ __host__ int f(int b) { return -b; }\n", "")),
        with("",
             "__host__ __device__ int f(int a) { if (::musasim::device::inside()) { return a; } "
             "else { "
             "[[maybe_unused]] auto& b = a; \n# 5 \"a.mu\"\n{ return -b; }\n# 4 \"a.mu\"\n} }\n\n",
             ""));
}

TEST(of_a_function_of_each_side_both_have_the_body) {
  EQUAL(merge(with("", "__device__ int f()\n{ return 1; }\n", ""),
              with("", "__host__ int f()\n{ return 2; }\n", "")),
        with("",
             "__device__ int f()\n{ if (::musasim::device::inside()) { return 1; } else\n# 5 "
             "\"a.mu\"\n"
             "{ return 2; }\n# 5 \"a.mu\"\n}\n",
             ""));
}

TEST(initializers_are_what_their_side_has) {
  const std::string head = "struct A { int x = ";
  const std::string rest = "; __host__ __device__ A(int a, int b = ";
  EQUAL(merge(with("", head + "1" + rest + "2) : x(a), y{3, b} {} };\n", ""),
              with("", head + "4" + rest + "5) : x(-a), y{6, b} {} };\n", "")),
        with("",
             head + "::musasim::device::inside() ? (1) : (4)" + rest +
                 "::musasim::device::inside() ? (2) : (5)) : x(::musasim::device::inside() ? (a) : "
                 "(-a)), "
                 "y{::musasim::device::inside() ? (3) : (6), b} {} };\n",
             ""));
}

// The members of a constructor behind it are not the declaration's.
TEST(a_declaration_of_one_side_s_marks_ends_before_the_next) {
  const std::string constructor = "__host__ __device__ A::A() : x(";
  EQUAL(merge(with("__host__ __device__\n", "void f();\n" + constructor + "1) {}\n", ""),
              with("\n", "void f();\n" + constructor + "2) {}\n", "")),
        with("__host__ __device__\n",
             "void f();\n" + constructor + "::musasim::device::inside() ? (1) : (2)) {}\n", ""));
}

TEST(labels_differ_in_both_bodies) {
  const std::string head = "__host__ __device__ int f(int a) { goto end; end: return ";
  EQUAL(merge(with("", head + "1; }\n", ""), with("", head + "2; }\n", "")),
        with("",
             "__host__ __device__ int f(int a) { if (::musasim::device::inside()) { goto end; end: "
             "return 1; } "
             "else\n# 4 \"a.mu\"\n{ goto musasim_host_end; musasim_host_end: return 2; }\n# 4 "
             "\"a.mu\"\n}\n",
             ""));
}

// One macro puts them into one line.
TEST(each_function_of_a_line_has_its_own_body) {
  const auto line = [](const char* f, const char* g, const char* h) {
    return std::string("__device__ int f() { return ") + f + "; } int g() { return " + g +
           "; } __global__ void h() { a = " + h + "; }\n";
  };
  EQUAL(merge(with("", line("1", "2", "3"), ""), with("", line("4", "5", "6"), "")),
        with("", line("1", "5", "3"), ""));
}

TEST(a_variable_of_the_host_is_the_host_s) {
  EQUAL(merge(with("", "static int a = 1;\nconst int b = 1;\n", ""),
              with("", "static int a = 2;\nconst int b = 2;\n", "")),
        with("", "\n# 4 \"a.mu\"\nstatic int a = 2;\n# 4 \"a.mu\"\n\nconst int b = 1;\n", ""));
}

TEST(a_namespace_of_the_host_alone_is_added) {
  const std::string both = "namespace { __device__ int f() { return ";
  EQUAL(merge(with("", "\n" + both + "1; } }\n", ""),
              with("", "namespace { struct A {}; }\n" + both + "2; } }\n", "")),
        with("", "# 4 \"a.mu\"\nnamespace { struct A {}; }\n# 3 \"a.mu\"\n\n\n" + both + "1; } }\n",
             ""));
}

// One side includes the header earlier.
TEST(what_both_have_at_different_places_is_there_once) {
  const std::string header = "struct A {};\n";
  const std::string other = "struct B {};\nstruct C {};\n";
  const std::string device = "__device__ int f();\n";
  EQUAL(merge(with("", header + device + other, ""), with("", other + header, "")),
        with("", header + device + other, ""));
  EQUAL(merge(with("", device + other + header, ""), with("", header + other, "")),
        with("",
             "# 4 \"a.mu\"\n" + header + "# 3 \"a.mu\"\n\n" + device + other + "\n# 7 \"a.mu\"\n\n",
             ""));
}

TEST(definitions_that_differ_at_different_places_are_merged_at_the_first) {
  const auto header = [](const std::string& body) {
    return "namespace n {\n__host__ __device__ int f() { return 1; }\n"
           "__host__ __device__ int g() { return " +
           body + "; }\n}\n";
  };
  const std::string merged =
      "namespace n {\n__host__ __device__ int f() { return 1; }\n"
      "__host__ __device__ int g() { if (::musasim::device::inside()) ";
  const std::string other = "struct B {};\nstruct C {};\n";
  const std::string device = "__device__ int h();\n";
  EQUAL(merge(with("", header("2") + device + other, ""), with("", other + header("3"), "")),
        with("",
             merged + "{ return 2; } else\n# 8 \"a.mu\"\n{ return 3; }\n# 6 \"a.mu\"\n}\n}\n" +
                 device + other,
             ""));
  EQUAL(merge(with("", device + other + header("2"), ""), with("", header("3") + other, "")),
        with("",
             "# 7 \"a.mu\"\n" + merged +
                 "{ return 2; } else\n# 6 \"a.mu\"\n{ return 3; }\n# 9 \"a.mu\"\n}\n}\n"
                 "# 3 \"a.mu\"\n\n" +
                 device + other + "\n# 10 \"a.mu\"\n\n",
             ""));
}

TEST(pragmas_of_the_host_are_taken) {
  const std::string loop = "for (;;) {}\n";
  EQUAL(merge(with("void f() {\n", "\n" + loop, "}\n"),
              with("void f() {\n", "#pragma omp parallel\n" + loop, "}\n")),
        with("void f() {\n", "#pragma omp parallel\n" + loop, "}\n"));
}

TEST_MAIN()
