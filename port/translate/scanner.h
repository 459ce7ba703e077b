// One pass over one text: reads words and calls the rules.
#pragma once

#include "conditionals.h"
#include "context.h"
#include "rules/rules.h"

namespace torchada::port {

class Scanner {
 public:
  Scanner(std::string_view text, std::string_view path, const ProjectFiles* files,
          Dictionary* words)
      : context_(text, path, files, words) {}

  Scan run();

 private:
  void skip_words();
  void word(const Token& token);
  void found_word(const Token& token, const Word& found);
  char before(const Token& token) const;
  static bool is_free(char before);
  static bool may_stand_before_declarator(char before);
  bool may_go_on(const char* at) const;
  bool may_end_name(const char* at) const;
  bool may_open_scope(const char* at) const;
  void definitions_only(const Token& token, const Word& word);
  void known_word(const Token& token, const Word& word);
  void word_rules(const Place& place, const Word& word, std::uint32_t traits);
  void token_rules(const Token& token);
  void directive(const Token& name);
  void marker(const Token& comment);
  void leave_excluded(const char* end);
  bool is_cuda(const Token& token, const Word& word) const;
  bool silent() const { return off_begin_ != nullptr || conditionals_.quiet(); }

  Context context_;
  Conditionals conditionals_;
  const char* off_begin_ = nullptr;  // between the markers: where the first is
};

}  // namespace torchada::port
