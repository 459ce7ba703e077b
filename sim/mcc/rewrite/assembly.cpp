// Assembly in device code is another machine's: an error where the compiler emits it, but for what ends a
// kernel.
#include "mcc/rewrite/declaration.h"
#include "mcc/rewrite/pass.h"

namespace musasim::mcc {

namespace {

// Whether the function around a token has one of the qualifiers of device code.
bool in_device_code(const Pass& pass, Index token) {
  for (Index number = pass.scopes.around(token); number != kNone;
       number = pass.scopes[number].outer) {
    const ScopeKind kind = pass.scopes.kind(number);
    if (kind != ScopeKind::kFunction && kind != ScopeKind::kLambda) continue;
    const Index open = pass.scopes[number].open;
    for (Index at = statement_begin(pass.source, open); at < open; ++at) {
      if (pass.source.is(at, word::kDevice) || pass.source.is(at, word::kGlobal)) return true;
    }
  }
  return false;
}

// Nothing but blanks in the strings: a barrier for the compiler.
bool is_empty(std::string_view string) {
  for (const char c : string.substr(1, string.size() - 2)) {
    if (c != ' ' && c != '\t') return false;
  }
  return true;
}

std::string first_words(std::string_view string) {
  std::string words;
  for (const char c : string.substr(1, string.size() - 2)) {
    if (c == '\\' || c == '"' || words.size() == 60) break;
    words += c;
  }
  while (!words.empty() && (words.back() == ' ' || words.back() == '{')) words.pop_back();
  return words;
}

}  // namespace

void rewrite_assembly(Pass* pass, Index keyword) {
  const Source& source = pass->source;
  Index open = keyword + 1;
  while (source.is_word(open)) ++open;  // volatile, goto, inline
  const Index close = source.partner(open);
  if (!source.is_op(open, '(') || close == kNone || !source.is_op(close + 1, ';')) return;
  Index text = open + 1;
  while (source.token(text).kind == TokenKind::kString && is_empty(source.text(text))) ++text;
  const TokenKind kind = source.token(text).kind;
  if (kind != TokenKind::kString && kind != TokenKind::kRawString) return;
  if (!in_device_code(*pass, keyword)) return;
  if (text + 1 == close && source.text(text) == "\"trap;\"") {
    pass->edits.replace(pass->begin_of(keyword), pass->end_of(close), "::__trap()");
    return;
  }
  const std::string name = "musasim_assembly_" + pass->next_number();
  const std::string words = kind == TokenKind::kString ? first_words(source.text(text)) : "";
  pass->edits.replace(pass->begin_of(keyword), pass->end_of(close),
                      "{ extern void " + name +
                          "() __attribute__((error(\"the simulated GPU cannot run assembly: `" +
                          words + "`; write the operation in C++ if __MUSA__ is defined\"))); " +
                          name + "(); }");
}

}  // namespace musasim::mcc
