// Writes the calls that an asm statement becomes.
#include "torchada/ptx/translate.h"

#include <charconv>
#include <map>
#include <optional>
#include <utility>

#include "checks.h"
#include "constraint.h"
#include "registers.h"
#include "sizes.h"
#include "table.h"

namespace torchada::ptx {

namespace {

constexpr std::string_view kSpace = "::torchada::ptx::";

struct Refusal {
  std::string problem;
  std::string group;
};

// The place of a statement's operand in the calls.
struct Reference {
  unsigned number;
  std::size_t begin;
  std::size_t end;
};

// The declarations of the text.
struct Register {
  std::string variable;
  std::string type;  // of the variable; empty when that is declared
  Holder holder;
};

class Writer {
 public:
  explicit Writer(const AsmText& statement) : statement_(statement) {}

  void run(const Text& text, Translation* result) {
    find_labels(text);
    check_constraints();
    scopes_.emplace_back();
    for (const Item& item : text.items) {
      write_item(item);
      if (refusal_) return;
    }
    instruction_ = nullptr;
    if (is_carry_left_) throw Refusal{"the carry is for another statement", "carry"};
    const bool keeps_order = statement_.clobbers_memory && !touches_memory_;
    if (keeps_order || !labels_.empty()) is_plain_ = false;
    result->is_plain = is_plain_ && count_ == 1 && references_are_in_order();
    if (result->is_plain) cut_at_references(&result->pieces);
    const std::string order = keeps_order ? std::string(kSpace) + "keep_order(); " : "";
    const std::string at = statement_.variables + "at";
    std::string& code = result->code;
    code.reserve(declarations_.size() + statements_.size() + 128);
    code.append(order).append(declarations_);
    if (!labels_.empty())
      code += "for (int " + at + " = 0; " + at + " >= 0;) { switch (" + at + ") { case 0: ";
    code += statements_;
    if (!labels_.empty()) code += "} " + at + " = -1; } ";
    code += order;
  }

  // Why an instruction is refused, where that is known of it as such: thousands are, and exceptions cost time.
  const std::optional<Refusal>& refusal() const { return refusal_; }

  // The instruction that is refused, where one is.
  const Instruction* instruction() const { return instruction_; }

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

  // The number of a label that is seen from here; 0 for none.
  int number_of(const std::string& label) const {
    for (auto scope = open_.rbegin(); scope != open_.rend(); ++scope) {
      const auto found = labels_.find({*scope, label});
      if (found != labels_.end()) return found->second;
    }
    return 0;
  }

  void check_constraints() {
    for (unsigned i = 0; i < statement_.operands.size(); ++i) {
      const AsmOperand& operand = statement_.operands[i];
      const Constraint constraint = read_constraint(operand.constraint);
      holders_.push_back(holder_of_constraint(operand.constraint));
      const bool is_shared = constraint.output != Constraint::kNone;
      if (!constraint.is_known || constraint.is_written != operand.is_output ||
          (is_shared && !is_output(constraint.output))) {
        throw Refusal{"the constraint \"" + std::string(operand.constraint) + "\" is not known",
                      "syntax"};
      }
      if (is_shared) share(i, static_cast<unsigned>(constraint.output));
    }
  }

  bool is_output(std::size_t number) const {
    return number < statement_.operands.size() && statement_.operands[number].is_output;
  }

  // The input is in the register of the output.
  void share(unsigned input, unsigned output) {
    shared_[input] = output;
    holders_[input] = holders_[output];
    is_plain_ = false;
    statements_.append(kSpace).append("mov<").append(kSpace);
    statements_ += read_constraint(statement_.operands[output].constraint).type;
    statements_ += ">(" + variable_of(output) + ", " + variable_of(input) + "); ";
  }

  std::string variable_of(unsigned operand) const {
    return statement_.variables + std::to_string(operand);
  }

  void write_item(const Item& item) {
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
        instruction_ = &item.instruction;
        write_instruction(item.instruction);
        ++count_;
        break;
    }
  }

  void declare(const Item& item) {
    const std::string type(type_of_register(item.type));
    if (type.empty())
      throw Refusal{"registers of the type ." + item.type + " are not known", "syntax"};
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
      const Register declared{variable, type, holder_of_type(item.type)};
      if (!scopes_.back().emplace(name, declared).second) {
        throw Refusal{"the register " + name + " is declared twice", "syntax"};
      }
    }
    is_plain_ = false;
  }

