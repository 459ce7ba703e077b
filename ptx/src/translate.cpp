// Writes the calls that an asm statement becomes.
#include "torchada/ptx/translate.h"

#include <algorithm>
#include <map>
#include <utility>

#include "registers.h"
#include "table.h"

namespace torchada::ptx {

namespace {

constexpr std::string_view kSpace = "torchada::ptx::";

struct Refusal {
  std::string problem;
  std::string group;
};

// The marks stand for operands until it is known how they are written.
constexpr char kMark = '\1';
std::string mark_of(unsigned number) { return kMark + std::to_string(number) + kMark; }

std::string type_of(const std::string& type) {
  static const std::map<std::string_view, std::string_view> kTypes = {
      {"pred", "bool"},           {"b8", "std::uint8_t"},
      {"u8", "std::uint8_t"},     {"s8", "std::int8_t"},
      {"b16", "std::uint16_t"},   {"u16", "std::uint16_t"},
      {"s16", "std::int16_t"},    {"f16", "std::uint16_t"},
      {"bf16", "std::uint16_t"},  {"b32", "std::uint32_t"},
      {"u32", "std::uint32_t"},   {"s32", "std::int32_t"},
      {"f16x2", "std::uint32_t"}, {"bf16x2", "std::uint32_t"},
      {"b64", "std::uint64_t"},   {"u64", "std::uint64_t"},
      {"s64", "std::int64_t"},    {"f32", "float"},
      {"f64", "double"},          {"b128", "torchada::ptx::Bits128"}};
  const auto found = kTypes.find(type);
  if (found == kTypes.end())
    throw Refusal{"registers of the type ." + type + " are not known", "syntax"};
  return std::string(found->second);
}

std::string opcode_of(const Instruction& instruction) {
  std::string text = instruction.opcode;
  for (const std::string& word : instruction.modifiers) text += "." + word;
  return text;
}

class Writer {
 public:
  explicit Writer(const AsmText& statement) : statement_(statement) {}

  void run(const Text& text, Translation* result) {
    find_labels(text);
    check_constraints();
    scopes_.emplace_back();
    for (const Item& item : text.items) write_item(item, result);
    std::string code = declarations_;
    if (labels_.empty()) {
      code += statements_;
    } else {
      code += "for (int ptx_at = 0; ptx_at >= 0;) { switch (ptx_at) { case 0: " + statements_ +
              "} ptx_at = -1; } ";
    }
    if (statement_.clobbers_memory && !touches_memory_) {
      code.insert(0, std::string(kSpace) + "keep_order(); ");
      code += std::string(kSpace) + "keep_order(); ";
      is_plain_ = false;
    }
    finish(std::move(code), result);
  }

 private:
  void find_labels(const Text& text) {
    for (const Item& item : text.items) {
      if (item.kind != Item::Kind::kLabel) continue;
      const int number = static_cast<int>(labels_.size()) + 1;
      if (!labels_.emplace(item.names[0], number).second) {
        throw Refusal{"the label " + item.names[0] + " stands twice", "syntax"};
      }
    }
  }

  void check_constraints() const {
    for (const AsmOperand& operand : statement_.operands) {
      const std::string& constraint = operand.constraint;
      const std::size_t first = constraint.find_first_not_of("=+&");
      const std::string letter = first == std::string::npos ? "" : constraint.substr(first);
      if (letter.size() != 1 || std::string("hrlfdnqb").find(letter) == std::string::npos) {
        throw Refusal{"the constraint \"" + constraint + "\" is not known", "syntax"};
      }
    }
  }

  void write_item(const Item& item, Translation* result) {
    switch (item.kind) {
      case Item::Kind::kOpen: scopes_.emplace_back(); break;
      case Item::Kind::kClose: scopes_.pop_back(); break;
      case Item::Kind::kDeclaration: declare(item); break;
      case Item::Kind::kLabel:
        statements_ += "[[fallthrough]]; case " + std::to_string(labels_[item.names[0]]) + ":; ";
        break;
      case Item::Kind::kInstruction:
        result->instruction = opcode_of(item.instruction);
        write_instruction(item.instruction);
        ++count_;
        break;
    }
  }

