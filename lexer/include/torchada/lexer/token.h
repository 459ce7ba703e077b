// The tokens of CUDA and C++ source text, as ranges of its bytes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace torchada::lexer {

enum class TokenKind : std::uint8_t {
  kEnd,            // nothing is left
  kBlank,          // blanks, tabs, form feeds, byte order mark, line splices
  kNewline,        // \n, \r\n or \r
  kLineComment,    // without its newline
  kBlockComment,   // /* ... */
  kIdentifier,     // keywords too; bytes from 0x80 on and $ belong to identifiers
  kNumber,         // a preprocessing number
  kString,         // with its prefix
  kRawString,      // with its prefix
  kCharacter,      // with its prefix
  kHash,           // the # of a directive
  kDirectiveName,  // the word after it
  kHeaderName,     // <...> or "..." of an #include or of __has_include
  kPunctuator,     // `op` says which
  kLaunchOpen,     // the <<< of a kernel launch
  kLaunchClose,    // the >>> of a kernel launch
  kOther,          // a byte that C++ has no use for: NUL, a lone backslash
};

// Values of Token::op. A punctuator of one character is that character.
namespace op {
enum : std::uint8_t {
  kNone = 0,
  kScope = 128,   // ::
  kArrow,         // ->
  kHashHash,      // ##
  kEqual,         // ==
  kNotEqual,      // !=
  kLessEqual,     // <=
  kGreaterEqual,  // >=
  kAndAnd,        // &&
  kOrOr,          // ||
  kShiftLeft,     // <<
  kShiftRight,    // >>
  kLongOther,     // +=, ++, ...: no reader has needed to tell them apart
};
}  // namespace op

// The preprocessor directive that a token belongs to.
enum class Directive : std::uint8_t {
  kNone,
  kUnnamed,  // between the # and its name
  kIf,
  kIfdef,
  kIfndef,
  kElif,
  kElifdef,
  kElifndef,
  kElse,
  kEndif,
  kDefine,
  kUndef,
  kInclude,  // include_next and import too
  kPragma,
  kMessage,  // error, warning
  kOther,
};

// Bits of Token::flags.
namespace flag {
enum : std::uint8_t {
  kSpliced = 1,       // has a line splice inside: its spelling is not its text
  kUnterminated = 2,  // a literal or comment that the line or the text ends before it does
};
}  // namespace flag

struct Token {
  const char* begin = nullptr;
  const char* end = nullptr;
  TokenKind kind = TokenKind::kEnd;
  std::uint8_t op = op::kNone;
  std::uint8_t flags = 0;
  Directive directive = Directive::kNone;

  std::string_view text() const { return {begin, static_cast<std::size_t>(end - begin)}; }
  bool is(TokenKind wanted) const { return kind == wanted; }
  bool is_op(std::uint8_t wanted) const { return op == wanted; }
  bool is_op(char wanted) const { return op == static_cast<std::uint8_t>(wanted); }
};

// The text without its line splices.
std::string spelling(const Token& token);

}  // namespace torchada::lexer
