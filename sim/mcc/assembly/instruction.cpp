// Reads the instructions of an asm statement's text.
#include "mcc/assembly/instruction.h"

#include <algorithm>
#include <cctype>

namespace musasim::mcc::assembly {

namespace {

using Names = std::vector<std::string>;

std::string_view stripped(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) + 1 - first);
}

std::string without_comments(std::string_view text) {
  std::string result;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::string_view two = text.substr(at, 2);
    if (two != "//" && two != "/*") {
      result += text[at];
      continue;
    }
    const std::size_t end = two == "//" ? text.find('\n', at) : text.find("*/", at + 2);
    if (end == std::string_view::npos) break;
    at = two == "//" ? end : end + 1;
    result += ' ';
  }
  return result;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t at = 0; at <= text.size(); ++at) {
    const char c = at < text.size() ? text[at] : separator;
    if (c == '{' || c == '[') ++depth;
    if (c == '}' || c == ']') --depth;
    if (at < text.size() && (c != separator || depth > 0)) continue;
    parts.push_back(stripped(text.substr(begin, at - begin)));
    begin = at + 1;
  }
  return parts;
}

bool all_digits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(),
                                      [](unsigned char c) { return std::isdigit(c) != 0; });
}

// 12, 0x1f, -1, each perhaps with U behind it.
bool is_number(std::string_view text) {
  if (!text.empty() && text.front() == '-') text.remove_prefix(1);
  if (!text.empty() && text.back() == 'U') text.remove_suffix(1);
  if (text.substr(0, 2) != "0x") return all_digits(text);
  text.remove_prefix(2);
  return !text.empty() && std::all_of(text.begin(), text.end(),
                                      [](unsigned char c) { return std::isxdigit(c) != 0; });
}

// The number of %0 or %[name]; false for what is none.
bool read_reference(std::string_view text, const Names& names, unsigned* number) {
  if (text.size() < 2 || text[0] != '%') return false;
  text.remove_prefix(1);
  if (text.front() == '[' && text.back() == ']') {
    const auto found = std::find(names.begin(), names.end(), text.substr(1, text.size() - 2));
    *number = static_cast<unsigned>(found - names.begin());
    return found != names.end();
  }
  if (!all_digits(text) || text.size() > 2) return false;
  *number = static_cast<unsigned>(std::stoul(std::string(text)));
  return *number < names.size();
}

Operand read_vector(std::string_view text, const Names& names) {
  Operand operand{Operand::Kind::kVector, {}, {}};
  for (const std::string_view part : split(text.substr(1, text.size() - 2), ',')) {
    unsigned number = 0;
    if (!read_reference(part, names, &number)) return {};
    operand.numbers.push_back(number);
  }
  return operand;
}

// [%1] or [%1 + 16].
Operand read_address(std::string_view text, const Names& names) {
  text = stripped(text.substr(1, text.size() - 2));
  Operand operand{Operand::Kind::kAddress, {0}, "0"};
  const std::size_t plus = text.find('+');
  if (plus != std::string_view::npos) {
    operand.text = stripped(text.substr(plus + 1));
    if (!is_number(operand.text)) return {};
    text = stripped(text.substr(0, plus));
  }
  return read_reference(text, names, &operand.numbers[0]) ? operand : Operand();
}

Operand read_operand(std::string_view text, const Names& names) {
  if (text.empty()) return {};
  if (text.front() == '{' && text.back() == '}') return read_vector(text, names);
  if (text.front() == '[' && text.back() == ']') return read_address(text, names);
  unsigned number = 0;
  if (read_reference(text, names, &number)) return {Operand::Kind::kValue, {number}, {}};
  const bool is_hint = text == "_" || text == "none" || text.find('=') != std::string_view::npos;
  if (is_hint) return {Operand::Kind::kHint, {}, {}};
  if (is_number(text)) return {Operand::Kind::kNumber, {}, std::string(text)};
  if (text.front() == '%') return {};
  return {Operand::Kind::kRegister, {}, std::string(text)};
}

// MTX has types and kinds of memory behind its operands: %0.s32, [%1].global.
std::string_view without_suffix(std::string_view text, std::vector<std::string>* modifiers) {
  const std::size_t point = text.rfind('.');
  if (point == std::string_view::npos || text.find(']', point) != std::string_view::npos) {
    return text;
  }
  modifiers->emplace_back(text.substr(point + 1));
  return text.substr(0, point);
}

void read_opcode(std::string_view opcode, Instruction* instruction) {
  std::vector<std::string_view> words = split(opcode, '.');
  const std::size_t count = instruction->dialect == Dialect::kLsu && words.size() > 1 ? 2 : 1;
  instruction->name = words[0];
  if (count == 2) instruction->name.append(".").append(words[1]);
  instruction->modifiers.assign(words.begin() + static_cast<std::ptrdiff_t>(count), words.end());
}

Instruction read_instruction(std::string_view text, Dialect dialect, const Names& names) {
  Instruction instruction;
  instruction.dialect = text.substr(0, 4) == "LSU." ? Dialect::kLsu : dialect;
  instruction.text = text;
  const std::size_t blank = std::min(text.find_first_of(" \t\n"), text.size());
  const std::string_view opcode = text.substr(0, blank);
  const std::string_view rest = stripped(text.substr(blank));
  constexpr std::string_view kElsewhere = "@.{}:";
  instruction.is_plain =
      kElsewhere.find(opcode.front()) == std::string_view::npos && opcode.back() != ':';
  if (!instruction.is_plain) return instruction;
  read_opcode(opcode, &instruction);
  if (rest.empty()) return instruction;
  for (std::string_view part : split(rest, ',')) {
    if (instruction.dialect == Dialect::kMtx) {
      part = without_suffix(part, &instruction.modifiers);
    }
    instruction.operands.push_back(read_operand(part, names));
  }
  return instruction;
}

}  // namespace

std::vector<Instruction> read_instructions(std::string_view text, const Names& names) {
  const std::string clean = without_comments(text);
  std::string_view rest = stripped(clean);
  Dialect dialect = Dialect::kLsu;
  if (rest.substr(0, 4) == ".mtx") {
    dialect = Dialect::kMtx;
    rest.remove_prefix(4);
  }
  std::vector<Instruction> instructions;
  for (const std::string_view part : split(rest, ';')) {
    if (!part.empty()) instructions.push_back(read_instruction(part, dialect, names));
  }
  return instructions;
}

}  // namespace musasim::mcc::assembly
