// The context of rules: the text, the lexer, edits, findings, definitions.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "dictionary.h"
#include "macro_texts.h"
#include "scopes.h"
#include "torchada/lexer/lexer.h"
#include "torchada/port/translate.h"

namespace torchada::port {

using lexer::Directive;
using lexer::Lexer;
using lexer::Token;
using lexer::TokenKind;
namespace op = lexer::op;

// The content of a text or of a branch of it: guards are judged by what their branches hold.
struct Content {
  std::size_t words = 0;  // several in a row may count as one
  std::size_t asms = 0;
  std::size_t refusals = 0;
};

class Context {
 public:
  Context(std::string_view source, std::string_view source_path, const ProjectFiles* project,
          Dictionary* known)
      : text(source),
        path(source_path),
        files(project),
        words(*known),
        lexer(source),
        scopes(source),
        macros(source) {}

  const std::string_view text;
  const std::string_view path;
  const ProjectFiles* const files;
  Dictionary& words;
  Lexer lexer;
  Scopes scopes;
  MacroTexts macros;
  Scan scan;
  Content content;  // so far
  // True in a branch that no MUSA GPU compiles: findings there are notes.
  bool dead = false;
  // True in a branch that may be compiled for the host, but for no MUSA GPU.
  bool dead_on_device = false;
  // The number of the first edit, from 1, that writes calls of torchada/ptx.h; 0 where there is none.
  std::size_t first_ptx_edit = 0;
  // True when a file of the project is included inside of braces.
  bool has_inner_include = false;
  // True when a name has become PrivateUse1.
  bool has_key = false;
  // True when the text has a type or constant whose MUSA name others have, too.
  bool has_shared_types = false;
  // `namespace c = at::cuda;`: names that the text gives to namespaces and classes.
  std::unordered_map<std::string_view, std::string_view> aliases;
  // Names of members, and whether the text declares a bit-field of the name.
  std::unordered_map<std::string_view, bool> bit_fields;
  const char* comment_end = nullptr;  // of the last one
  // The rules pass over the token that begins at `done`, and over all tokens before `done_until`: another rule has
  // dealt with them.
  const char* done = nullptr;
  const char* done_until = nullptr;

  std::size_t offset(const char* at) const { return static_cast<std::size_t>(at - text.data()); }
  bool reverse() const { return words.direction() == Direction::reverse; }

  void edit(std::string_view range, const Replacement* replacement, Certainty certainty);
  void edit(std::string_view range, std::string_view to, std::string_view library,
            Certainty certainty);
  // The library of the replacement is the word's.
  void edit(std::string_view range, std::string_view to, const Word& word);
  Finding& report(Code code, std::string_view range, std::string message);
  // About a word.
  Finding& report(Code code, std::string_view range, const Word& word, std::string message);

  // Makes the last edit or finding hold only if no file of the project defines the name.
  void last_edit_unless_defined(const Word& word);
  void last_finding_unless_defined(const Word& word);
  // Declares that a class of the text has a member of the name, and makes the last edit hold only if some class has
  // one, the last finding only if none has.
  void declare_member(const Word& word);
  void last_edit_if_member(const Word& word);
  void last_finding_unless_member(const Word& word);

  // Takes back all edits and findings after the first so many. Names that the program defines stay known.
  void take_back(std::size_t edits, std::size_t findings);

  // The dictionary's entry of a word of the text.
  const Word* find(const Token& token) {
    if ((token.flags & lexer::flag::kSpliced) != 0) return words.find(lexer::spelling(token));
    return words.find(token.text());
  }

  // The token that is read next, without comments.
  Token peek() const;
};

// The next token that is no comment.
bool next_code(Lexer* lexer, Token* token);

bool contains(std::string_view text, std::string_view part);

}  // namespace torchada::port
