// Reads the tokens of a preprocessed text; its line markers and pragmas stand aside.
#include "mcc/rewrite/source.h"

#include <cstdlib>

#include "mcc/rewrite/word_numbers.h"
#include "torchada/lexer/lexer.h"

namespace musasim::mcc {

namespace {

using torchada::lexer::Lexer;
using torchada::lexer::Token;

constexpr std::string_view kWords[] = {
#define MUSASIM_WORD(name, spelling) spelling,
#include "mcc/rewrite/words.def"
#undef MUSASIM_WORD
};

// Joins brackets as they come; one that does not fit is without a partner.
class Brackets {
 public:
  explicit Brackets(std::vector<SourceToken>* tokens) : tokens_(*tokens) {}

  void see(Index index) {
    SourceToken& token = tokens_[index];
    switch (token.op) {
      case '(':
      case '[':
      case '{': open_.push_back(index); break;
      case ')': close(index, '('); break;
      case ']': close(index, '['); break;
      case '}': close(index, '{'); break;
      default: break;
    }
  }

 private:
  void close(Index index, char wanted) {
    const auto opener = static_cast<std::uint8_t>(wanted);
    // A brace closes whatever was left open in it.
    if (wanted == '{') {
      while (!open_.empty() && tokens_[open_.back()].op != opener) open_.pop_back();
    }
    if (open_.empty() || tokens_[open_.back()].op != opener) return;
    tokens_[index].link = open_.back();
    tokens_[open_.back()].link = index;
    open_.pop_back();
  }

  std::vector<SourceToken>& tokens_;
  std::vector<Index> open_;
};

}  // namespace

Source::Source(std::string text) : text_(std::move(text)) {
  tokens_.reserve(text_.size() / 5);
  WordNumbers numbers(text_.size() / 200);
  for (const std::string_view spelling : kWords) numbers.number(spelling);
  Brackets brackets(&tokens_);
  const auto offset = [&](const char* at) { return static_cast<std::uint32_t>(at - text_.data()); };
  Lexer lexer(text_);
  bool in_directive = false;
  for (Token token; lexer.next_visible(&token);) {
    if (token.directive != torchada::lexer::Directive::kNone) {
      if (token.kind == TokenKind::kHash) {
        directives_.push_back({offset(token.begin), offset(token.end), size()});
      }
      directives_.back().end = offset(token.end);
      in_directive = true;
      continue;
    }
    if (token.kind == TokenKind::kNewline) {  // the one that ends a directive
      if (in_directive) directives_.back().end = offset(token.end);
      in_directive = false;
      continue;
    }
    if (token.kind == TokenKind::kLineComment || token.kind == TokenKind::kBlockComment) continue;
    const bool identifier = token.kind == TokenKind::kIdentifier;
    const std::uint32_t link = identifier ? numbers.number(token.text()) : kNone;
    tokens_.push_back({offset(token.begin), offset(token.end), link, token.kind, token.op});
    if (token.kind == TokenKind::kPunctuator) brackets.see(size() - 1);
  }
  words_ = numbers.take_words();
}

std::string_view marked_file(std::string_view directive) {
  const bool marker = directive.size() > 4 && directive[0] == '#' && directive[1] == ' ' &&
                      directive[2] >= '0' && directive[2] <= '9';
  const std::size_t quote = marker ? directive.find('"') : std::string_view::npos;
  if (quote == std::string_view::npos) return {};
  return directive.substr(quote + 1, directive.find('"', quote + 1) - quote - 1);
}

Source::Place Source::place(std::uint32_t byte) const {
  Place place;
  std::uint32_t from = 0;
  unsigned line = 1;
  for (const Directive& directive : directives_) {
    if (directive.begin > byte) break;
    const std::string_view marker = text(directive.begin, directive.end);
    const std::size_t digits = marker.find_first_of("0123456789");
    const std::size_t quote = marker.find('"');
    const bool is_marker = digits == 2 || marker.substr(0, 6) == "#line ";
    if (!is_marker || quote == std::string_view::npos) continue;
    line = static_cast<unsigned>(std::atoi(marker.data() + digits));
    const std::size_t end = marker.find('"', quote + 1);
    place.file = std::string(marker.substr(quote + 1, end - quote - 1));
    from = directive.end;
  }
  for (std::uint32_t at = from; at < byte; ++at) line += text_[at] == '\n' ? 1 : 0;
  place.line = line;
  return place;
}

}  // namespace musasim::mcc
