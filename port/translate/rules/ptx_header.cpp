// The place of the include of torchada/ptx.h: at the scope of the file, and where no line gets another number if that can be.
#include <optional>

#include "../words.h"
#include "rules.h"

namespace torchada::port {

namespace {

// The definition that says that some file of the project has calls.
constexpr std::string_view kHasCalls = "#include torchada/ptx.h";

struct IncludePlace {
  const char* at;
  bool is_blank_line;  // takes the include without another line
};

// The comments and directives in front of the first code.
class Head {
 public:
  explicit Head(std::string_view text) : text_(text), end_(text.data() + text.size()) {}

  // Nothing where the header is included already.
  std::optional<IncludePlace> place() {
    Lexer lexer(text_);
    Token token;
    bool is_there = next_code(&lexer, &token);
    const char* const first = is_there ? token.begin : text_.data();
    for (; is_there && token.is(TokenKind::kHash); is_there = next_code(&lexer, &token)) {
      if (!take_directive(token.begin, &lexer)) break;
    }
    if (is_included_) return std::nullopt;
    if (blank_line_ != nullptr) return IncludePlace{blank_line_, true};
    if (include_ != nullptr) return IncludePlace{include_, false};
    if (floor_ != nullptr) return IncludePlace{floor_, is_blank_line(floor_)};
    const char* const line = line_of(first);
    const char* const above = blank_line_above(line);
    if (above != nullptr) return IncludePlace{above, true};
    return IncludePlace{skip_spaces(line, first) == first ? line : first, false};
  }

 private:
  struct Line {
    Directive directive;
    std::string_view word;    // the first one behind the name; of `defined`, the next one
    std::string_view header;  // of an include
    const char* end;
  };

  static bool read_line(Lexer* lexer, Line* line) {
    Token name, token;
    if (!next_code(lexer, &name)) return false;
    *line = {name.directive, {}, {}, name.end};
    while (!name.is(TokenKind::kNewline) && next_code(lexer, &token)) {
      line->end = token.end;
      if (token.is(TokenKind::kNewline)) break;
      if (token.is(TokenKind::kHeaderName)) line->header = token.text();
      const bool is_first = line->word.empty() || line->word == "defined";
      if (token.is(TokenKind::kIdentifier) && is_first) line->word = token.text();
    }
    return true;
  }

  // False where what follows is not in front of the code.
  bool take_directive(const char* hash, Lexer* lexer) {
    Line line{};
    if (!read_line(lexer, &line)) return false;
    const std::string_view guard = guard_;
    guard_ = {};
    switch (line.directive) {
      case Directive::kIf:
      case Directive::kIfdef:
      case Directive::kIfndef:
        if (count_ == 0 && line.directive != Directive::kIfdef) guard_ = line.word;
        ++depth_;
        break;
      case Directive::kEndif:
        if (--depth_ < 0) return false;
        if (depth_ < scope_) leave_guard();
        break;
      case Directive::kDefine:
        if (!guard.empty() && line.word == guard) {
          scope_ = 1;
          floor_ = line.end;
        }
        break;
      case Directive::kPragma:
        if (line.word == "once" && depth_ == scope_) floor_ = line.end;
        break;
      case Directive::kInclude:
        if (depth_ == scope_) take_include(hash, line.end, line.header);
        break;
      default: break;
    }
    ++count_;
    return true;
  }

  // It is a default of one macro, not around the file: what is in it is not always read.
  void leave_guard() {
    scope_ = 0;
    is_included_ = false;
    floor_ = include_ = blank_line_ = nullptr;
  }

  void take_include(const char* hash, const char* end, std::string_view header) {
    // In quotes or brackets, by whatever path.
    const bool is_whole = header.size() > 2;
    if (is_whole && ends_with_path(header.substr(1, header.size() - 2), kPtxHeader))
      is_included_ = true;
    const char* const line = line_of(hash);
    if (skip_spaces(line, hash) != hash) return;
    if (include_ == nullptr) include_ = line;
    if (blank_line_ != nullptr) return;
    blank_line_ = blank_line_above(line);
    if (blank_line_ == nullptr && is_blank_line(end)) blank_line_ = end;
  }

  const char* line_of(const char* at) const {
    while (at != text_.data() && at[-1] != '\n') --at;
    return at;
  }

  // Blanks alone, and the end of the line.
  bool is_blank_line(const char* line) const {
    while (line != end_ && (*line == ' ' || *line == '\t' || *line == '\r')) ++line;
    return line != end_ && *line == '\n';
  }

  // The line above, where it is blank and continues no other one.
  const char* blank_line_above(const char* line) const {
    if (line == text_.data()) return nullptr;
    const char* const above = line_of(line - 1);
    if (above == text_.data() || !is_blank_line(above)) return nullptr;
    const char* last = above - 1;
    if (last != text_.data() && last[-1] == '\r') --last;
    return last != text_.data() && last[-1] == '\\' ? nullptr : above;
  }

  const std::string_view text_;
  const char* const end_;
  std::string_view guard_;  // of the #ifndef that was read last
  int count_ = 0;           // of directives
  int depth_ = 0;           // of #if
  int scope_ = 0;           // the depth in the guard
  bool is_included_ = false;
  const char* floor_ = nullptr;       // behind the guard, or #pragma once
  const char* include_ = nullptr;     // the line of the first include that is always read
  const char* blank_line_ = nullptr;  // beside such an include
};

// By a path from the file, where the header comes with the project.
std::string include_of(const Context& context) {
  std::string line = "#include \"";
  if (context.words.options().ptx_header_at_root) {
    for (const char c : context.path) line += c == '/' ? "../" : "";
  }
  return line + kPtxHeader + "\"";
}

// False where nothing is to be done.
bool write_include(Context* context) {
  const std::optional<IncludePlace> place = Head(context->text).place();
  if (!place) return false;
  std::string include = include_of(*context);
  if (!place->is_blank_line) {
    const std::size_t newline = context->text.find('\n');
    const bool has_return =
        newline != std::string_view::npos && newline > 0 && context->text[newline - 1] == '\r';
    include += has_return ? "\r\n" : "\n";
  }
  context->edit({place->at, 0}, include, "ptx", Certainty::certain);
  return true;
}

}  // namespace

// A file that is included inside of braces cannot include the header itself: whoever includes it has done so before.
void note_inner_include(Context* context, const Token& header) {
  if (context->has_inner_include || !context->words.options().translate_asm) return;
  context->has_inner_include = context->scopes.is_in_braces(header.begin);
}

void ptx_header_rule(Context* context) {
  context->scan.calls_ptx = context->first_ptx_edit != 0;
  if (context->scan.calls_ptx) {
    context->scan.definitions.push_back("." + std::string(kHasCalls));
    write_include(context);
  } else if (context->has_inner_include && write_include(context)) {
    context->scan.conditional_edits.push_back({context->scan.edits.size() - 1, kHasCalls, true});
  }
}

}  // namespace torchada::port
