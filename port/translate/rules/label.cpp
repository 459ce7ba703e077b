// Labels of a switch that become one: kCUDA beside kPrivateUse1.
#include <algorithm>
#include <string>
#include <unordered_map>
#include <vector>

#include "../words.h"
#include "rules.h"

namespace torchada::port {

namespace {

using Names = std::unordered_map<const char*, std::string_view>;  // new ones, by place

constexpr std::size_t kLongestLabelScope = 256;

// `case at::` before a place.
bool is_behind_case(std::string_view text, std::size_t at) {
  const auto is_of_label = [](char c) { return is_word_character(c) || c == ':'; };
  const std::size_t last = at > kLongestLabelScope ? at - kLongestLabelScope : 0;
  while (at > last && is_of_label(text[at - 1])) --at;
  while (at > 0 && (text[at - 1] == ' ' || text[at - 1] == '\n')) --at;
  return at > 4 && text.substr(at - 4, 4) == "case" && !is_word_character(text[at - 5]);
}

class Labels {
 public:
  Labels(Context* context, const Names& names) : context_(*context), names_(names) {}

  void read() {
    Lexer lexer(context_.text);
    for (Token token; next_code(&lexer, &token);) {
      if (token.is_op('{')) {
        open_.emplace_back();
      } else if (token.is_op('}')) {
        if (!open_.empty()) open_.pop_back();
      } else if (token.is(TokenKind::kIdentifier) && token.text() == "case" && !open_.empty()) {
        label(&lexer);
      }
    }
  }

 private:
  // Names that differ by their namespace alone are the same.
  void label(Lexer* lexer) {
    Token name;
    Token token;
    while (next_code(lexer, &token) && !token.is_op(':')) {
      const bool in_name = token.is(TokenKind::kIdentifier) || token.is_op(op::kScope);
      if (!in_name) return;
      if (token.is(TokenKind::kIdentifier)) name = token;
    }
    if (name.is(TokenKind::kEnd)) return;
    const auto renamed = names_.find(name.begin);
    std::string_view key = renamed == names_.end() ? name.text() : renamed->second;
    if (key == "kPrivateUse1") key.remove_prefix(1);
    const auto [place, is_new] = open_.back().emplace(std::string(key), name.text());
    if (is_new || place->second == name.text()) return;
    context_.report(Code::type_collapse, name.text(),
                    "the labels `" + place->second + "` and `" + std::string(name.text()) +
                        "` become the same");
  }

  Context& context_;
  const Names& names_;
  std::vector<std::unordered_map<std::string, std::string>> open_;  // what will be, and what it is
};

}  // namespace

void labels_rule(Context* context) {
  if (!context->has_shared_types && !context->has_key) return;
  if (context->reverse()) return;
  const std::vector<Edit>& edits = context->scan.edits;
  const bool is_label = std::any_of(edits.begin(), edits.end(), [context](const Edit& edit) {
    return is_behind_case(context->text, edit.begin);
  });
  if (!is_label) return;
  Names names;
  for (const Edit& edit : edits) {
    if (edit.certainty == Certainty::show_only) continue;
    names.emplace(context->text.data() + edit.begin, edit.replacement->to);
  }
  Labels(context, names).read();
}

}  // namespace torchada::port
