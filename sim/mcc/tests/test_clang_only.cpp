// Texts that are for clang alone, and texts that are not.
#include <string>

#include "check.h"
#include "mcc/rewrite/rewrite.h"

namespace {

const std::string kVector = "typedef float f4 __attribute__((ext_vector_type(4)));\n";

// The place of the first such thing and its name, for a compiler that is not clang.
std::string found(const std::string& text, bool clang = false) {
  musasim::mcc::RewriteOptions options;
  options.library = "/home/include";
  options.clang = clang;
  const musasim::mcc::ClangOnly only =
      musasim::mcc::rewrite("# 1 \"a.mu\"\n" + text, options).only_clang;
  return only.what.empty() ? "" : only.place + " " + only.what;
}

}  // namespace

TEST(components_of_vectors) {
  const std::string of = " of an ext_vector_type";
  EQUAL(found(kVector + "float f(f4 v) { return v.x; }"), "a.mu:2 .x" + of);
  EQUAL(found(kVector + "\nauto f(const f4* v) { return v->wzyx; }"), "a.mu:3 ->wzyx" + of);
  EQUAL(found(kVector + "auto f(f4* const v) { return v[i[0]].s0F; }"), "a.mu:2 .s0F" + of);
  EQUAL(found(kVector + "auto f(f4 v) { return (v + v).even; }"), "a.mu:2 .even" + of);
  EQUAL(found(kVector + "f4 g(int);\nfloat f() { return g(1).hi.y; }"), "a.mu:3 .hi" + of);
  EQUAL(found(kVector + "float f(f4 v) {\n auto w = v * 2;\n return w.y; }"), "a.mu:4 .y" + of);
  EQUAL(found(kVector + "struct S { f4 v; };\nfloat f(S s) { return s.v.x; }"), "a.mu:3 .x" + of);
}

TEST(names_of_vectors) {
  const std::string of = " of an ext_vector_type";
  const std::string use = "v a;\nint i = a.y;";
  for (const std::string type :
       {"using v = float __attribute__((__ext_vector_type__(2)));\n",
        "typedef float v __attribute__((ext_vector_type(2), aligned(8)));\n",
        "typedef float __attribute__((ext_vector_type(2))) v;\n",
        "typedef __attribute__((ext_vector_type(2))) unsigned v;\n",
        "template <int n> using v = float __attribute__((ext_vector_type(n)));\n",
        "typedef float w __attribute__((ext_vector_type(2))); using v = w;\n",
        "typedef float w __attribute__((ext_vector_type(2))); typedef w v;\n"}) {
    EQUAL(found(type + use), "a.mu:3 .y" + of);
  }
  EQUAL(found("float __attribute__((ext_vector_type(2))) a;\nint i = a.y;"), "a.mu:2 .y" + of);
}

TEST(what_is_no_component) {
  EQUAL(found("float f(float4 v) { return v.x; }"), "");
  EQUAL(found(kVector + "float f(f4 v, float4 w) { return v[threadIdx.x] + w.x + w.s + (w).y; }"),
        "");
  EQUAL(found("struct A { unsigned x; };\nint f(A v) { return v.x; }\n" + kVector), "");
  EQUAL(found(kVector + "int f(f4 c) { return c.x() + c.hi(1) + c.sum + c.xylophone; }"), "");
  EQUAL(found(kVector + "float f(f4 v) { return v.x; }", true), "");
}

TEST(only_what_the_user_wrote_counts_as_a_vector) {
  const std::string back = "# 2 \"a.mu\" 2\nfloat f(f4 v) { return v.x; }\n";
  EQUAL(found("# 7 \"/home/include/v.h\" 1\n" + kVector + back), "");
  EQUAL(found("# 7 \"/usr/include/v.h\" 1 3\n" + kVector + back), "");
  EQUAL(found("# 7 \"/home/user/v.h\" 1\n" + kVector + back), "a.mu:2 .x of an ext_vector_type");
}

TEST(words_of_clang) {
  EQUAL(found("\nint i = __builtin_reduce_add(v);"), "a.mu:2 __builtin_reduce_add");
  EQUAL(found("int f(_BitInt(3));"), "a.mu:1 _BitInt");
  EQUAL(found("int i = __builtin_popcount(7) + __builtin_shuffle(a, b) + my__builtin_reduce_add;"),
        "");
  EQUAL(found("// _BitInt\nconst char* s = \"_BitInt\";"), "");
  EQUAL(found("int f(_BitInt(3));", true), "");
}

TEST(words_that_the_library_has) {
  const std::string library =
      "# 1 \"/home/include/b.h\" 1\nint __builtin_elementwise_max(int, int);\n# 2 \"a.mu\" 2\n";
  EQUAL(found(library + "int i = __builtin_elementwise_max(1, 2);"), "");
  EQUAL(found(library + "int i = __builtin_elementwise_max(1, __builtin_elementwise_cos(2));"),
        "a.mu:2 __builtin_elementwise_cos");
}

TEST_MAIN()
