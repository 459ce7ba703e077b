// Compares operands with words.
#include "checks.h"

#include <algorithm>
#include <iterator>

namespace torchada::ptx {

namespace {

// Instructions whose numbers all have the one type that they name.
constexpr std::string_view kOfOneType[] = {
    "add", "sub",      "mul", "fma",  "mad", "div", "min",  "max", "abs", "neg",   "setp", "selp",
    "mov", "copysign", "st",  "atom", "red", "rcp", "sqrt", "ex2", "lg2", "rsqrt", "sin",  "cos"};

bool is_decimal(const Operand& operand) {
  return operand.kind == Operand::Kind::kFloat &&
         operand.text.find("_of_bits") == std::string::npos;
}
bool is_whole(const Operand& operand) {
  return operand.kind == Operand::Kind::kInteger && operand.text != "0";
}

// Of the operands and what is in their braces.
template <class Predicate>
bool any_operand(const Instruction& instruction, Predicate predicate) {
  for (const Operand& operand : instruction.operands) {
    if (operand.kind == Operand::Kind::kAddress) continue;
    if (predicate(operand)) return true;
    if (std::any_of(operand.parts.begin(), operand.parts.end(), predicate)) return true;
  }
  return false;
}

// v2, x4: the number; 0 where no word is one.
std::size_t count_in(const Instruction& instruction) {
  std::size_t count = 0;
  for (const std::string& word : instruction.modifiers) {
    const bool is_count = word.size() == 2 && (word[0] == 'v' || word[0] == 'x');
    if (is_count && word[1] > '0' && word[1] < '9') count = static_cast<std::size_t>(word[1] - '0');
  }
  return count;
}

}  // namespace

bool has_word(const Instruction& instruction, std::string_view word) {
  return std::find(instruction.modifiers.begin(), instruction.modifiers.end(), word) !=
         instruction.modifiers.end();
}

std::string_view wrong_numbers(const Instruction& instruction) {
  const bool is_wide = has_word(instruction, "f32") || has_word(instruction, "f64");
  if (!is_wide) {
    // A fraction of createpolicy has no type.
    if (instruction.opcode == "createpolicy" || !any_operand(instruction, is_decimal)) return {};
    return "a number with a point where the type is not f32 or f64";
  }
  const bool is_of_one = std::find(std::begin(kOfOneType), std::end(kOfOneType),
                                   instruction.opcode) != std::end(kOfOneType);
  if (!is_of_one || !any_operand(instruction, is_whole)) return {};
  return "a whole number where the type is f32 or f64";
}

std::string_view wrong_counts(const Instruction& instruction, const Row& row) {
  std::size_t wanted = count_in(instruction);
  const bool is_access = instruction.opcode == "ld" || instruction.opcode == "st";
  if (wanted == 0 && is_access) wanted = 1;
  if (instruction.opcode == "ldmatrix" && has_word(instruction, "m16n16")) wanted *= 2;
  for (std::size_t i = 0; i < instruction.operands.size() && wanted > 0; ++i) {
    const Operand& operand = instruction.operands[i];
    if (std::string_view("DSV").find(row.operands[i]) == std::string_view::npos) continue;
    const std::size_t count = operand.kind == Operand::Kind::kVector ? operand.parts.size() : 1;
    if (count != wanted && operand.kind != Operand::Kind::kSink) {
      return "another number of registers than the words say";
    }
  }
  return {};
}

}  // namespace torchada::ptx