  // Null where none of the name is seen from here.
  Register* find_register(const std::string& name) {
    for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
      const auto found = scope->find(name);
      if (found != scope->end()) return &found->second;
    }
    return nullptr;
  }

  Holder holder_of(const Operand& operand) {
    if (operand.kind == Operand::Kind::kReference) return holders_[operand.number];
    if (operand.kind != Operand::Kind::kRegister) return {};
    const Register* const found = find_register(operand.text);
    return found != nullptr ? found->holder : Holder();
  }

  // A register is declared when it is first used.
  std::string register_of(const std::string& name) {
    Register* const found = find_register(name);
    if (found == nullptr) throw Refusal{"the register " + name + " is not declared", "syntax"};
    if (!found->type.empty()) declarations_ += found->type + " " + found->variable + "{}; ";
    found->type.clear();
    return found->variable;
  }

  void write_instruction(const Instruction& instruction) {
    if (instruction.has_guard) {
      is_plain_ = false;
      statements_ += "if (";
      write_source(instruction.guard);
      refuse_if(wrong_guard(instruction.guard, holder_of(instruction.guard)));
      statements_ += ") ";
    }
    if (instruction.opcode == "bra") {
      write_branch(instruction);
      return;
    }
    refuse_if(wrong_numbers(instruction));
    const Match match = find_row(instruction);
    if (match.row == nullptr) refuse_unknown(instruction, match);
    if (!match.row->reason.empty()) {
      refusal_ = Refusal{std::string(match.row->reason), std::string(match.row->group)};
      return;
    }
    refuse_if(wrong_counts(instruction, *match.row));
    refuse_if(wrong_size(instruction, *match.row,
                         [this](const Operand& operand) { return holder_of(operand); }));
    refuse_if(wrong_range(instruction, *match.row));
    if (match.row->effect != Effect::kNone) touches_memory_ = true;
    statements_.append(kSpace).append(function_of(instruction, *match.row));
    write_words(match);
    write_arguments(instruction, *match.row);
    statements_ += "; ";
  }

  void write_branch(const Instruction& instruction) {
    is_plain_ = false;
    const int label =
        instruction.operands.size() == 1 ? number_of(instruction.operands[0].text) : 0;
    if (label == 0) throw Refusal{"the label of `bra` is not there", "syntax"};
    statements_ += "{ " + statement_.variables + "at = " + std::to_string(label) + "; continue; } ";
  }

  static void refuse_if(std::string_view problem) {
    if (!problem.empty()) throw Refusal{std::string(problem), "syntax"};
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

  void write_words(const Match& match) {
    const char* separator = "<";
    const auto write = [&](std::string_view word) {
      statements_.append(separator).append(kSpace).append(1, '_');
      const std::size_t colons = word.find("::");
      statements_ += word.substr(0, colons);
      if (colons != word.npos) statements_.append(1, '_').append(word.substr(colons + 2));
      separator = ", ";
    };
    if (match.row->name == "mad.lo.cc") write("lo");
    if (match.row->name == "mad.hi.cc") write("hi");
    for (const std::string_view word : match.words) write(word);
    if (*separator == '<') statements_ += '<';
    statements_ += '>';
  }

  void write_arguments(const Instruction& instruction, const Row& row) {
    const char* separator = "(";
    const auto next = [&] {
      statements_ += separator;
      separator = ", ";
    };
    for (std::size_t i = 0; i < instruction.operands.size(); ++i) {
      const char letter = row.operands[i];
      const Operand& operand = instruction.operands[i];
      if (letter == 'h' || letter == '0') continue;
      next();
      if (letter == 'b') {
        const bool is_pair = operand.kind == Operand::Kind::kPair;
        write_destination(is_pair ? operand.parts[0] : operand);
        if (is_pair || row.name != "setp") next();
        if (is_pair) write_destination(operand.parts[1]);
        if (!is_pair && row.name != "setp") statements_.append(kSpace).append("sink()");
      } else if (letter == 'd' || letter == 'p' || letter == 'D') {
        write_destination(operand);
      } else if (letter == '@') {
        write_address(operand);
      } else {
        write_source(operand);
      }
    }
    if (row.operands.find('c') != std::string_view::npos) {
      next();
      statements_ += carry(instruction);
    }
    if (*separator == '(') statements_ += '(';
    statements_ += ')';
  }

  std::string carry(const Instruction& instruction) {
    const bool sets = has_word(instruction, "cc");
    const bool reads = instruction.opcode.back() == 'c';
    if (reads && !has_carry_) throw Refusal{"the carry comes from another statement", "carry"};
    const std::string variable = statement_.variables + "carry";
    if (!has_carry_) declarations_ += "::std::uint32_t " + variable + " = 0; ";
    if (sets) has_carry_ = true;
    is_carry_left_ = sets;
    is_plain_ = false;
    return variable;
  }

  void write_reference(const Operand& operand) {
    const auto shared = shared_.find(operand.number);
    const unsigned number = shared == shared_.end() ? operand.number : shared->second;
    const std::size_t begin = statements_.size();
    char digits[16];
    const auto end = std::to_chars(digits, digits + sizeof digits, number);
    statements_.append(statement_.variables).append(digits, end.ptr);
    references_.push_back({number, begin, statements_.size()});
  }

  void write_destination(const Operand& operand) {
    switch (operand.kind) {
      case Operand::Kind::kSink: statements_.append(kSpace).append("sink()"); return;
      case Operand::Kind::kRegister: statements_ += register_of(operand.text); return;
      case Operand::Kind::kReference:
        if (!statement_.operands[operand.number].is_output) {
          throw Refusal{"an input is written", "syntax"};
        }
        write_reference(operand);
        return;
      default: break;
    }
    write_vector(operand, [this](const Operand& part) { write_destination(part); });
  }

  template <typename Write>
  void write_vector(const Operand& operand, Write&& write) {
    statements_.append(kSpace).append("vec(");
    const char* separator = "";
    for (const Operand& part : operand.parts) {
      statements_ += separator;
      separator = ", ";
      write(part);
    }
    statements_ += ')';
  }

  void write_address(const Operand& operand) {
    if (operand.offset.empty()) {
      write_source(operand.parts[0]);
      return;
    }
    statements_.append(kSpace).append("offset(");
    write_source(operand.parts[0]);
    statements_ += ", ";
    if (operand.offset[1] == '%') check_known(operand.parts[1]);
    if (operand.parts.size() == 2) {
      if (operand.offset[0] == '-') statements_ += '-';
      write_source(operand.parts[1]);
    } else {
      statements_ += operand.offset;
    }
    statements_ += ')';
  }

  // PTX calculates with numbers, not with registers.
  void check_known(const Operand& operand) const {
    if (statement_.operands[operand.number].constraint.find('n') == std::string_view::npos) {
      throw Refusal{"an operand of an expression that is no number", "syntax"};
    }
  }

  void write_source(const Operand& operand) {
    if (operand.has_minus) {
      check_known(operand);
      statements_ += "-static_cast<long long>(";
    } else if (operand.is_negated) {
      statements_ += '!';
    }
    write_positive_source(operand);
    if (operand.has_minus) statements_ += ')';
  }

  void write_positive_source(const Operand& operand) {
    switch (operand.kind) {
      case Operand::Kind::kRegister: statements_ += register_of(operand.text); break;
      case Operand::Kind::kReference: write_reference(operand); break;
      case Operand::Kind::kInteger:
      case Operand::Kind::kFloat: statements_ += operand.text; break;
      case Operand::Kind::kSpecial: statements_ += special(operand.text); break;
      case Operand::Kind::kVector: write_source_vector(operand); break;
      default: throw Refusal{"an operand of another kind is expected", "syntax"};
    }
  }

  // Numbers in a vector stay as long as the call that they are for.
  void write_source_vector(const Operand& operand) {
    write_vector(operand, [this](const Operand& part) {
      if (part.kind == Operand::Kind::kVector) throw Refusal{"a vector in a vector", "syntax"};
      write_source(part);
    });
  }

  static std::string special(const std::string& name) {
    const std::string_view code = special_register(name);
    if (code.empty()) throw Refusal{"MUSA has no register %" + name, "register"};
    return std::string(kSpace) + std::string(code);
  }

  // Each operand of the statement once, first to last.
  bool references_are_in_order() const {
    if (references_.size() != statement_.operands.size()) return false;
    for (std::size_t i = 0; i < references_.size(); ++i) {
      if (references_[i].number != i) return false;
    }
    return true;
  }

  // Whoever puts the statement there leaves its semicolon.
  void cut_at_references(std::vector<std::string>* pieces) const {
    std::size_t at = 0;
    for (const Reference& one : references_) {
      pieces->push_back(statements_.substr(at, one.begin - at));
      at = one.end;
    }
    pieces->push_back(statements_.substr(at, statements_.find_last_not_of(" ;") + 1 - at));
  }

  using Label = std::pair<int, std::string>;  // the number of its scope, its name

  const AsmText& statement_;
  std::vector<Holder> holders_;  // of the statement's operands
  std::map<Label, int> labels_;
  std::vector<int> open_ = {0};  // numbers of scopes
  int opened_ = 0;
  std::map<unsigned, unsigned> shared_;  // inputs in the register of an output
  std::vector<std::map<std::string, Register>> scopes_;
  std::map<std::string, int> used_ = {{statement_.variables + "at", 1},
                                      {statement_.variables + "carry", 1}};
  std::string declarations_;
  std::string statements_;
  std::vector<Reference> references_;
  std::optional<Refusal> refusal_;
  const Instruction* instruction_ = nullptr;
  std::size_t count_ = 0;
  bool is_plain_ = true;
  bool touches_memory_ = false;
  bool has_carry_ = false;
  bool is_carry_left_ = false;  // set, and not read since
};

}  // namespace

Translation translate(const AsmText& statement) {
  const Text text = parse(statement.text, statement.operands);
  Translation result;
  result.opcodes = opcodes_of(text);
  if (!text.error.empty()) {
    result.problem = text.error + ", before `" + statement.text.substr(text.error_place, 20) + "`";
    result.group = "syntax";
    return result;
  }
  Writer writer(statement);
  std::optional<Refusal> refusal;
  try {
    writer.run(text, &result);
    refusal = writer.refusal();
  } catch (const Refusal& thrown) {
    refusal = thrown;
  }
  if (!refusal) return result;
  result.problem = refusal->problem;
  result.group = refusal->group;
  if (writer.instruction() != nullptr) result.instruction = opcode_of(*writer.instruction());
  return result;
}

}  // namespace torchada::ptx
