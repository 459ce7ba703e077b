// Reads the text of an asm statement.
#include "torchada/ptx/parse.h"

#include <algorithm>
#include <map>

#include "constant.h"
#include "registers.h"

namespace torchada::ptx {

namespace {

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
}
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

struct Failure {
  std::string text;
  std::size_t place;
};

constexpr int kDeepest = 64;
constexpr std::size_t kMostRegisters = 16384;
constexpr const char* kComponents[] = {".x", ".y", ".z", ".w"};

class Parser {
 public:
  Parser(std::string_view text, const std::vector<AsmOperand>& operands)
      : text_(text), operands_(operands) {}

  Text run() {
    Text result;
    try {
      int depth = 0;
      for (skip(); at_ < text_.size(); skip()) {
        if (take(';')) continue;
        Item item;
        item.place = at_;
        read_item(&item);
        if (item.kind == Item::Kind::kOpen) {
          ++depth;
          vectors_.emplace_back();
        }
        if (item.kind == Item::Kind::kClose) {
          if (--depth < 0) fail_at("`}` without `{`", item.place);
          vectors_.pop_back();
        }
        result.items.push_back(std::move(item));
      }
      if (depth > 0) fail_at("`{` without `}`", text_.size());
    } catch (const Failure& failure) {
      result.error = failure.text;
      result.error_place = failure.place;
    }
    return result;
  }

 private:
  [[noreturn]] static void fail_at(std::string text, std::size_t place) {
    throw Failure{std::move(text), place};
  }
  [[noreturn]] void fail(std::string text) const { fail_at(std::move(text), at_); }

  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }

  // Blanks and comments.
  void skip() {
    for (;;) {
      while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
      if (peek() != '/' || (peek(1) != '/' && peek(1) != '*')) return;
      const std::string_view two = text_.substr(at_, 2);
      const std::size_t end = two == "//" ? text_.find('\n', at_) : text_.find("*/", at_ + 2);
      if (end == std::string_view::npos && two == "/*") fail("a comment without an end");
      at_ = end == std::string_view::npos ? text_.size() : end + (two == "//" ? 1 : 2);
    }
  }

  bool take(char c) {
    skip();
    if (peek() != c) return false;
    ++at_;
    return true;
  }

  void expect(char c) {
    if (!take(c)) fail(std::string("`") + c + "` is missing");
  }

  // Letters, digits and `%=`, which is a number of GNU's that differs from statement to statement. It becomes `=`, which
  // no other name has.
  std::string read_name() {
    std::string name;
    for (;;) {
      if (is_letter(peek()) || (is_digit(peek()) && !name.empty())) {
        name += text_[at_++];
      } else if (peek() == '%' && peek(1) == '=') {
        name += '=';
        at_ += 2;
      } else {
        return name;
      }
    }
  }

  // mov, L1::no_allocate, 2d
  std::string read_word() {
    std::string word;
    while (is_letter(peek()) || is_digit(peek()) || (peek() == ':' && peek(1) == ':')) {
      if (peek() == ':') word += text_[at_++];
      word += text_[at_++];
    }
    return word;
  }

  void read_item(Item* item) {
    if (take('{')) {
      item->kind = Item::Kind::kOpen;
    } else if (take('}')) {
      item->kind = Item::Kind::kClose;
    } else if (peek() == '.') {
      read_declaration(item);
    } else if (!read_label(item)) {
      read_instruction(&item->instruction);
    }
  }

  bool read_label(Item* item) {
    const std::size_t begin = at_;
    std::string name = read_register_name();
    skip();
    if (!name.empty() && peek() == ':' && peek(1) != ':') {
      ++at_;
      item->kind = Item::Kind::kLabel;
      item->names.push_back(std::move(name));
      return true;
    }
    at_ = begin;
    return false;
  }

  void read_declaration(Item* item) {
    const std::size_t begin = at_++;
    const std::string directive = read_word();
    if (directive == "pragma") return read_pragma(item);
    if (directive != "reg") fail_at("the directive ." + directive + " is not known", begin);
    item->kind = Item::Kind::kDeclaration;
    std::size_t count = 1;
    expect('.');
    item->type = read_word();
    for (; take('.'); item->type = read_word()) {
      if (item->type != "v2" && item->type != "v4") fail("a register of two types");
      count = item->type == "v2" ? 2 : 4;
    }
    do {
      skip();
      std::string name = read_register_name();
      if (name.empty()) fail("the name of a register is missing");
      std::vector<std::string> names;
      if (take('<')) {
        declare_several(name, &names);
      } else {
        names.push_back(std::move(name));
      }
      for (const std::string& one : names) declare(one, count, &item->names);
    } while (take(','));
    end_statement();
  }

  // A hint for the assembler.
  void read_pragma(Item* item) {
    item->kind = Item::Kind::kPragma;
    while (at_ < text_.size() && peek() != ';') ++at_;
    end_statement();
  }

