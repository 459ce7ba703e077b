// Reads the macros of a file, and expands those that are strings.
#include "macro_texts.h"

#include <algorithm>
#include <utility>

#include "context.h"
#include "words.h"

namespace torchada::port {

namespace {

constexpr int kDeepestMacro = 8;
constexpr std::string_view kMore = "...";
constexpr std::string_view kAllOthers = "__VA_ARGS__";

bool is_octal(char c) { return c >= '0' && c <= '7'; }
int hexadecimal(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const char lower = static_cast<char>(c | 0x20);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

// The character that the escape at `*at` is, behind its backslash; `*at` is moved behind it.
char escaped(std::string_view content, std::size_t* at) {
  constexpr std::string_view kLetters = "ntrabfv", kMeant = "\n\t\r\a\b\f\v";
  const char first = content[*at];
  int number = 0;
  if (is_octal(first)) {
    for (int i = 0; i < 3 && *at < content.size() && is_octal(content[*at]); ++i) {
      number = number * 8 + (content[(*at)++] - '0');
    }
    return static_cast<char>(number);
  }
  ++*at;
  if (first == 'x') {
    for (; *at < content.size() && hexadecimal(content[*at]) >= 0; ++*at) {
      number = (number * 16 + hexadecimal(content[*at])) & 0xff;
    }
    return static_cast<char>(number);
  }
  const std::size_t letter = kLetters.find(first);
  return letter == std::string_view::npos ? first : kMeant[letter];
}

// The string that # makes of an argument; nothing where it has strings in it.
PossibleTexts stringised(std::string_view argument) {
  if (argument.find_first_of("\"\\") != std::string_view::npos) return {};
  std::string text;
  for (const char c : argument) {
    if (!is_space(c)) {
      text += c;
    } else if (!text.empty() && text.back() != ' ') {
      text += ' ';
    }
  }
  while (!text.empty() && text.back() == ' ') text.pop_back();
  return {text};
}

}  // namespace

void append_unescaped(std::string_view literal, bool is_raw, std::string* text) {
  const std::size_t open = literal.find(is_raw ? '(' : '"');
  const std::size_t close = literal.rfind(is_raw ? ')' : '"');
  if (open == std::string_view::npos || close <= open) return;
  const std::string_view content = literal.substr(open + 1, close - open - 1);
  if (is_raw) {
    text->append(content);
    return;
  }
  for (std::size_t at = 0; at < content.size();) {
    const std::size_t escape = std::min(content.find('\\', at), content.size());
    text->append(content.substr(at, escape - at));
    at = escape + 1;
    if (at >= content.size()) return;
    if (content[at] == '\r' && content.substr(at + 1, 1) == "\n") ++at;
    if (content[at] == '\n') {
      ++at;  // a splice
    } else {
      text->push_back(escaped(content, &at));
    }
  }
}

PossibleTexts joined(const PossibleTexts& first, const PossibleTexts& second) {
  PossibleTexts all;
  for (const std::string& one : first) {
    for (const std::string& other : second) {
      std::string text = one + other;
      if (std::find(all.begin(), all.end(), text) == all.end()) all.push_back(std::move(text));
    }
  }
  if (all.size() > kMostTexts) all.clear();
  return all;
}

std::vector<std::string_view> arguments_in(std::string_view text, std::size_t* at) {
  Lexer lexer(text.substr(*at));
  Token token;
  std::vector<std::string_view> found;
  const char* begin = text.data() + *at;
  for (int depth = 0; next_code(&lexer, &token);) {
    if (depth == 0 && (token.is_op(',') || token.is_op(')'))) {
      found.emplace_back(begin, static_cast<std::size_t>(token.begin - begin));
      begin = token.end;
      if (token.is_op(')')) break;
    }
    if (token.is_op('(')) ++depth;
    if (token.is_op(')')) --depth;
  }
  *at = static_cast<std::size_t>(begin - text.data());
  return found;
}

void MacroTexts::read() {
  is_read_ = true;
  Lexer lexer(source_);
  Token token;
  std::string_view undefined;  // that the last directive says is not defined
  while (next_code(&lexer, &token)) {
    if (!token.is(TokenKind::kDirectiveName)) continue;
    const bool is_definition = token.text() == "define";
    const bool is_question = token.text() == "ifndef" || token.text() == "if";
    const char* const begin = token.end;
    const char* end = begin;
    std::string_view last_name;
    while (next_code(&lexer, &token) && !token.is(TokenKind::kNewline)) {
      end = token.end;
      if (token.is(TokenKind::kIdentifier)) last_name = token.text();
    }
    if (is_definition) read_definition({begin, static_cast<std::size_t>(end - begin)}, undefined);
    undefined = is_question ? last_name : std::string_view();
  }
}

// NAME body, NAME(a, b) body
void MacroTexts::read_definition(std::string_view line, std::string_view undefined) {
  Lexer lexer(line);
  Token token;
  if (!next_code(&lexer, &token) || !token.is(TokenKind::kIdentifier)) return;
  const std::string_view name = token.text();
  Definition definition;
  std::size_t at = static_cast<std::size_t>(token.end - line.data());
  if (at < line.size() && line[at] == '(') {
    definition.is_function = true;
    ++at;
    for (std::string_view one : arguments_in(line, &at)) {
      while (!one.empty() && is_space(one.front())) one.remove_prefix(1);
      while (!one.empty() && is_space(one.back())) one.remove_suffix(1);
      if (one.size() >= kMore.size() && one.substr(one.size() - kMore.size()) == kMore) {
        definition.is_variadic = true;
        one.remove_suffix(kMore.size());
        if (one.empty()) one = kAllOthers;
      }
      if (!one.empty()) definition.parameters.push_back(one);
    }
  }
  definition.body = line.substr(at);
  definition.is_default = name == undefined;
  definitions_[name].push_back(std::move(definition));
}

std::string_view MacroTexts::head_of(const char* place) const {
  const std::string_view before =
      source_.substr(0, static_cast<std::size_t>(place - source_.data()));
  std::size_t begin = before.size();
  while (begin > 0) {
    const std::size_t newline = before.rfind('\n', begin - 1);
    if (newline == std::string_view::npos) return before;
    std::size_t end = newline;
    if (end > 0 && before[end - 1] == '\r') --end;
    if (end == 0 || before[end - 1] != '\\') return before.substr(newline + 1);
    begin = newline;
  }
  return before;
}

bool MacroTexts::takes_arguments(std::string_view name) {
  if (!is_read_) read();
  const auto found = definitions_.find(name);
  return found != definitions_.end() &&
         std::any_of(found->second.begin(), found->second.end(),
                     [](const Definition& one) { return one.is_function; });
}

PossibleTexts MacroTexts::expand(std::string_view name,
                                 const std::vector<std::string_view>& arguments,
                                 const char* place) {
  place_ = place;
  return texts_of_name(name, arguments);
}

// The last parameter of a macro with `...` has all arguments from its place on.
std::vector<std::string_view> MacroTexts::arguments_for(
    const Definition& definition, const std::vector<std::string_view>& arguments,
    std::string* rest) {
  std::vector<std::string_view> own = arguments;
  const std::size_t count = definition.parameters.size();
  if (!definition.is_variadic || own.size() + 1 < count) return own;
  for (std::size_t i = count - 1; i < arguments.size(); ++i)
    rest->append(i < count ? "" : ",").append(arguments[i]);
  own.resize(count);
  own.back() = *rest;
  return own;
}

PossibleTexts MacroTexts::texts_of_name(std::string_view name,
                                        const std::vector<std::string_view>& arguments) {
  if (!is_read_) read();
  const auto found = definitions_.find(name);
  if (found == definitions_.end() || depth_ >= kDeepestMacro) return {};
  ++depth_;
  PossibleTexts all;
  const auto is_before = [this](const Definition& one) { return one.body.data() < place_; };
  bool is_known = std::any_of(found->second.begin(), found->second.end(), is_before);
  for (const Definition& one : found->second) {
    std::string rest;
    const std::vector<std::string_view> own = arguments_for(one, arguments, &rest);
    const bool fits = one.is_function ? one.parameters.size() == own.size() : own.empty();
    const Call call{&one, own};
    const PossibleTexts texts = fits ? texts_of(one.body, &call) : PossibleTexts();
    is_known = is_known && !texts.empty() && !one.is_default;
    all.insert(all.end(), texts.begin(), texts.end());
  }
  --depth_;
  return is_known ? joined(all, {""}) : PossibleTexts();
}

const std::string_view* MacroTexts::argument_of(const Call* call, std::string_view name) {
  if (call == nullptr) return nullptr;
  const std::vector<std::string_view>& parameters = call->definition->parameters;
  const auto found = std::find(parameters.begin(), parameters.end(), name);
  return found == parameters.end()
             ? nullptr
             : &call->arguments[static_cast<std::size_t>(found - parameters.begin())];
}

PossibleTexts MacroTexts::texts_of(std::string_view text, const Call* call) {
  Lexer lexer(text);
  Token token;
  PossibleTexts all = {""};
  while (!all.empty() && next_code(&lexer, &token)) {
    if (token.is(TokenKind::kString) || token.is(TokenKind::kRawString)) {
      std::string literal;
      append_unescaped(token.text(), token.is(TokenKind::kRawString), &literal);
      all = joined(all, {literal});
    } else if (token.is(TokenKind::kHash) || token.is_op('#')) {
      const bool is_word = next_code(&lexer, &token);
      const std::string_view* const argument = is_word ? argument_of(call, token.text()) : nullptr;
      all = argument == nullptr ? PossibleTexts() : joined(all, stringised(*argument));
    } else if (!token.is(TokenKind::kIdentifier)) {
      return {};
    } else if (const std::string_view* const argument = argument_of(call, token.text())) {
      all = joined(all, texts_of(*argument, nullptr));
    } else {
      const std::string_view name = token.text();
      std::vector<std::string_view> arguments;
      if (takes_arguments(name) && next_code(&lexer, &token) && token.is_op('(')) {
        std::size_t at = static_cast<std::size_t>(token.end - text.data());
        arguments = arguments_in(text, &at);
        text = text.substr(at);
        lexer = Lexer(text);
      }
      all = joined(all, texts_of_call(name, arguments, call));
    }
  }
  return all;
}

PossibleTexts MacroTexts::texts_of_call(std::string_view name,
                                        const std::vector<std::string_view>& arguments,
                                        const Call* call) {
  if (call == nullptr) return texts_of_name(name, arguments);
  std::vector<std::string> known(arguments.size());
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (!substitute(arguments[i], call, &known[i])) return {};
  }
  return texts_of_name(name, {known.begin(), known.end()});
}

bool MacroTexts::substitute(std::string_view text, const Call* call, std::string* result) {
  Lexer lexer(text);
  Token token;
  for (const char* last = nullptr; next_code(&lexer, &token); last = token.end) {
    if (last != nullptr && token.begin != last) *result += ' ';
    const std::string_view* const argument =
        token.is(TokenKind::kIdentifier) ? argument_of(call, token.text()) : nullptr;
    const auto found = definitions_.find(token.text());
    if (argument != nullptr) {
      if (!substitute(*argument, nullptr, result)) return false;
    } else if (found != definitions_.end() && token.is(TokenKind::kIdentifier)) {
      const Definition& one = found->second.front();
      if (found->second.size() > 1 || one.is_function || one.is_default || depth_ >= kDeepestMacro)
        return false;
      if (one.body.data() >= place_) return false;
      ++depth_;
      const bool is_known = substitute(one.body, nullptr, result);
      --depth_;
      if (!is_known) return false;
    } else {
      *result += token.text();
    }
  }
  return true;
}

}  // namespace torchada::port
