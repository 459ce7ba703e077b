// Whether the program defines a name itself: #define, types, functions, variables, enumerators.

#include "../words.h"
#include "rules.h"

namespace torchada::port {

namespace {

constexpr std::string_view kTypeKeywords[] = {"struct", "class",     "union",
                                              "enum",   "namespace", "concept"};
// Words that may stand before a name that is only used.
constexpr std::string_view kUseKeywords[] = {
    "return",      "case",       "else",          "goto",
    "new",         "delete",     "throw",         "sizeof",
    "const",       "do",         "volatile",      "static",
    "inline",      "constexpr",  "co_return",     "co_await",
    "extern",      "using",      "typename",      "not",
    "typedef",     "unsigned",   "signed",        "and",
    "or",          "friend",     "register",      "public",
    "private",     "protected",  "virtual",       "mutable",
    "alignof",     "decltype",   "static_assert", "explicit",
    "defined",     "operator",   "__device__",    "__host__",
    "__global__",  "__shared__", "__constant__",  "__forceinline__",
    "__restrict__"};

// Words that stand behind the parameters of a function.
constexpr std::string_view kBehindFunction[] = {"noexcept", "override",     "final", "try",
                                                "throw",    "requires",     "asm",   "__asm",
                                                "__asm__",  "__attribute__"};

bool begins_body(const Token& after) {
  return after.is_op('{') || after.is_op(':') || after.is_op(';') || after.text() == "final";
}

// `T name` with something behind it that goes with a declaration.
bool may_end_declarator(const Token& after) {
  return after.is_op('(') || after.is_op('=') || after.is_op(';') || after.is_op(',') ||
         after.is_op(')') || after.is_op('[') || after.is_op('{') || after.is_op(':');
}

// `void __maxnreg__(64) f(`: an attribute, behind which the name of the function is next.
bool is_attribute(const Context& context, const Place& place) {
  const std::optional<Call> call = call_at(context, place);
  if (!call || !call->behind.is(TokenKind::kIdentifier)) return false;
  const std::string_view behind = call->behind.text();
  return !is_one_of(kBehindFunction, behind) && !is_use_keyword(behind) && !is_macro_name(behind);
}

}  // namespace

bool is_use_keyword(std::string_view word) {
  return is_one_of(kUseKeywords, word) || is_one_of(kTypeKeywords, word);
}

bool is_condition(Directive directive) {
  return directive >= Directive::kIf && directive <= Directive::kElifndef;
}

bool opens_scope(const Token& before, const Token& after) {
  const bool keyword = before.is(TokenKind::kIdentifier) && is_one_of(kTypeKeywords, before.text());
  return (keyword && (after.is_op('{') || after.is_op(':'))) ||
         (before.is_op(op::kScope) && after.is_op('{'));
}

bool is_definition(const Context& context, const Place& place) {
  if (is_condition(place.token.directive)) return false;
  const Token& before = place.before;
  if (before.is(TokenKind::kDirectiveName)) return before.directive == Directive::kDefine;
  if (!before.is(TokenKind::kIdentifier)) return false;
  if (is_one_of(kTypeKeywords, before.text())) return begins_body(place.after);
  if (before.text() == "using") return place.after.is_op('=');
  if (is_use_keyword(before.text())) return false;
  return may_end_declarator(place.after) && !is_attribute(context, place);
}

// The names in the braces of an enum that stand where enumerators stand.
bool enumerators_rule(Context* context, const Place&, const Word&) {
  Lexer ahead = context->lexer;
  Token token;
  do {
    if (!next_code(&ahead, &token)) return false;
    if (token.is_op(';') || token.is_op('(') || token.is_op(')') || token.is_op('>')) return false;
    if (token.is(TokenKind::kIdentifier) && token.text() == "enum") return false;
  } while (!token.is_op('{'));
  bool expected = true;
  std::string_view enumerator;  // if an end of one is next
  int depth = 0;
  while (next_code(&ahead, &token) && depth >= 0) {
    if (token.is(TokenKind::kIdentifier) && token.text() == "enum") return false;
    const bool ends = token.is_op(',') || token.is_op('=') || token.is_op('}');
    if (ends && !enumerator.empty() && context->words.find(enumerator) != nullptr) {
      context->scan.definitions.emplace_back(enumerator);
    }
    enumerator = {};
    if (expected && token.is(TokenKind::kIdentifier)) enumerator = token.text();
    if (token.is_op('{') || token.is_op('(')) ++depth;
    if (token.is_op('}') || token.is_op(')')) --depth;
    expected = depth == 0 && token.is_op(',');
    if (token.is_op(';')) return false;
  }
  return false;
}

}  // namespace torchada::port
