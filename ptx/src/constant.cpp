// Reads numbers and constant expressions.
#include "constant.h"

#include <cctype>
#include <cstdint>

namespace torchada::ptx {

namespace {

struct Failure {
  std::string text;
};

// Signed, as long as no operand is unsigned.
struct Whole {
  std::uint64_t bits = 0;
  bool is_unsigned = false;
  std::int64_t number() const { return static_cast<std::int64_t>(bits); }
  bool is_negative() const { return !is_unsigned && number() < 0; }
};

struct Operator {
  std::string_view text;
  int rank;  // what binds more has more
};
// A longer one is before one that it begins with.
constexpr Operator kOperators[] = {{"||", 1}, {"&&", 2}, {"==", 6},  {"!=", 6}, {"<=", 7},
                                   {">=", 7}, {"<<", 8}, {">>", 8},  {"<", 7},  {">", 7},
                                   {"|", 3},  {"^", 4},  {"&", 5},   {"+", 9},  {"-", 9},
                                   {"*", 10}, {"/", 10}, {"%%", 10}, {"%", 10}};

constexpr int kDeepest = 64;
constexpr std::string_view kWarpSize = "WARP_SZ";

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

int digit_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const int lower = std::tolower(static_cast<unsigned char>(c));
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : 16;
}

Whole whole_of(std::string_view digits, const std::string& text) {
  Whole result;
  if (!digits.empty() && (digits.back() == 'U' || digits.back() == 'u')) {
    result.is_unsigned = true;
    digits.remove_suffix(1);
  }
  unsigned base = 10;
  if (digits.size() > 1 && digits[0] == '0') {
    const char mark = static_cast<char>(std::tolower(static_cast<unsigned char>(digits[1])));
    base = mark == 'x' ? 16 : mark == 'b' ? 2 : 8;
    digits.remove_prefix(base == 8 ? 1 : 2);
  }
  if (digits.empty()) throw Failure{"the number " + text + " is not understood"};
  for (const char c : digits) {
    const auto digit = static_cast<unsigned>(digit_of(c));
    const std::uint64_t last = result.bits;
    result.bits = last * base + digit;
    if (digit >= base || result.bits / base != last) {
      throw Failure{"the number " + text + " is not understood"};
    }
  }
  if (result.number() < 0) result.is_unsigned = true;
  return result;
}

// Digits of 0f3f800000 or 0d3ff0000000000000.
std::string float_of_bits(const std::string& text) {
  const bool is_double = text[1] == 'd' || text[1] == 'D';
  const std::string digits = text.substr(2);
  if (digits.size() != (is_double ? 16U : 8U) ||
      digits.find_first_not_of("0123456789abcdefABCDEF") != std::string::npos) {
    throw Failure{"the number " + text + " is not understood"};
  }
  return std::string("::torchada::ptx::") + (is_double ? "f64_of_bits(0x" : "f32_of_bits(0x") +
         digits + "U)";
}

class Reader {
 public:
  Reader(std::string_view text, std::size_t at) : text_(text), at_(at) {}

  Constant run() {
    const std::size_t begin = at_;
    const Whole value = choice();
    Constant result;
    result.is_float = is_float_;
    if (is_float_ && count_ != 1) throw Failure{"an expression of floating point"};
    const bool is_one = count_ == 1 && !has_operator_;
    result.text = is_float_ ? float_text_ : is_one ? spelled(begin, value) : text_of(value);
    return result;
  }

  std::size_t at() const { return at_; }

 private:
  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  void skip() {
    while (std::isspace(static_cast<unsigned char>(peek())) != 0) ++at_;
  }
  bool take(std::string_view what) {
    skip();
    if (text_.substr(at_, what.size()) != what) return false;
    at_ += what.size();
    return true;
  }

  // One literal as it is written, as far as C++ reads it the same.
  std::string spelled(std::size_t begin, const Whole& value) const {
    std::string text(text_.substr(begin, end_of_literal_ - begin));
    while (text.back() == 'U' || text.back() == 'u') text.pop_back();
    if (text == kWarpSize) return "32";
    if (text.size() > 1 && text[0] == '0' && std::isalpha(static_cast<unsigned char>(text[1])) != 0)
      return value.bits == 0 ? "0" : text + "U";
    return value.number() < 0 ? text + "ULL" : text;
  }

