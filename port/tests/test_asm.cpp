// asm statements as trees.
#include "asm_statement.h"

#include <string>

#include "check.h"

namespace {

using namespace torchada::port;

std::optional<AsmStatement> parsed(const std::string& text) {
  torchada::lexer::Lexer lexer(text);
  torchada::lexer::Token keyword;
  lexer.next_visible(&keyword);
  return parse_asm(keyword, &lexer);
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
  CHECK(found->instructions.size() == 2);
  CHECK(found->instructions[0].opcode == "setp.ne.b32");
  CHECK(found->instructions[0].operands == "p, %1, 0");
  CHECK(found->instructions[1].predicate == "@p" && found->instructions[1].opcode == "mov.u32");
}

TEST(empty_sections_labels_and_macros) {
  const std::string text =
      "asm goto(\"bra %l0;\" : : : \"cc\" : done)";  // which the labels point into
  const auto jump = parsed(text);
  CHECK(jump.has_value() && jump->is_goto);
  CHECK((jump->labels == std::vector<std::string_view>{"done"}));
  const auto twice = parsed("__asm__ __volatile__(\"\" ::: \"memory\")");
  CHECK(twice.has_value() && twice->clobbers.size() == 1 && twice->instructions.empty());
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

}  // namespace

TEST_MAIN()
