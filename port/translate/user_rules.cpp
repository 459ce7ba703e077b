// The TOML of rules files, as far as rules need it.
#include "torchada/port/user_rules.h"

namespace torchada::port {

namespace {

bool is_bare(char c) {
  return c == '_' || c == '-' || (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z');
}

class TomlReader {
 public:
  TomlReader(std::string_view text, UserRules* rules) : text_(text), rules_(rules) {}

  bool read() {
    if (text_.substr(0, 3) == "\xEF\xBB\xBF") at_ = 3;  // a byte order mark
    while (skip_blank_lines()) {
      const bool done = peek() == '[' ? table() : entry();
      if (!done || !end_of_line()) return false;
    }
    return true;
  }

  std::string error() const {
    return "line " + std::to_string(line_) + ": " + (error_.empty() ? "not understood" : error_);
  }

 private:
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  bool fail(const std::string& error) {
    if (error_.empty()) error_ = error;
    return false;
  }

  bool take(char c) {
    skip_blanks();
    if (peek() != c || at_ == text_.size()) return false;
    ++at_;
    return true;
  }

  void skip_blanks() {
    while (peek() == ' ' || peek() == '\t') ++at_;
    if (peek() == '#') {
      while (at_ < text_.size() && peek() != '\n') ++at_;
    }
  }

  bool newline() {
    skip_blanks();
    if (peek() == '\r') ++at_;
    if (peek() != '\n' || at_ == text_.size()) return false;
    ++at_;
    ++line_;
    return true;
  }

  // False at the end of the text.
  bool skip_blank_lines() {
    while (newline()) continue;
    return at_ < text_.size();
  }

  bool end_of_line() {
    skip_blanks();
    if (at_ == text_.size() || newline()) return true;
    return fail("expected the end of the line after the value");
  }

  bool table() {
    ++at_;
    const std::size_t begin = at_;
    while (is_bare(peek())) ++at_;
    table_ = text_.substr(begin, at_ - begin);
    if (!take(']')) return fail("expected one of the tables [map], [keep] and [exclude]");
    if (table_ != "map" && table_ != "keep" && table_ != "exclude") {
      return fail("unknown table [" + table_ + "]; the tables are [map], [keep] and [exclude]");
    }
    return true;
  }

  bool key(std::string* key) {
    if (peek() == '"' || peek() == '\'') return string(key);
    while (is_bare(peek())) *key += text_[at_++];
    return !key->empty() || fail("expected a key");
  }

  bool entry() {
    std::string name;
    if (!key(&name)) return false;
    if (!take('=')) return fail("expected `=` after " + name);
    skip_blanks();
    if (table_ == "map") {
      std::string value;
      if (!string(&value)) return false;
      const auto [mapped, is_new] = rules_->map.emplace(name, value);
      return is_new || mapped->second == value ||
             fail(name + " is already mapped to `" + mapped->second + "`");
    }
    if (table_ == "keep" && name == "names") return strings(&rules_->keep);
    if (table_ == "exclude" && name == "paths") return strings(&rules_->exclude);
    return fail(table_.empty()
                    ? name + " is in no table; write it below [map], [keep] or [exclude]"
                    : "unknown key " + name + " in [" + table_ +
                          "]; [keep] has the key `names`, and [exclude] has the key `paths`");
  }

  bool string(std::string* value) {
    const char quote = peek();
    if (quote != '"' && quote != '\'') return fail("expected a string in quotes");
    for (++at_; peek() != quote; ++at_) {
      if (at_ >= text_.size() || peek() == '\n') return fail("the string has no closing quote");
      if (peek() == '\\' && quote == '"') {
        ++at_;
        if (peek() != '"' && peek() != '\\') return fail("unknown escape; use only \\\" and \\\\");
      }
      *value += peek();
    }
    ++at_;
    return true;
  }

  bool strings(std::vector<std::string>* values) {
    if (!take('[')) return fail("expected a list of strings");
    while (true) {
      skip_blank_lines();
      if (take(']')) return true;
      if (!string(&values->emplace_back())) return false;
      skip_blank_lines();
      if (!take(',') && peek() != ']') return fail("expected `,` or `]`");
    }
  }

  std::string_view text_;
  UserRules* rules_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
  std::string table_;
  std::string error_;
};

}  // namespace

bool parse_rules(std::string_view toml, UserRules* rules, std::string* error) {
  TomlReader reader(toml, rules);
  if (reader.read()) return true;
  *error = reader.error();
  return false;
}

bool matches(std::string_view pattern, std::string_view text) {
  std::size_t p = 0;
  std::size_t t = 0;
  std::size_t star = std::string_view::npos;
  std::size_t star_text = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      star_text = t;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++star_text;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

}  // namespace torchada::port
