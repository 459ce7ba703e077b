// Reads the text of an asm statement.
#include "torchada/ptx/parse.h"

#include <algorithm>
#include <cctype>

#include "registers.h"

namespace torchada::ptx {

namespace {

bool is_letter(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$';
}
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

struct Failure {
  std::string text;
  std::size_t place;
};

constexpr std::size_t kMostRegisters = 1024;

class Parser {
 public:
  Parser(std::string_view text, const std::vector<std::string>& operands)
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
        if (item.kind == Item::Kind::kOpen) ++depth;
        if (item.kind == Item::Kind::kClose && --depth < 0) fail_at("`}` without `{`", item.place);
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
      while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
      const std::string_view two = text_.substr(at_, 2);
      if (two != "//" && two != "/*") return;
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

  // Letters, digits and `%=`, which is a number of GNU's that differs from statement to statement.
  std::string read_name() {
    std::string name;
    for (;;) {
      if (is_letter(peek()) || (is_digit(peek()) && !name.empty())) {
        name += text_[at_++];
      } else if (peek() == '%' && peek(1) == '=') {
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
    const std::string name = read_name();
    skip();
    if (!name.empty() && peek() == ':' && peek(1) != ':') {
      ++at_;
      item->kind = Item::Kind::kLabel;
      item->names.push_back(name);
      return true;
    }
    at_ = begin;
    return false;
  }

  void read_declaration(Item* item) {
    const std::size_t begin = at_++;
    const std::string directive = read_word();
    if (directive != "reg") fail_at("the directive ." + directive + " is not known", begin);
    item->kind = Item::Kind::kDeclaration;
    expect('.');
    item->type = read_word();
    skip();
    if (peek() == '.') fail("registers that are vectors are not known");
    do {
      skip();
      std::string name = read_register_name();
      if (name.empty()) fail("the name of a register is missing");
      if (take('<')) {
        declare_several(name, &item->names);
      } else {
        item->names.push_back(std::move(name));
      }
    } while (take(','));
    end_statement();
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

  // Register names may begin with a percent sign, which GNU's rules double.
  std::string read_register_name() {
    while (peek() == '%' && peek(1) != '=') ++at_;
    return read_name();
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
    if (!take('|')) return operand;
    Operand pair;
    pair.kind = Operand::Kind::kPair;
    skip();
    pair.parts.push_back(std::move(operand));
    pair.parts.push_back(read_simple_operand());
    return pair;
  }

  Operand read_simple_operand() {
    if (take('{')) return read_vector();
    if (take('[')) return read_address();
    if (take('!')) {
      skip();
      Operand operand = read_simple_operand();
      operand.is_negated = true;
      return operand;
    }
    if (is_digit(peek()) || peek() == '-' || peek() == '+') return read_number();
    if (peek() == '%') return read_percent();
    Operand operand;
    operand.text = read_name();
    if (operand.text.empty()) fail("an operand is missing");
    if (operand.text != "_") operand.kind = Operand::Kind::kRegister;
    if (operand.text == "WARP_SZ") operand = {Operand::Kind::kInteger, "32", 0, false, {}, {}};
    return operand;
  }

  Operand read_vector() {
    Operand operand;
    operand.kind = Operand::Kind::kVector;
    do {
      skip();
      operand.parts.push_back(read_operand());
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
    if (peek() == '+' || peek() == '-') {
      const bool is_minus = text_[at_++] == '-';
      skip();
      const Operand offset = read_simple_operand();
      if (offset.kind != Operand::Kind::kInteger && offset.kind != Operand::Kind::kReference) {
        fail("what is added to an address is no number");
      }
      if (offset.kind == Operand::Kind::kReference) {
        operand.parts.push_back(offset);
        operand.offset = is_minus ? "-%" : "+%";
      } else {
        operand.offset = (is_minus ? "-" : "") + offset.text;
      }
    }
    // Coordinates in a tensor.
    while (take(',')) {
      skip();
      operand.parts.push_back(read_simple_operand());
    }
    expect(']');
    return operand;
  }

  Operand read_number() {
    Operand operand;
    operand.kind = Operand::Kind::kInteger;
    if (peek() == '-' || peek() == '+') {
      if (text_[at_++] == '-') operand.text = "-";
      skip();
      if (!is_digit(peek())) fail("a number is missing behind its sign");
    }
    const bool is_hexadecimal = peek() == '0' && (peek(1) == 'x' || peek(1) == 'X');
    const char mark = peek() == '0' ? peek(1) : '\0';
    if (mark == 'f' || mark == 'F' || mark == 'd' || mark == 'D')
      operand.kind = Operand::Kind::kFloat;
    while (is_digit(peek()) || is_letter(peek()) || peek() == '.') {
      if (peek() == '.' || (!is_hexadecimal && (peek() == 'e' || peek() == 'E'))) {
        operand.kind = Operand::Kind::kFloat;
      }
      operand.text += text_[at_++];
    }
    return operand;
  }

  // %0, %[name], %%laneid, %tid.x, %%r1
  Operand read_percent() {
    const std::size_t begin = at_++;
    Operand operand;
    if (is_digit(peek())) {
      operand.kind = Operand::Kind::kReference;
      while (is_digit(peek()) && operand.number < 1000) {
        operand.number = operand.number * 10 + static_cast<unsigned>(text_[at_++] - '0');
      }
      if (operand.number >= operands_.size()) fail_at("there is no such operand", begin);
      return operand;
    }
    if (take('[')) {
      const std::string name = read_name();
      expect(']');
      const auto found = std::find(operands_.begin(), operands_.end(), name);
      if (name.empty() || found == operands_.end()) fail_at("there is no such operand", begin);
      operand.kind = Operand::Kind::kReference;
      operand.number = static_cast<unsigned>(found - operands_.begin());
      return operand;
    }
    if (peek() == '%') ++at_;
    operand.text = read_name();
    if (peek() == '.' && is_letter(peek(1))) {
      operand.text += text_[at_++];
      operand.text += read_name();
    }
    if (operand.text.empty()) fail_at("a name is missing behind `%`", begin);
    operand.kind =
        is_special_register(operand.text) ? Operand::Kind::kSpecial : Operand::Kind::kRegister;
    return operand;
  }

  const std::string_view text_;
  const std::vector<std::string>& operands_;
  std::size_t at_ = 0;
};

}  // namespace

Text parse(std::string_view text, const std::vector<std::string>& operands) {
  return Parser(text, operands).run();
}

}  // namespace torchada::ptx