  static std::string text_of(const Whole& value) {
    if (value.is_unsigned && value.number() < 0) return std::to_string(value.bits) + "ULL";
    if (value.number() == INT64_MIN) return "(-9223372036854775807 - 1)";
    return std::to_string(value.number());
  }

  Whole choice() {
    const Whole condition = binary(1);
    if (!take("?")) return condition;
    has_operator_ = true;
    if (++depth_ > kDeepest) throw Failure{"an expression that is too deep"};
    const Whole yes = choice();
    if (!take(":")) throw Failure{"`:` is missing"};
    const Whole no = choice();
    --depth_;
    return condition.bits != 0 ? yes : no;
  }

  const Operator* next_operator() {
    skip();
    // %%5 and % 5 are a rest; %0 is an operand that follows without a comma.
    if (peek() == '%' && (is_word(peek(1)) || peek(1) == '[')) return nullptr;
    for (const Operator& one : kOperators) {
      if (text_.substr(at_, one.text.size()) == one.text) return &one;
    }
    return nullptr;
  }

  Whole binary(int least) {
    Whole left = unary();
    for (;;) {
      const Operator* const one = next_operator();
      if (one == nullptr || one->rank < least) return left;
      at_ += one->text.size();
      has_operator_ = true;
      left = combined(one->text, left, binary(one->rank + 1));
    }
  }

  static Whole combined(std::string_view operation, const Whole& a, const Whole& b) {
    Whole result;
    const bool is_unsigned = a.is_unsigned || b.is_unsigned;
    const auto truth = [&result](bool holds) {
      result.bits = holds ? 1 : 0;
      return result;
    };
    const bool is_less = is_unsigned ? a.bits < b.bits : a.number() < b.number();
    if (operation == "||") return truth(a.bits != 0 || b.bits != 0);
    if (operation == "&&") return truth(a.bits != 0 && b.bits != 0);
    if (operation == "==") return truth(a.bits == b.bits);
    if (operation == "!=") return truth(a.bits != b.bits);
    if (operation == "<") return truth(is_less);
    if (operation == ">=") return truth(!is_less);
    if (operation == "<=") return truth(is_less || a.bits == b.bits);
    if (operation == ">") return truth(!is_less && a.bits != b.bits);
    if (operation == "<<" || operation == ">>") return shifted(operation == "<<", a, b);
    result.is_unsigned = is_unsigned;
    if (operation == "|") result.bits = a.bits | b.bits;
    if (operation == "^") result.bits = a.bits ^ b.bits;
    if (operation == "&") result.bits = a.bits & b.bits;
    if (operation == "+") result.bits = a.bits + b.bits;
    if (operation == "-") result.bits = a.bits - b.bits;
    if (operation == "*") result.bits = a.bits * b.bits;
    if (operation == "/" || operation[0] == '%') divide(operation == "/", a, b, &result);
    return result;
  }

  static Whole shifted(bool left, const Whole& a, const Whole& b) {
    if (b.bits >= 64) throw Failure{"a shift by more than the number has"};
    Whole result = a;
    if (left) {
      result.bits = a.bits << b.bits;
    } else {
      result.bits =
          a.is_unsigned ? a.bits >> b.bits : static_cast<std::uint64_t>(a.number() >> b.bits);
    }
    return result;
  }

  static void divide(bool is_quotient, const Whole& a, const Whole& b, Whole* result) {
    if (b.bits == 0) throw Failure{"a division by zero"};
    if (!result->is_unsigned && b.number() == -1) {
      result->bits = is_quotient ? 0 - a.bits : 0;
    } else if (result->is_unsigned) {
      result->bits = is_quotient ? a.bits / b.bits : a.bits % b.bits;
    } else {
      result->bits = static_cast<std::uint64_t>(is_quotient ? a.number() / b.number()
                                                            : a.number() % b.number());
    }
  }

  Whole unary() {
    if (++depth_ > kDeepest) throw Failure{"an expression that is too deep"};
    const Whole value = signed_primary();
    --depth_;
    return value;
  }

