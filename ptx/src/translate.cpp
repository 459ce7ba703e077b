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
    if (is_carry_left_) throw Refusal{"the carry is for another statement", "carry"};
    std::string code = declarations_;
    if (labels_.empty()) {
      code += statements_;
    } else {
      const std::string at = statement_.variables + "at";
      code += "for (int " + at + " = 0; " + at + " >= 0;) { switch (" + at +
              ") { case 0: " + statements_ + "} " + at + " = -1; } ";
    }
    if (statement_.clobbers_memory && !touches_memory_) {
      code.insert(0, std::string(kSpace) + "keep_order(); ");
      code += std::string(kSpace) + "keep_order(); ";
      is_plain_ = false;
    }
    finish(std::move(code), result);
  }

 private:
  // Labels belong to the scope that they stand in; scopes are counted as they open.
  void find_labels(const Text& text) {
    std::vector<int> open = {0};
    int scopes = 0;
    for (const Item& item : text.items) {
      if (item.kind == Item::Kind::kOpen) open.push_back(++scopes);
      if (item.kind == Item::Kind::kClose) open.pop_back();
      if (item.kind != Item::Kind::kLabel) continue;
      const int number = static_cast<int>(labels_.size()) + 1;
      if (!labels_.emplace(Label{open.back(), item.names[0]}, number).second) {
        throw Refusal{"the label " + item.names[0] + " stands twice", "syntax"};
      }
    }
  }

  // Of a label that is seen from here; 0 for none.
  int number_of(const std::string& label) const {
    for (auto scope = open_.rbegin(); scope != open_.rend(); ++scope) {
      const auto found = labels_.find({*scope, label});
      if (found != labels_.end()) return found->second;
    }
    return 0;
  }

  // The first of operands that share a register.
  void check_constraints() {
    for (std::size_t i = 0; i < statement_.operands.size(); ++i) {
      const AsmOperand& operand = statement_.operands[i];
      std::string letters;
      bool is_written = false;
      for (const char c : operand.constraint) {
        if (c == '=' || c == '+') is_written = true;
        if (std::string_view("=+&%").find(c) == std::string_view::npos) letters += c;
      }
      const std::size_t number = matched_output(letters);
      if (number < statement_.operands.size() && !operand.is_output) {
        share(static_cast<unsigned>(i), static_cast<unsigned>(number));
      } else if (letters.empty() || letters.find_first_not_of("hrlfdqnb") != std::string::npos ||
                 is_written != operand.is_output) {
        throw Refusal{"the constraint \"" + operand.constraint + "\" is not known", "syntax"};
      }
    }
  }

  // "0": the operand is in the register of that output.
  std::size_t matched_output(const std::string& letters) const {
    const std::size_t none = statement_.operands.size();
    if (letters.empty() || letters.size() > 2) return none;
    std::size_t number = 0;
    for (const char c : letters) {
      if (c < '0' || c > '9') return none;
      number = number * 10 + static_cast<std::size_t>(c - '0');
    }
    return number < none && statement_.operands[number].is_output ? number : none;
  }

  void share(unsigned input, unsigned output) {
    const std::string& constraint = statement_.operands[output].constraint;
    const char letter = constraint.empty() ? ' ' : constraint.back();
    const char* const type = letter == 'h'   ? "_b16"
                             : letter == 'l' ? "_b64"
                             : letter == 'f' ? "_f32"
                             : letter == 'd' ? "_f64"
                             : letter == 'q' ? "_b128"
                                             : "_b32";
    shared_[input] = output;
    is_plain_ = false;
    statements_ += std::string(kSpace) + "mov<" + std::string(kSpace) + type + ">(" +
                   mark_of(output) + ", " + mark_of(input) + "); ";
  }

  void write_item(const Item& item, Translation* result) {
    switch (item.kind) {
      case Item::Kind::kOpen:
        scopes_.emplace_back();
        open_.push_back(++opened_);
        break;
      case Item::Kind::kClose:
        scopes_.pop_back();
        open_.pop_back();
        break;
      case Item::Kind::kDeclaration: declare(item); break;
      case Item::Kind::kPragma:
        statements_ += "; ";
        is_plain_ = false;
        break;
      case Item::Kind::kLabel:
        statements_ += "[[fallthrough]]; case " + std::to_string(number_of(item.names[0])) + ":; ";
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
      std::string variable = statement_.variables;
      for (const char c : name) {
        if (c != '%') variable += c == '$' ? 'S' : c == '=' ? 'U' : c == '.' ? '_' : c;
      }
      const std::string plain = variable;
      for (int same = used_[plain]; used_.count(variable) != 0 && same > 0; ++same)
        variable = plain + "_" + std::to_string(same);
      ++used_[plain];
      if (variable != plain) ++used_[variable];
      if (!scopes_.back().emplace(name, std::make_pair(variable, type)).second) {
        throw Refusal{"the register " + name + " is declared twice", "syntax"};
      }
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
      const int label =
          instruction.operands.size() == 1 ? number_of(instruction.operands[0].text) : 0;
      if (label == 0) throw Refusal{"the label of `bra` is not there", "syntax"};
      statements_ +=
          code + "{ " + statement_.variables + "at = " + std::to_string(label) + "; continue; } ";
      return;
    }
    check_numbers(instruction);
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

  // A number like 1.5 has a meaning only where floats or doubles are operands.
  static void check_numbers(const Instruction& instruction) {
    const std::vector<std::string>& words = instruction.modifiers;
    if (instruction.opcode == "createpolicy") return;  // a fraction
    const auto is_wide = [](const std::string& word) { return word == "f32" || word == "f64"; };
    if (std::any_of(words.begin(), words.end(), is_wide)) return;
    const auto is_decimal = [](const Operand& operand) {
      return operand.kind == Operand::Kind::kFloat &&
             operand.text.find("_of_bits") == std::string::npos;
    };
    for (const Operand& operand : instruction.operands) {
      if (is_decimal(operand) ||
          std::any_of(operand.parts.begin(), operand.parts.end(), is_decimal))
        throw Refusal{"a number with a point where the type is not f32 or f64", "syntax"};
    }
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
    const std::string variable = statement_.variables + "carry";
    if (!has_carry_) declarations_ += "std::uint32_t " + variable + " = 0; ";
    if (sets) has_carry_ = true;
    is_carry_left_ = sets;
    is_plain_ = false;
    return variable;
  }

  std::string reference(const Operand& operand) {
    const auto shared = shared_.find(operand.number);
    references_.push_back(shared == shared_.end() ? operand.number : shared->second);
    return mark_of(references_.back());
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
      case Operand::Kind::kInteger:
      case Operand::Kind::kFloat: return operand.text;
      case Operand::Kind::kSpecial: return special(operand.text);
      case Operand::Kind::kVector: return source_vector(operand);
      default: throw Refusal{"an operand of another kind is expected", "syntax"};
    }
  }

  // Numbers in a vector stay as long as the call that they are for.
  std::string source_vector(const Operand& operand) {
    std::string text;
    for (const Operand& part : operand.parts) {
      if (part.kind == Operand::Kind::kVector) throw Refusal{"a vector in a vector", "syntax"};
      text += (text.empty() ? "" : ", ") + source(part);
    }
    return std::string(kSpace) + "vec(" + text + ")";
  }

  static std::string special(const std::string& name) {
    const std::string_view code = special_register(name);
    if (code.empty()) throw Refusal{"MUSA has no register %" + name, "register"};
    return std::string(kSpace) + std::string(code);
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
      named += statement_.variables + code.substr(at + 1, end - at - 1);
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

  using Label = std::pair<int, std::string>;  // the number of its scope, its name

  const AsmText& statement_;
  std::map<Label, int> labels_;
  std::vector<int> open_ = {0};  // numbers of scopes
  int opened_ = 0;
  std::map<unsigned, unsigned> shared_;  // inputs in the register of an output
  std::vector<std::map<std::string, std::pair<std::string, std::string>>> scopes_;
  std::map<std::string, int> used_ = {{statement_.variables + "at", 1},
                                      {statement_.variables + "carry", 1}};
  std::string declarations_;
  std::string statements_;
  std::vector<unsigned> references_;
  std::size_t count_ = 0;
  bool is_plain_ = true;
  bool touches_memory_ = false;
  bool has_carry_ = false;
  bool is_carry_left_ = false;  // set, and not read since
};