  void declare(const Item& item) {
    const std::string type = type_of(item.type);
    for (const std::string& name : item.names) {
      std::string variable = "ptx_";
      for (const char c : name) variable += c == '$' ? 'S' : c;
      const std::string plain = variable;
      for (int same = used_[plain]; used_.count(variable) != 0 && same > 0; ++same)
        variable = plain + "_" + std::to_string(same);
      ++used_[plain];
      if (variable != plain) ++used_[variable];
      scopes_.back()[name] = {variable, type};
    }
    is_plain_ = false;
  }

  // A register is declared when it is first used.
  std::string register_of(const std::string& name) {
    for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
      const auto found = scope->find(name);
      if (found == scope->end()) continue;
      auto& [variable, type] = found->second;
      if (!type.empty()) declarations_ += type + " " + variable + "{}; ";
      type.clear();
      return variable;
    }
    throw Refusal{"the register " + name + " is not declared", "syntax"};
  }

  void write_instruction(const Instruction& instruction) {
    std::string code;
    if (instruction.has_guard) {
      is_plain_ = false;
      code = "if (" + source(instruction.guard) + ") ";
    }
    if (instruction.opcode == "bra") {
      is_plain_ = false;
      const bool is_label =
          instruction.operands.size() == 1 && labels_.count(instruction.operands[0].text) != 0;
      if (!is_label) throw Refusal{"the label of `bra` is not there", "syntax"};
      statements_ += code + "{ ptx_at = " + std::to_string(labels_[instruction.operands[0].text]) +
                     "; continue; } ";
      return;
    }
    const Match match = find_row(instruction);
    if (match.row == nullptr) refuse_unknown(instruction, match);
    if (!match.row->reason.empty()) {
      throw Refusal{std::string(match.row->reason), std::string(match.row->group)};
    }
    if (match.row->effect != Effect::kNone) touches_memory_ = true;
    code += std::string(kSpace) + function_of(instruction, *match.row) + words_of(match) + "(" +
            arguments_of(instruction, *match.row) + ")";
    statements_ += code + "; ";
  }

  [[noreturn]] static void refuse_unknown(const Instruction& instruction, const Match& match) {
    for (const std::string& word : instruction.modifiers) {
      if (word.find("cluster") != std::string::npos) {
        throw Refusal{"clusters of blocks are not there", "cluster"};
      }
    }
    throw Refusal{match.is_name_known ? "these words or operands are not known of the instruction"
                                      : "the instruction is not known",
                  "unknown"};
  }

  static std::string function_of(const Instruction& instruction, const Row& row) {
    if (!row.function.empty()) return std::string(row.function);
    std::string name(row.name);
    // Names of C++'s operators, and one function for barriers of all names.
    if (name == "and" || name == "or" || name == "xor" || name == "not") return name + "_";
    if (row.operands == "0") return "bar_sync";
    if (name == "mad.lo.cc" || name == "mad.hi.cc") return "mad_cc";
    if (name == "prefetchu") return "prefetch";
    if (name == "setp") {
      if (instruction.operands[0].kind == Operand::Kind::kPair) name += "_both";
      if (instruction.operands.size() == 4) name += "_with";
    }
    std::replace(name.begin(), name.end(), '.', '_');
    return name;
  }

  static std::string words_of(const Match& match) {
    std::vector<std::string> words = match.words;
    if (match.row->name == "mad.lo.cc") words.insert(words.begin(), "lo");
    if (match.row->name == "mad.hi.cc") words.insert(words.begin(), "hi");
    std::string text = "<";
    for (std::string word : words) {
      const std::size_t colons = word.find("::");
      if (colons != std::string::npos) word.replace(colons, 2, "_");
      text += (text.size() > 1 ? ", " : "") + std::string(kSpace) + "_" + word;
    }
    return text + ">";
  }