  Whole signed_primary() {
    skip();
    const char sign = peek();
    if (sign != '-' && sign != '+' && sign != '~' && sign != '!') return primary();
    ++at_;
    Whole value = unary();
    if (is_float_) {
      if (sign == '~' || sign == '!') throw Failure{"an expression of floating point"};
      if (sign == '-') float_text_ = "-" + float_text_;
      return value;
    }
    has_operator_ = true;
    if (sign == '-') value.bits = 0 - value.bits;
    if (sign == '~') value.bits = ~value.bits;
    if (sign == '!') value = {value.bits == 0 ? 1U : 0U, false};
    return value;
  }

  Whole primary() {
    skip();
    if (peek() != '(') return literal();
    ++at_;
    has_operator_ = true;
    const bool to_signed = take(".s64"), to_unsigned = !to_signed && take(".u64");
    Whole value;
    if (to_signed || to_unsigned) {
      if (!take(")")) throw Failure{"`)` is missing"};
      value = unary();
      value.is_unsigned = to_unsigned;
      return value;
    }
    value = choice();
    if (!take(")")) throw Failure{"`)` is missing"};
    return value;
  }

  Whole literal() {
    const std::size_t begin = at_;
    while (is_word(peek()) || peek() == '.' || is_exponent_sign(begin)) ++at_;
    std::string text(text_.substr(begin, at_ - begin));
    end_of_literal_ = at_;
    ++count_;
    if (text == kWarpSize) return {32, false};
    if (text.empty() || std::isdigit(static_cast<unsigned char>(text[0])) == 0) {
      throw Failure{"a number is missing"};
    }
    const char mark = text.size() > 2 && text[0] == '0' ? text[1] : '\0';
    const bool is_bits = mark == 'f' || mark == 'F' || mark == 'd' || mark == 'D';
    const bool is_decimal = mark != 'x' && mark != 'X' && mark != 'b' && mark != 'B' && !is_bits;
    if (!is_bits && !(is_decimal && text.find_first_of(".eE") != std::string::npos)) {
      return whole_of(text, text);
    }
    is_float_ = true;
    if (!is_bits && text.find_first_not_of("0123456789.eE+-") != std::string::npos) {
      throw Failure{"the number " + text + " is not understood"};
    }
    float_text_ = is_bits ? float_of_bits(text) : text;
    return {};
  }

  // The sign of 1.5e-3, not of 0x1e-3.
  bool is_exponent_sign(std::size_t begin) const {
    if ((peek() != '-' && peek() != '+') || at_ == begin) return false;
    const char last = text_[at_ - 1];
    if (last != 'e' && last != 'E') return false;
    return text_.substr(begin, at_ - 1 - begin).find_first_not_of("0123456789.") ==
           std::string_view::npos;
  }

  const std::string_view text_;
  std::size_t at_;
  std::size_t end_of_literal_ = 0;
  int count_ = 0;  // of literals
  int depth_ = 0;
  bool has_operator_ = false;
  bool is_float_ = false;
  std::string float_text_;
};

}  // namespace

Constant read_constant(std::string_view text, std::size_t* at) {
  Reader reader(text, *at);
  Constant result;
  try {
    result = reader.run();
  } catch (const Failure& failure) {
    result.error = failure.text;
    return result;
  }
  *at = reader.at();
  return result;
}

bool begins_constant(std::string_view text, std::size_t at) {
  const char first = at < text.size() ? text[at] : '\0';
  if (first == '!') {
    do ++at;
    while (at < text.size() && std::isspace(static_cast<unsigned char>(text[at])) != 0);
    return at < text.size() && std::isdigit(static_cast<unsigned char>(text[at])) != 0;
  }
  if (text.substr(at, kWarpSize.size()) == kWarpSize) {
    return at + kWarpSize.size() >= text.size() || !is_word(text[at + kWarpSize.size()]);
  }
  return std::isdigit(static_cast<unsigned char>(first)) != 0 || first == '-' || first == '+' ||
         first == '~' || first == '(';
}

}  // namespace torchada::ptx
