// Overloads and specializations for types that become one: they would define a signature twice.
#include <algorithm>
#include <cstring>
#include <string>
#include <unordered_map>
#include <vector>

#include "../words.h"
#include "rules.h"

namespace torchada::port {

namespace {

constexpr std::string_view kScopes[] = {"namespace", "struct", "class", "union", "extern"};
constexpr std::string_view kQualifiers[] = {"const", "volatile", "unsigned", "signed", "struct"};
constexpr std::size_t kLongestShown = 80;
constexpr std::size_t kLongestHead = 4096;  // in tokens; what is longer is data

using Names = std::unordered_map<const char*, std::string_view>;  // new ones, by place

// The names that words of the text become. Nothing can become the same unless two of them do, or a
// type is there already; that is seen faster than heads are compared.
class NewNames {
 public:
  void add(const Replacement& replacement) {
    const std::string_view name = replacement.to;
    const auto [place, is_new] = sources_.emplace(name, replacement.from);
    shared_ = shared_ || place->second != replacement.from || name.find(' ') != name.npos;
    if (is_new && replacement.library == names::text(names::Library::types)) types_.push_back(name);
  }

  // True where several words become one name. A name of several words may be another spelling, and counts as such.
  bool are_shared() const { return shared_; }

  // True where the text already has a type that another word becomes.
  bool stand_in(std::string_view text, const Names& names) const {
    const auto is_mentioned = [text](std::string_view type) {
      return memmem(text.data(), text.size(), type.data(), type.size()) != nullptr;
    };
    // Hardly ever; to look for a few texts is faster than to read all words.
    if (std::none_of(types_.begin(), types_.end(), is_mentioned)) return false;
    Lexer lexer(text);
    Token token;
    while (lexer.next_word(&token)) {
      if (!token.is(TokenKind::kIdentifier)) continue;
      const auto same = std::find(types_.begin(), types_.end(), token.text());
      if (same != types_.end() && names.count(token.begin) == 0) return true;
    }
    return false;
  }

 private:
  std::unordered_map<std::string_view, std::string_view> sources_;  // what becomes of which
  std::vector<std::string_view> types_;
  bool shared_ = false;
};

// The heads of definitions outside of functions, as they are and as they will be.
class Heads {
 public:
  Heads(Context* context, Names names) : context_(*context), names_(std::move(names)) {}

  void read() {
    Lexer lexer(context_.text);
    Token token;
    while (next_code(&lexer, &token)) {
      if (token.is(TokenKind::kHash)) {
        while (next_code(&lexer, &token) && !token.is(TokenKind::kNewline)) {
        }
      } else {
        take(token);
      }
    }
  }

 private:
  void take(const Token& token) {
    if (body_ > 0) {
      body_ += token.is_op('{') ? 1 : token.is_op('}') ? -1 : 0;
    } else if (token.is_op('{')) {
      open();
    } else if (token.is_op('}')) {
      head_.clear();
      if (scopes_.size() > 1) scopes_.pop_back();
    } else if (token.is_op(';') || head_.size() == kLongestHead) {
      head_.clear();
    } else {
      head_.push_back(token);
    }
  }

  void open() {
    const bool scope = is_scope();
    const bool value = std::any_of(head_.begin(), head_.end(),
                                   [](const Token& token) { return token.is_op('='); });
    if (!head_.empty() && (scope || !value)) compare();
    if (scope) {
      const auto [place, is_new] = scope_numbers_.emplace(in_scope(spelled(true)), next_scope_);
      next_scope_ += is_new ? 1 : 0;
      scopes_.push_back(place->second);
    } else {
      body_ = 1;
    }
    head_.clear();
  }

  // A namespace or a class; the head of a function ends with a parenthesis or with what follows one.
  bool is_scope() const {
    const bool keyword = std::any_of(head_.begin(), head_.end(), [](const Token& token) {
      return is_one_of(kScopes, token.text());
    });
    const bool ends_with_name = !head_.empty() && !head_.back().is_op(')') &&
                                head_.back().text() != "const" && head_.back().text() != "noexcept";
    return keyword && ends_with_name;
  }

  // `b` of `(int a, T& b)`: parameters are told apart by their types.
  bool is_parameter_name(std::size_t at) const {
    if (at == 0 || at + 1 >= head_.size() || !head_[at].is(TokenKind::kIdentifier)) return false;
    const Token& before = head_[at - 1];
    const Token& after = head_[at + 1];
    const bool behind_type =
        before.is_op('*') || before.is_op('&') || before.is_op('>') ||
        (before.is(TokenKind::kIdentifier) && !is_one_of(kQualifiers, before.text()));
    return behind_type && (after.is_op(',') || after.is_op(')'));
  }

  std::string spelled(bool renamed) const {
    std::string text;
    for (std::size_t i = 0; i < head_.size(); ++i) {
      if (is_parameter_name(i)) continue;
      const auto name = renamed ? names_.find(head_[i].begin) : names_.end();
      if (!text.empty()) text += ' ';
      text += name == names_.end() ? lexer::spelling(head_[i]) : std::string(name->second);
    }
    return text;
  }

  // Numbers stand for the scopes around: their texts joined would be as long as they are deep.
  std::string in_scope(const std::string& head) const {
    return std::to_string(scopes_.back()) + " { " + head;
  }

  void compare() {
    const std::string before = spelled(false);
    const auto [place, is_new] = seen_.emplace(in_scope(spelled(true)), before);
    if (is_new || place->second == before) return;
    const char* const begin = head_.front().begin;
    const std::string_view range(begin, static_cast<std::size_t>(head_.back().end - begin));
    context_.report(Code::type_collapse, range,
                    "`" + before.substr(0, kLongestShown) + "` and `" +
                        place->second.substr(0, kLongestShown) + "` become the same");
  }

  Context& context_;
  const Names names_;
  std::vector<Token> head_;
  std::vector<std::size_t> scopes_{0};  // numbers of those that are open; 0 is around all
  std::unordered_map<std::string, std::size_t> scope_numbers_;
  std::size_t next_scope_ = 1;
  std::unordered_map<std::string, std::string> seen_;  // what will be, and what it is
  long body_ = 0;                                      // braces that are open in a function
};

}  // namespace

bool shared_type_rule(Context* context, const Place&, const Word&) {
  context->has_shared_types = true;
  return false;
}

void collapse_rule(Context* context) {
  if (!context->has_shared_types || context->reverse()) return;
  Names names;
  NewNames new_names;
  for (const Edit& edit : context->scan.edits) {
    const bool is_path = edit.replacement->from.find_first_of("./") != std::string::npos;
    if (edit.certainty == Certainty::show_only || is_path) continue;
    names.emplace(context->text.data() + edit.begin, edit.replacement->to);
    new_names.add(*edit.replacement);
  }
  if (!new_names.are_shared() && !new_names.stand_in(context->text, names)) return;
  Heads(context, std::move(names)).read();
}

}  // namespace torchada::port