  std::string arguments_of(const Instruction& instruction, const Row& row) {
    std::string text;
    const auto add = [&text](const std::string& argument) {
      text += (text.empty() ? "" : ", ") + argument;
    };
    for (std::size_t i = 0; i < instruction.operands.size(); ++i) {
      const char letter = row.operands[i];
      const Operand& operand = instruction.operands[i];
      if (letter == 'h' || letter == '0') continue;
      if (letter == 'b') {
        const bool is_pair = operand.kind == Operand::Kind::kPair;
        add(destination(is_pair ? operand.parts[0] : operand));
        if (is_pair) add(destination(operand.parts[1]));
        if (!is_pair && row.name != "setp") add(std::string(kSpace) + "sink()");
      } else if (letter == 'd' || letter == 'p' || letter == 'D') {
        add(destination(operand));
      } else if (letter == '@') {
        add(address(operand));
      } else {
        add(source(operand));
      }
    }
    if (row.operands.find('c') != std::string_view::npos) add(carry(instruction));
    return text;
  }

  std::string carry(const Instruction& instruction) {
    const bool sets = std::find(instruction.modifiers.begin(), instruction.modifiers.end(), "cc") !=
                      instruction.modifiers.end();
    const bool reads = instruction.opcode.back() == 'c';
    if (reads && !has_carry_) throw Refusal{"the carry comes from another statement", "carry"};
    if (!has_carry_) declarations_ += "std::uint32_t ptx_carry = 0; ";
    if (sets) has_carry_ = true;
    is_plain_ = false;
    return "ptx_carry";
  }

  std::string reference(const Operand& operand) {
    references_.push_back(operand.number);
    return mark_of(operand.number);
  }

  std::string destination(const Operand& operand) {
    switch (operand.kind) {
      case Operand::Kind::kSink: return std::string(kSpace) + "sink()";
      case Operand::Kind::kRegister: return register_of(operand.text);
      case Operand::Kind::kReference:
        if (!statement_.operands[operand.number].is_output) {
          throw Refusal{"an input is written", "syntax"};
        }
        return reference(operand);
      default: break;
    }
    std::string text;
    for (const Operand& part : operand.parts)
      text += (text.empty() ? "" : ", ") + destination(part);
    return std::string(kSpace) + "vec(" + text + ")";
  }

  std::string address(const Operand& operand) {
    const std::string base = source(operand.parts[0]);
    if (operand.offset.empty()) return base;
    std::string by = operand.offset;
    if (operand.parts.size() == 2) by = (by[0] == '-' ? "-" : "") + source(operand.parts[1]);
    return std::string(kSpace) + "offset(" + base + ", " + by + ")";
  }

  std::string source(const Operand& operand) {
    const std::string text = source_without_sign(operand);
    return operand.is_negated ? "!" + text : text;
  }

  std::string source_without_sign(const Operand& operand) {
    switch (operand.kind) {
      case Operand::Kind::kRegister: return register_of(operand.text);
      case Operand::Kind::kReference: return reference(operand);
      case Operand::Kind::kInteger: return integer(operand.text);
      case Operand::Kind::kFloat: return floating(operand.text);
      case Operand::Kind::kSpecial: return special(operand.text);
      case Operand::Kind::kVector: return source_vector(operand);
      default: throw Refusal{"an operand of another kind is expected", "syntax"};
    }
  }

  // Numbers in a vector get a place that a reference can lead to.
  std::string source_vector(const Operand& operand) {
    std::string text;
    for (const Operand& part : operand.parts) {
      if (part.kind != Operand::Kind::kRegister && part.kind != Operand::Kind::kReference) {
        throw Refusal{"a vector of anything but registers", "syntax"};
      }
      text += (text.empty() ? "" : ", ") + source(part);
    }
    return std::string(kSpace) + "vec(" + text + ")";
  }

  static std::string special(const std::string& name) {
    const std::string_view code = special_register(name);
    if (code.empty()) throw Refusal{"MUSA has no register %" + name, "register"};
    return std::string(kSpace) + std::string(code);
  }