  // A vector is its components.
  void declare(const std::string& name, std::size_t count, std::vector<std::string>* names) {
    vectors_.back()[name] = count;
    if (count == 1) names->push_back(name);
    for (std::size_t i = 0; i < count && count > 1; ++i) names->push_back(name + kComponents[i]);
  }

  // The number of the register's components; 1 for one that is not declared.
  std::size_t size_of(const std::string& name) const {
    for (auto scope = vectors_.rbegin(); scope != vectors_.rend(); ++scope) {
      const auto found = scope->find(name);
      if (found != scope->end()) return found->second;
    }
    return 1;
  }

  // Behind the name of a register: v.x, which is one of its components; v, which is all of them.
  Operand register_of(std::string name) {
    Operand operand;
    operand.kind = Operand::Kind::kRegister;
    const std::size_t count = size_of(name);
    if (count == 1) {
      operand.text = std::move(name);
      return operand;
    }
    if (take('.')) {
      const std::string component = read_word();
      const std::size_t number = std::min(std::string_view("xyzw").find(component),
                                          std::string_view("rgba").find(component));
      if (component.size() != 1 || number >= count) fail("there is no such component");
      operand.text = name + kComponents[number];
      return operand;
    }
    operand.kind = Operand::Kind::kVector;
    for (std::size_t i = 0; i < count; ++i) {
      Operand part;
      part.kind = Operand::Kind::kRegister;
      part.text = name + kComponents[i];
      operand.parts.push_back(std::move(part));
    }
    return operand;
  }

  void declare_several(const std::string& name, std::vector<std::string>* names) {
    skip();
    std::size_t count = 0;
    while (is_digit(peek()) && count < kMostRegisters) {
      count = count * 10 + static_cast<std::size_t>(text_[at_++] - '0');
    }
    if (count == 0 || count >= kMostRegisters) fail("the number of registers is missing, or large");
    expect('>');
    for (std::size_t i = 0; i < count; ++i) names->push_back(name + std::to_string(i));
  }

  // Names may begin with a percent sign, which GNU's rules double. `%a` is another name than `a`.
  std::string read_register_name() {
    std::string mark;
    for (; peek() == '%' && peek(1) != '='; ++at_) mark = "%";
    const std::string name = read_name();
    return name.empty() ? name : mark + name;
  }

  void end_statement() {
    skip();
    if (at_ == text_.size() || peek() == '}') return;
    expect(';');
  }

  void read_instruction(Instruction* instruction) {
    if (take('@')) {
      instruction->has_guard = true;
      skip();
      const bool is_negated = take('!');
      skip();
      instruction->guard = read_operand();
      instruction->guard.is_negated = is_negated;
      skip();
    }
    const std::size_t begin = at_;
    if (is_letter(peek())) instruction->opcode = read_word();
    if (instruction->opcode.empty()) fail_at("an instruction is missing", begin);
    while (take('.')) {
      skip();
      instruction->modifiers.push_back(read_word());
      if (instruction->modifiers.back().empty()) fail("a word is missing after the dot");
    }
    skip();
    if (peek() == '%' && instruction->modifiers.empty())
      fail("an operand in the name of an instruction");
    if (peek() != ';' && peek() != '}' && at_ < text_.size()) {
      do {
        skip();
        instruction->operands.push_back(read_operand());
      } while (take(','));
    }
    end_statement();
  }

  Operand read_operand() {
    Operand operand = read_simple_operand();
    skip();
    if (peek() == '+' || peek() == '-') fail("a sum is an operand only in brackets");
    if (!take('|')) return operand;
    Operand pair;
    pair.kind = Operand::Kind::kPair;
    skip();
    pair.parts.push_back(std::move(operand));
    pair.parts.push_back(read_simple_operand());
    return pair;
  }

  Operand read_simple_operand() {
    if (++depth_ > kDeepest) fail("braces that are too deep");
    Operand operand = read_operand_here();
    --depth_;
    return operand;
  }

  Operand read_operand_here() {
    if (take('{')) return read_vector();
    if (take('[')) return read_address();
    if (is_minus_of_operand()) {
      take('-');
      skip();
      Operand operand = read_percent();
      operand.has_minus = true;
      return operand;
    }
    if (begins_constant(text_, at_)) return read_number();
    if (take('!')) {
      skip();
      Operand operand = read_simple_operand();
      operand.is_negated = !operand.is_negated;
      return operand;
    }
    if (peek() == '%') return read_percent();
    std::string name = read_name();
    if (name.empty()) fail("an operand is missing");
    if (name == "_") return {};
    return register_of(std::move(name));
  }

  // -%0
  bool is_minus_of_operand() const {
    if (peek() != '-') return false;
    const std::size_t next = text_.find_first_not_of(" \t", at_ + 1);
    return next < text_.size() - 1 && text_[next] == '%' &&
           (is_digit(text_[next + 1]) || text_[next + 1] == '[');
  }

