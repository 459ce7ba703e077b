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

}  // namespace

TEST_MAIN()
