// asm statements as trees.
#include "asm_statement.h"

#include <string>

#include "check.h"
#include "torchada/port/translate.h"

namespace {

using namespace torchada::port;

std::optional<AsmStatement> parsed(const std::string& text) {
  torchada::lexer::Lexer lexer(text);
  torchada::lexer::Token keyword;
  lexer.next_visible(&keyword);
  return parse_asm(keyword, lexer);
}

std::vector<AsmInstruction> instructions_of(const std::string& text) {
  std::vector<AsmInstruction> instructions;
  for_each_instruction(text, [&](const AsmInstruction& one) {
    instructions.push_back(one);
    return true;
  });
  return instructions;
}

TEST(template_operands_and_clobbers) {
  const std::string text =
      "asm volatile(\"{.reg .pred p;\\n\" \"setp.ne.b32 p, %1, 0;\\n\\t@p mov.u32 %0, %%laneid;}\" "
      ": "
      "\"=r\"(r[0]), [out] \"+f\"(f(1, 2)) : \"r\"(a) : \"memory\", \"cc\");";
  const auto found = parsed(text);
  CHECK(found.has_value());
  CHECK(found->is_volatile && found->is_literal && !found->is_goto);
  CHECK(found->range == text.substr(0, text.size() - 1));
  CHECK(found->outputs.size() == 2 && found->inputs.size() == 1);
  CHECK(found->outputs[0].constraint == "=r" && found->outputs[0].expression == "(r[0])");
  CHECK(found->outputs[1].name == "out" && found->outputs[1].expression == "(f(1, 2))");
  CHECK((found->clobbers == std::vector<std::string_view>{"memory", "cc"}));
  const std::vector<AsmInstruction> instructions = instructions_of(found->text);
  CHECK(instructions.size() == 2);
  CHECK(instructions[0].opcode == "setp.ne.b32");
  CHECK(instructions[0].operands == "p, %1, 0");
  CHECK(instructions[1].predicate == "@p" && instructions[1].opcode == "mov.u32");
}

TEST(operands_in_and_beside_the_usual_form) {
  const std::string usual = "asm(\"\" :: \"r\"( a[1].x ) , \"n\"((int)(B)) :)";
  const auto plain = parsed(usual);
  CHECK(plain.has_value() && plain->outputs.empty() && plain->inputs.size() == 2);
  CHECK(plain->inputs[0].expression == "( a[1].x )" && plain->inputs[1].constraint == "n");
  const std::string other =
      "asm(\"\" : \"=r\"(a /* :) */), MORE(b) : \"r\"(c ? 1 : d) : \"memory\")";
  const auto comment = parsed(other);
  CHECK(comment.has_value() && comment->outputs.size() == 2 && comment->inputs.size() == 1);
  CHECK(comment->outputs[1].expression == "MORE(b)");
  CHECK(comment->inputs[0].expression == "(c ? 1 : d)" && comment->clobbers.size() == 1);
}

TEST(empty_sections_labels_and_macros) {
  const std::string text =
      "asm goto(\"bra %l0;\" : : : \"cc\" : done)";  // which the labels point into
  const auto jump = parsed(text);
  CHECK(jump.has_value() && jump->is_goto);
  CHECK((jump->labels == std::vector<std::string_view>{"done"}));
  const auto twice = parsed("__asm__ __volatile__(\"\" ::: \"memory\")");
  CHECK(twice.has_value() && twice->clobbers.size() == 1 && instructions_of(twice->text).empty());
  const auto macro = parsed("asm(\"ld.\" TYPE \" %0, [%1];\" : \"=r\"(x) : \"l\"(p))");
  CHECK(macro.has_value() && !macro->is_literal);
}

TEST(what_is_no_statement) {
  CHECK(!parsed("asm").has_value());
  CHECK(!parsed("asm = 1;").has_value());
  CHECK(!parsed("asm(\"trap;\"").has_value());
  CHECK(!parsed("asm(\"trap;\" : \"=r\"(x;").has_value());
}

TEST(what_instructions_do) {
  CHECK(describe_instruction("cp.async.bulk.tensor.2d") == "bulk asynchronous copy (TMA)");
  CHECK(describe_instruction("cp.async.ca.shared.global") ==
        "asynchronous copy from global to shared memory");
  CHECK(describe_instruction("mma.sync.aligned") == "matrix multiply-accumulate on tensor cores");
  CHECK(describe_instruction("addition").empty());
}

TEST(a_macro_in_a_text_has_the_meaning_of_its_own_file) {
  Translator translator((Options()));
  const std::string use = "\nvoid f() { asm(OP \".gl;\"); }\n";
  const auto ported = [&](const std::string& head) {
    const std::string text = head + use;
    return apply_edits(text, translate(text, "a.h", &translator).edits);
  };
  CHECK(ported("#define OP \"membar\"").find("ptx::membar<") != std::string::npos);
  CHECK(ported("#define OP \"fence.proxy.alias; membar\"").find("ptx::fence") != std::string::npos);
}

// The text in front of the statement when it became a call.
std::string head_of(const std::string& head) {
  Translator translator((Options()));
  const std::string text = head + "void f() { asm(\"membar.gl;\"); }\n";
  const std::string done = apply_edits(text, translate(text, "a.h", &translator).edits);
  return done.substr(0, done.find("void f"));
}

TEST(the_header_is_included_at_the_scope_of_the_file) {
  const std::string line = "#include \"torchada/ptx.h\"";
  CHECK(head_of("") == line + "\n");
  CHECK(head_of("\xef\xbb\xbf#include <a>\n") == "\xef\xbb\xbf" + line + "\n#include <a>\n");
  CHECK(head_of("// words\n") == "// words\n" + line + "\n");
  CHECK(head_of("/* words */ ") == "/* words */ " + line + "\n");
  CHECK(head_of("// words\n\n") == "// words\n" + line + "\n");
  CHECK(head_of("#pragma once\n") == "#pragma once\n" + line + "\n");
  CHECK(head_of("// a\n#pragma once\n\n") == "// a\n#pragma once\n" + line + "\n");
  const std::string guard = "#ifndef A\n#define A\n";
  CHECK(head_of(guard) == guard + line + "\n");
  CHECK(head_of("#if !defined(A)\n#define A\n") == "#if !defined(A)\n#define A\n" + line + "\n");
  CHECK(head_of(guard + "#include <a>\n") == guard + line + "\n#include <a>\n");
  const std::string other = "#ifdef A\n#include <a>\n#endif\n";
  CHECK(head_of(other) == line + "\n" + other);
  CHECK(head_of(other + "#include <b>\n") == other + line + "\n#include <b>\n");
  const std::string preset = guard + "#include <a>\n\n#endif\n";
  CHECK(head_of(preset) == line + "\n" + preset);
  CHECK(head_of(preset + "#include <b>\n") == preset + line + "\n#include <b>\n");
  const std::string inner = "namespace a {\n\n#include <a>\n";
  CHECK(head_of(inner) == line + "\n" + inner);
  const std::string c = "extern \"C\" {\n#include <a>\n";
  CHECK(head_of("#pragma once\n" + c) == "#pragma once\n" + line + "\n" + c);
}

TEST(the_header_takes_a_blank_line_beside_an_include) {
  const std::string line = "#include \"torchada/ptx.h\"";
  CHECK(head_of("// a\n\n#include <a>\n") == "// a\n" + line + "\n#include <a>\n");
  CHECK(head_of("#include <a>\n\nint x;\n") == "#include <a>\n" + line + "\nint x;\n");
  CHECK(head_of("#include <a>\n#include <b>\n \r\nint x;\r\n") ==
        "#include <a>\n#include <b>\n" + line + " \r\nint x;\r\n");
  const std::string spliced = "#define A \\\n\n#include <a>\n";
  CHECK(head_of(spliced) == "#define A \\\n\n" + line + "\n#include <a>\n");
  CHECK(head_of("#include <a>\r\n") == line + "\r\n#include <a>\r\n");
  CHECK(head_of(line + "\n") == line + "\n");
}

}  // namespace

TEST_MAIN()