bool is_part_of_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// Whether a word of the text begins so.
bool has_word(std::string_view text, std::string_view begin) {
  for (std::size_t at = text.find(begin); at != std::string_view::npos;
       at = text.find(begin, at + 1)) {
    if (at == 0 || !is_part_of_word(text[at - 1])) return true;
  }
  return false;
}

}  // namespace

std::string free_prefix(const std::vector<std::string_view>& expressions) {
  std::string prefix = "ptx_";
  for (int number = 1;; ++number) {
    const auto is_taken = [&prefix](std::string_view text) { return has_word(text, prefix); };
    if (std::none_of(expressions.begin(), expressions.end(), is_taken)) return prefix;
    prefix = "ptx" + std::to_string(number) + "_";
  }
}

Translation translate(const AsmText& statement) {
  std::vector<std::string> names;
  for (const AsmOperand& operand : statement.operands) names.push_back(operand.name);
  const Text text = parse(statement.text, names);
  Translation result;
  for (const Item& item : text.items) {
    if (item.kind != Item::Kind::kInstruction && item.kind != Item::Kind::kPragma) continue;
    const bool is_pragma = item.kind == Item::Kind::kPragma;
    const std::string opcode = is_pragma ? ".pragma" : opcode_of(item.instruction);
    if (std::find(result.opcodes.begin(), result.opcodes.end(), opcode) == result.opcodes.end()) {
      result.opcodes.push_back(opcode);
    }
  }
  if (!text.error.empty()) {
    result.problem = text.error + ", before `" + statement.text.substr(text.error_place, 20) + "`";
    result.group = "syntax";
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
