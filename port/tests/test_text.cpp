// Texts that a file of the tree cannot hold: other encodings, NUL, CRLF, literals without end.
#include <string>

#include "check.h"
#include "torchada/port/translate.h"

namespace {

using namespace torchada::port;
using namespace std::string_literals;

std::string ported(const std::string& text) {
  Translator translator{Options{}};
  return apply_edits(text, translate(text, "text.cu", &translator).edits);
}

TEST(byte_order_mark_and_crlf_are_kept) {
  CHECK(ported("\xEF\xBB\xBF#include <cuda_runtime.h>\r\ncudaError_t a;\r\n") ==
        "\xEF\xBB\xBF#include <musa_runtime.h>\r\nmusaError_t a;\r\n");
}

TEST(bytes_of_latin_1_belong_to_words) {
  CHECK(ported("// caf\xE9 cudaFree\ncudaError_t caf\xE9"
               "cudaFree, \xE9, b = cudaFree(0);") ==
        "// caf\xE9 cudaFree\nmusaError_t caf\xE9"
        "cudaFree, \xE9, b = musaFree(0);");
  CHECK(ported("cudaFree\xE9 cudaFree\xFF cudaFree\\u00e9") ==
        "cudaFree\xE9 cudaFree\xFF cudaFree\\u00e9");
}

TEST(nul_bytes_separate_words) {
  CHECK(ported("cudaFree\0cudaFree\0xcudaFree"s) == "musaFree\0musaFree\0xcudaFree"s);
}

TEST(what_has_no_end_swallows_its_line_or_the_rest) {
  CHECK(ported("\"cudaFree\ncudaFree") == "\"cudaFree\nmusaFree");
  CHECK(ported("'cudaFree\ncudaFree") == "'cudaFree\nmusaFree");
  CHECK(ported("/* cudaFree\ncudaFree") == "/* cudaFree\ncudaFree");
  CHECK(ported("R\"x(cudaFree)\" cudaFree") == "R\"x(cudaFree)\" cudaFree");
}

TEST(a_lone_carriage_return_ends_a_line) {
  CHECK(ported("// cudaFree\rcudaFree") == "// cudaFree\rmusaFree");
}

TEST(empty_text) { CHECK(ported("").empty()); }

TEST(a_kernel_in_a_raw_string_is_translated_and_reported) {
  Options options;
  options.strings = true;
  Translator translator(options);
  const std::string text = "auto k = R\"(__global__ void f(cudaStream_t s) { asm(\"trap;\"); })\";";
  const Scan scan = translate(text, "text.cu", &translator);
  CHECK(apply_edits(text, scan.edits) ==
        "auto k = R\"(__global__ void f(musaStream_t s) { asm(\"trap;\"); })\";");
  CHECK(scan.findings.size() == 1 && scan.findings[0].code == Code::inline_asm);
  CHECK(!scan.findings.empty() && scan.findings[0].begin == text.find("asm"));
}

TEST(raw_strings_in_raw_strings_cost_no_stack) {
  Options options;
  options.strings = true;
  Translator translator(options);
  std::string text;
  std::string end;
  for (int i = 0; i < 20000; ++i) {
    const std::string name = std::to_string(i);
    text += "R\"" + name + "(__global__ cudaStream_t some_words_that_make_it_long ";
    end.insert(0, ")" + name + "\"");
  }
  CHECK(!translate(text + end, "text.cu", &translator).edits.empty());
}

// Each would take minutes if a place were looked at once per place before it.
TEST(time_is_linear) {
  for (const char* piece :
       {"asm(", "enum ", "enum{", "TORCH_LIBRARY_IMPL(", "#if __CUDA_ARCH__ >= 800\n", "#if 1\n",
        "at::", "cudaFree ", "cudaFree(", "__shfl_sync(", "dlsym(", "#if (((((((\n", "a||",
        "#if a||b||", "__CUDA_ARCH__ ", "#define cudaFree\n", "x.cudaFree", "cuda##"}) {
    std::string text;
    for (int i = 0; i < 60000; ++i) text += piece;
    CHECK(ported(text).size() > 0);
  }
}

// The same for what stands in each other, or behind a beginning.
TEST(time_and_memory_are_linear_in_nesting) {
  const struct {
    std::string begin;
    std::string piece;
    std::string end;
  } kCases[] = {
      {"__nv_bfloat16 a; nv_bfloat16 b;", "namespace abcdefghijklmnop {", "}"},
      {"__nv_bfloat16 a; nv_bfloat16 b;", "words without an end ", ""},
      {"#if __CUDA_ARCH__ >= 800\n", "#elif __CUDA_ARCH__ >= 700\nint a;\n", ""},
      {"#if __CUDA_ARCH__ < 10\nint a;\n", "#elif __CUDA_ARCH__ < 10\nint a;\nasm(\"trap;\");\n",
       ""},
      {"#if ", "__CUDA_ARCH__ >= 700 || ", "a\n#endif\n"},
      {"#if USE_MUSA\n", "#if a\ncudaStream_t s;\n", "#endif\n"},
  };
  for (const auto& one : kCases) {
    std::string text = one.begin;
    for (int i = 0; i < 60000; ++i) text += one.piece;
    for (int i = 0; i < 60000; ++i) text += one.end;
    text += "\n#endif\n";
    CHECK(ported(text).size() > 0);
  }
}

}  // namespace

TEST_MAIN()
