// @file on the command line: the words of the file stand there.
#include <fstream>
#include <iterator>

#include "mcc/options/options.h"

namespace musasim::mcc {

namespace {

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  bool in_word = false;
  char quote = '\0';
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (quote == '\0' && is_space(c)) {
      in_word = false;
      continue;
    }
    if (!in_word) words.emplace_back();
    in_word = true;
    if (c == '\\' && quote != '\'' && at + 1 < text.size()) {
      words.back() += text[++at];
    } else if (c == quote) {
      quote = '\0';
    } else if (quote == '\0' && (c == '"' || c == '\'')) {
      quote = c;
    } else {
      words.back() += c;
    }
  }
  return words;
}

constexpr int kDeepest = 20;

bool expand(std::vector<std::string>* arguments, int depth, std::string* error) {
  std::vector<std::string> expanded;
  for (const std::string& argument : *arguments) {
    if (argument.size() < 2 || argument[0] != '@') {
      expanded.push_back(argument);
      continue;
    }
    std::ifstream file(argument.substr(1));
    if (!file || depth == kDeepest) {
      *error = argument + (file ? ": the file names itself" : ": no such file");
      return false;
    }
    const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    std::vector<std::string> words = words_of(text);
    if (!expand(&words, depth + 1, error)) return false;
    expanded.insert(expanded.end(), words.begin(), words.end());
  }
  *arguments = expanded;
  return true;
}

}  // namespace

bool expand_files(std::vector<std::string>* arguments, std::string* error) {
  return expand(arguments, 0, error);
}

}  // namespace musasim::mcc
