// Compares operands with words.
#include "checks.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <optional>

#include "sizes.h"

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

// Of a whole number as it is written for C++.
std::optional<long long> number_of(const Operand& operand) {
  if (operand.kind != Operand::Kind::kInteger || operand.text[0] == '(') return std::nullopt;
  const std::string_view text = operand.text;
  const bool is_binary = text.substr(0, 2) == "0b" || text.substr(0, 2) == "0B";
  if (is_binary) return std::strtoll(operand.text.c_str() + 2, nullptr, 2);
  return std::strtoll(operand.text.c_str(), nullptr, 0);
}

// A rule for the number at a place of an instruction.
struct Range {
  std::string_view name;
  std::size_t at;
  long long least;
  long long most;
  long long step;  // of which it is a multiple
};
constexpr Range kRanges[] = {{"setmaxnreg", 0, 24, 256, 8}, {"pmevent", 0, 0, 15, 1},
                             {"bfe", 2, 0, 255, 1},         {"bfe", 3, 0, 255, 1},
                             {"bfi", 3, 0, 255, 1},         {"bfi", 4, 0, 255, 1}};

std::string outside(const Operand& operand, long long least, long long most, long long step) {
  const auto number = number_of(operand);
  if (!number || (*number >= least && *number <= most && *number % step == 0)) return {};
  const std::string rest = step == 1 ? "" : ", multiples of " + std::to_string(step);
  return "the number " + operand.text + " where the instruction takes " + std::to_string(least) +
         " to " + std::to_string(most) + rest;
}

// The barrier, and how many threads there are.
std::string wrong_barrier(const Instruction& instruction) {
  const std::vector<Operand>& operands = instruction.operands;
  const bool reduces = has_word(instruction, "red");
  const std::size_t first = reduces ? 1 : 0;
  std::string problem = outside(operands[first], 0, 15, 1);
  if (problem.empty() && operands.size() > (reduces ? 3U : 1U))
    problem = outside(operands[first + 1], 0, 1LL << 31, 32);
  return problem;
}

std::string wrong_copy(const Instruction& instruction) {
  const std::vector<Operand>& operands = instruction.operands;
  const auto size = number_of(operands[2]);
  if (!size) return {};
  const bool is_small = has_word(instruction, "ca") && (*size == 4 || *size == 8);
  if (*size != 16 && !is_small)
    return "a copy of " + operands[2].text + " bytes: .cg takes 16, .ca 4, 8 and 16";
  return operands.size() > 3 ? outside(operands[3], 0, *size, 1) : std::string();
}

// Of a conversion between integers: .sat has nothing to do where the type has all numbers of the other one.
bool is_idle_saturation(const Instruction& instruction) {
  std::vector<std::string_view> types;
  for (const std::string& word : instruction.modifiers)
    if (is_type(word)) types.push_back(word);
  if (types.size() != 2 || !has_word(instruction, "sat")) return false;
  const std::string_view to = types[0], from = types[1];
  const auto is_whole = [](std::string_view type) { return type[0] == 'u' || type[0] == 's'; };
  if (!is_whole(to) || !is_whole(from)) return false;
  const int size = std::atoi(to.data() + 1), other = std::atoi(from.data() + 1);
  return to[0] == from[0] ? size >= other : to[0] == 's' && size > other;
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

std::string wrong_range(const Instruction& instruction, const Row& row) {
  const bool is_barrier = row.name.substr(0, 4) == "bar." || row.name.substr(0, 8) == "barrier.";
  const bool is_other = has_word(instruction, "warp") || has_word(instruction, "cluster");
  if (is_barrier && !is_other) return wrong_barrier(instruction);
  if (row.name == "cp.async") return wrong_copy(instruction);
  if (row.name == "cvt" && is_idle_saturation(instruction))
    return ".sat where the type has all numbers of the other one";
  for (const Range& range : kRanges) {
    if (range.name != row.name || range.at >= instruction.operands.size()) continue;
    // pmevent.mask takes several events at once.
    if (has_word(instruction, "mask")) continue;
    std::string problem =
        outside(instruction.operands[range.at], range.least, range.most, range.step);
    if (!problem.empty()) return problem;
  }
  return {};
}

}  // namespace torchada::ptx