  Operand read_vector() {
    Operand operand;
    operand.kind = Operand::Kind::kVector;
    const std::size_t end = std::min(text_.find('}', at_), text_.size());
    const auto commas = std::count(text_.begin() + static_cast<std::ptrdiff_t>(at_),
                                   text_.begin() + static_cast<std::ptrdiff_t>(end), ',');
    operand.parts.reserve(static_cast<std::size_t>(commas) + 1);
    do {
      skip();
      if (!read_reference(&operand.parts.emplace_back())) operand.parts.back() = read_operand();
    } while (take(','));
    expect('}');
    return operand;
  }

  Operand read_address() {
    Operand operand;
    operand.kind = Operand::Kind::kAddress;
    skip();
    operand.parts.push_back(read_simple_operand());
    skip();
    if (peek() == '+' || peek() == '-') read_offset(&operand);
    // Coordinates in a tensor.
    while (take(',')) {
      skip();
      operand.parts.push_back(read_simple_operand());
    }
    expect(']');
    return operand;
  }

  // Behind the base of an address: +16, -(4 * 2), + %1
  void read_offset(Operand* address) {
    const std::size_t begin = at_;
    const bool is_minus = text_[at_++] == '-';
    skip();
    if (peek() == '%') {
      Operand offset = read_percent();
      if (offset.kind != Operand::Kind::kReference)
        fail("what is added to an address is no number");
      address->parts.push_back(std::move(offset));
      address->offset = is_minus ? "-%" : "+%";
      return;
    }
    at_ = begin;
    const Operand offset = read_number();
    if (offset.kind != Operand::Kind::kInteger) fail("what is added to an address is no number");
    address->offset = offset.text;
  }

  Operand read_number() {
    Constant constant = read_constant(text_, &at_);
    if (!constant.error.empty()) fail(constant.error);
    Operand operand;
    operand.kind = constant.is_float ? Operand::Kind::kFloat : Operand::Kind::kInteger;
    operand.text = std::move(constant.text);
    return operand;
  }

  // %0
  bool read_reference(Operand* operand) {
    if (peek() != '%' || !is_digit(peek(1))) return false;
    const std::size_t begin = at_++;
    operand->kind = Operand::Kind::kReference;
    while (is_digit(peek()) && operand->number < 1000) {
      operand->number = operand->number * 10 + static_cast<unsigned>(text_[at_++] - '0');
    }
    if (operand->number >= operands_.size()) fail_at("there is no such operand", begin);
    return true;
  }

  // %0, %[name], %%laneid, %tid.x, %%r1
  Operand read_percent() {
    Operand operand;
    if (read_reference(&operand)) return operand;
    const std::size_t begin = at_++;
    if (take('[')) {
      const std::string name = read_name();
      expect(']');
      const auto found = std::find_if(operands_.begin(), operands_.end(),
                                      [&name](const AsmOperand& one) { return one.name == name; });
      if (name.empty() || found == operands_.end()) fail_at("there is no such operand", begin);
      operand.kind = Operand::Kind::kReference;
      operand.number = static_cast<unsigned>(found - operands_.begin());
      return operand;
    }
    if (peek() == '%') ++at_;
    std::string name = read_name();
    if (name.empty()) fail_at("a name is missing behind `%`", begin);
    const std::size_t end = at_;
    operand.text = name;
    if (peek() == '.' && is_letter(peek(1))) {
      ++at_;
      operand.text += "." + read_name();
    }
    operand.kind = Operand::Kind::kSpecial;
    if (is_special_register(operand.text)) return operand;
    at_ = end;
    operand.text = std::move(name);
    if (is_special_register(operand.text)) return operand;
    return register_of("%" + operand.text);
  }

  const std::string_view text_;
  const std::vector<AsmOperand>& operands_;
  std::size_t at_ = 0;
  int depth_ = 0;  // of operands
  // By scope: the components that its registers have.
  std::vector<std::map<std::string, std::size_t>> vectors_ =
      std::vector<std::map<std::string, std::size_t>>(1);
};

}  // namespace

Text parse(std::string_view text, const std::vector<AsmOperand>& operands) {
  return Parser(text, operands).run();
}

std::string opcode_of(const Instruction& instruction) {
  std::string text = instruction.opcode;
  for (const std::string& word : instruction.modifiers) text += "." + word;
  return text;
}

std::vector<std::string> opcodes_of(const Text& text) {
  std::vector<std::string> opcodes;
  for (const Item& item : text.items) {
    const bool is_pragma = item.kind == Item::Kind::kPragma;
    if (item.kind != Item::Kind::kInstruction && !is_pragma) continue;
    std::string opcode = is_pragma ? ".pragma" : opcode_of(item.instruction);
    if (std::find(opcodes.begin(), opcodes.end(), opcode) == opcodes.end()) {
      opcodes.push_back(std::move(opcode));
    }
  }
  return opcodes;
}

}  // namespace torchada::ptx