  static std::string integer(std::string text) {
    const bool is_minus = text[0] == '-';
    std::string digits = text.substr(is_minus ? 1 : 0);
    while (!digits.empty() && (digits.back() == 'U' || digits.back() == 'u')) digits.pop_back();
    const bool is_hexadecimal =
        digits.size() > 2 && digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X');
    const std::string body = is_hexadecimal ? digits.substr(2) : digits;
    const std::string_view allowed = is_hexadecimal ? "0123456789abcdefABCDEF" : "0123456789";
    if (body.empty() || body.find_first_not_of(allowed) != std::string::npos) {
      throw Refusal{"the number " + text + " is not understood", "syntax"};
    }
    return (is_minus ? "-" : "") + digits + (is_hexadecimal ? "U" : "");
  }

  static std::string floating(const std::string& text) {
    const bool is_bits = text.size() > 2 && text[0] == '0' &&
                         std::string("fFdD").find(text[1]) != std::string::npos &&
                         text.find('.') == std::string::npos;
    if (!is_bits) return text;
    const bool is_double = text[1] == 'd' || text[1] == 'D';
    const std::string digits = text.substr(2);
    if (digits.size() != (is_double ? 16U : 8U) ||
        digits.find_first_not_of("0123456789abcdefABCDEF") != std::string::npos) {
      throw Refusal{"the number " + text + " is not understood", "syntax"};
    }
    return std::string(kSpace) + (is_double ? "f64_of_bits(0x" : "f32_of_bits(0x") + digits + "U)";
  }

  // Marks become ptx_0 and so on; a plain call is cut at them.
  void finish(std::string code, Translation* result) {
    bool in_order = count_ == 1 && is_plain_ && references_.size() == statement_.operands.size();
    for (std::size_t i = 0; i < references_.size() && in_order; ++i) in_order = references_[i] == i;
    result->is_plain = in_order;
    std::string named;
    std::string piece;
    for (std::size_t at = 0; at < code.size(); ++at) {
      if (code[at] != kMark) {
        named += code[at];
        piece += code[at];
        continue;
      }
      const std::size_t end = code.find(kMark, at + 1);
      named += "ptx_" + code.substr(at + 1, end - at - 1);
      result->pieces.push_back(std::move(piece));
      piece.clear();
      at = end;
    }
    // Whoever puts the statement there leaves its semicolon.
    while (!piece.empty() && (piece.back() == ' ' || piece.back() == ';')) piece.pop_back();
    result->pieces.push_back(std::move(piece));
    result->code = std::move(named);
    result->instruction.clear();
  }

  const AsmText& statement_;
  std::map<std::string, int> labels_;
  std::vector<std::map<std::string, std::pair<std::string, std::string>>> scopes_;
  std::map<std::string, int> used_ = {{"ptx_at", 1}, {"ptx_carry", 1}};
  std::string declarations_;
  std::string statements_;
  std::vector<unsigned> references_;
  std::size_t count_ = 0;
  bool is_plain_ = true;
  bool touches_memory_ = false;
  bool has_carry_ = false;
};

}  // namespace

Translation translate(const AsmText& statement) {
  std::vector<std::string> names;
  for (const AsmOperand& operand : statement.operands) names.push_back(operand.name);
  const Text text = parse(statement.text, names);
  Translation result;
  for (const Item& item : text.items) {
    if (item.kind != Item::Kind::kInstruction) continue;
    const std::string opcode = opcode_of(item.instruction);
    if (std::find(result.opcodes.begin(), result.opcodes.end(), opcode) == result.opcodes.end()) {
      result.opcodes.push_back(opcode);
    }
  }
  if (!text.error.empty()) {
    result.problem = text.error + ", before `" + statement.text.substr(text.error_place, 20) + "`";
    result.group = statement.text.find("tcgen05.") == std::string::npos ? "syntax" : "tcgen05";
    return result;
  }
  try {
    Writer(statement).run(text, &result);
  } catch (const Refusal& refusal) {
    result.code.clear();
    result.problem = refusal.problem;
    result.group = refusal.group;
  }
  return result;
}

}  // namespace torchada::ptx
