// CMake's lexer, its commands, and the architectures of build files.
#include <random>
#include <string>
#include <vector>

#include "check.h"
#include "cmake/architecture.h"
#include "cmake/command.h"
#include "cmake/lexer.h"
#include "cmake/names.h"
#include "torchada/port/translate.h"

namespace {

using namespace torchada::port::cmake;

std::vector<std::string> texts(const std::string& text, TokenKind kind) {
  std::vector<std::string> found;
  Lexer lexer(text);
  for (Token token; lexer.next(&token);) {
    if (token.kind == kind) found.push_back(text.substr(token.begin, token.end - token.begin));
  }
  return found;
}

using Texts = std::vector<std::string>;

std::vector<std::string> arguments(const std::string& text) {
  std::vector<std::string> found;
  for (const Command& command : parse(text).commands) {
    for (const Argument& argument : command.arguments) found.emplace_back(argument.in(text));
  }
  return found;
}

TEST(tokens_join_to_the_text) {
  const std::string all[] = {"",
                             "a(b \"c\\\" d\" [=[e]]]=] # f\n#[[g\n]] h)",
                             "open(\"without end",
                             "open([[without end",
                             "#[=[without end]]",
                             "a(b\\",
                             "a(\"b\\",
                             "x($(MAKE) $(",
                             std::string("zero\0byte", 9),
                             "\r\n\t(",
                             "\xEF\xBB\xBFproject(x)"};
  for (const std::string& text : all) {
    std::string joined;
    Lexer lexer(text);
    for (Token token; lexer.next(&token);) {
      CHECK(token.begin == joined.size() && token.end > token.begin);
      joined += text.substr(token.begin, token.end - token.begin);
    }
    CHECK(joined == text);
  }
}

TEST(every_beginning_of_a_text_is_read) {
  const std::string text = "a(\"b\\\"c\" [==[ ]=] ]==] d\\;e\"f g\"h $(i) #[[j]] k\n# l\n)";
  for (std::size_t size = 0; size <= text.size(); ++size) {
    std::string joined;
    Lexer lexer(std::string_view(text).substr(0, size));
    for (Token token; lexer.next(&token);)
      joined += text.substr(token.begin, token.end - token.begin);
    CHECK(joined == text.substr(0, size));
    parse(std::string_view(text).substr(0, size));
  }
}

TEST(kinds_of_arguments) {
  CHECK(texts("set(a \"b c\" d)", TokenKind::quoted) == Texts{"\"b c\""});
  CHECK(texts("set([=[a]]b]=] [c])", TokenKind::bracket) == Texts{"[=[a]]b]=]"});
  CHECK(texts("a[[b]]", TokenKind::bracket).empty());
  CHECK((texts("-DX=\"a b\" c\\ d e\\(f", TokenKind::unquoted) ==
         Texts{"-DX=\"a b\"", "c\\ d", "e\\(f"}));
  CHECK((texts("$(MAKE)x ${a}", TokenKind::unquoted) == Texts{"$(MAKE)x", "${a}"}));
}

TEST(comments) {
  CHECK((texts("a # b\n#[[c\nd]]e", TokenKind::comment) == Texts{"# b", "#[[c\nd]]"}));
  CHECK(texts("\"#a\" [[#b]]", TokenKind::comment).empty());
  CHECK(texts("#[=[a]]\n]=]b", TokenKind::comment) == Texts{"#[=[a]]\n]=]"});
  CHECK(texts("a#b", TokenKind::comment) == Texts{"#b"});
}

TEST(commands_and_their_arguments) {
  const Script script = parse("# c\nIf (A AND (B)) # d\nx y\nset(a\n \"b\" [[c]])");
  CHECK(script.commands.size() == 2 && script.comments.size() == 2);
  CHECK(script.commands[0].name == "if" && script.commands[0].arguments.size() == 5);
  CHECK((arguments("set(a\n \"b\" [==[c]==] \"\")") == Texts{"a", "b", "c", ""}));
  CHECK(parse("set(a").commands.empty());
  CHECK(parse("(a) \"x\"(b) 1x(c)").commands.empty());
}

TEST(lists_of_architectures) {
  CHECK(architectures_of("70") == "21;22;31");
  CHECK(architectures_of("80;86") == "22;31");
  CHECK(architectures_of("89") == "31" && architectures_of("90a") == "31");
  CHECK(architectures_of("70-real;120f-virtual") == "21;31");
  CHECK(architectures_of("86-real") == "22" && architectures_of("native") == "21;22;31");
  CHECK(architectures_of("all-major") == "21;22;31" && architectures_of("120") == "31");
  for (const char* other : {"", ";", "OFF", "80-fake", "8x", "${A}", "80;x", "-real"}) {
    CHECK(!architectures_of(other));
  }
}

TEST(architectures_of_flags) {
  CHECK(architecture_of("sm_75") == "mp_21" && architecture_of("compute_80") == "mp_22");
  CHECK(architecture_of("arch=compute_90a,code=sm_90a") == "mp_31");
  for (const char* other : {"", "sm_", "native", "arch=compute_80,code=sm_${A}", "sm_80x"}) {
    CHECK(!architecture_of(other));
  }
}

TEST(names_are_whole) {
  CHECK(find_variable("CUDA_VERSION")->musa == "MUSA_VERSION");
  CHECK(find_variable("CUDA_VERSIONS") == nullptr && find_variable("cuda_version") == nullptr);
  CHECK(find_variable("CMAKE_CUDA_FLAGS_DEBUG")->length == 17);
  CHECK(find_command("cuda_add_library")->musa == "musa_add_library");
  CHECK(find_command("add_library") == nullptr && find_target("cudart")->musa == "musart");
  CHECK(definition_of(*find_command("cuda_compile")) == "cmake cuda_compile");
}

// Pieces of CMake files in any order.
std::string any_text(std::mt19937* random) {
  const char* const pieces[] = {"project(",
                                "find_package(",
                                "enable_language(",
                                "set(",
                                "list(",
                                "if(",
                                "function(",
                                "CUDA",
                                "CUDAToolkit",
                                " ",
                                "\n",
                                ")",
                                "\"",
                                "${",
                                "}",
                                "$<",
                                ">",
                                ":",
                                "CUDA::cudart",
                                "CUDA_VERSION",
                                "CUDA_ARCHITECTURES",
                                "80;90",
                                "-gencode",
                                "arch=compute_80",
                                "COMPILE_LANGUAGE:CUDA",
                                "a.cu",
                                "*.cu",
                                "[[",
                                "]]",
                                "#",
                                "12.0",
                                "EXACT",
                                "-lcuda",
                                "\\",
                                "$ENV{",
                                "CUDA_HOME",
                                "LANGUAGES",
                                "CXX",
                                "COMPONENTS",
                                "cublas",
                                "/lib64",
                                "/usr/local/cuda",
                                "VERSION_LESS",
                                "CMAKE_CUDA_COMPILER_ID",
                                "check_language(CUDA)",
                                "cuda_add_library("};
  std::string text;
  for (int i = 0; i < 30; ++i) text += pieces[(*random)() % (sizeof pieces / sizeof *pieces)];
  return text;
}

TEST(edits_of_any_text_are_in_order_and_final) {
  namespace port = torchada::port;
  std::mt19937 random(1);
  port::Translator translator((port::Options()));
  for (int run = 0; run < 20000; ++run) {
    const std::string text = any_text(&random);
    const port::Scan scan = port::translate(text, "CMakeLists.txt", &translator);
    std::size_t at = 0;
    for (const port::Edit& edit : scan.edits) {
      CHECK(edit.begin >= at && edit.length > 0 && edit.end() <= text.size());
      at = edit.end();
    }
    for (const port::Finding& finding : scan.findings) {
      CHECK(finding.begin + finding.length <= text.size());
    }
    const std::string output = port::apply_edits(text, scan.edits);
    const port::Scan again = port::translate(output, "CMakeLists.txt", &translator);
    const bool is_final = port::apply_edits(output, again.edits) == output;
    if (!is_final) std::printf("%s\n-> %s\n", text.c_str(), output.c_str());
    CHECK(is_final);
  }
}

}  // namespace

TEST_MAIN()
