// Recording edits and findings.
#include "context.h"

namespace torchada::port {

bool next_code(Lexer* lexer, Token* token) {
  while (lexer->next_visible(token)) {
    if (!token->is(TokenKind::kLineComment) && !token->is(TokenKind::kBlockComment)) return true;
  }
  return false;
}

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

void Context::edit(std::string_view range, const Replacement* replacement, Certainty certainty) {
  Edit edit;
  edit.begin = offset(range.data());
  edit.length = static_cast<std::uint32_t>(range.size());
  edit.certainty = certainty;
  edit.replacement = replacement;
  has_key |= replacement->is_key;
  scan.edits.push_back(edit);
}

void Context::edit(std::string_view range, std::string_view to, std::string_view library,
                   Certainty certainty) {
  edit(range, words.replacement(range, to, library), certainty);
}

void Context::edit(std::string_view range, std::string_view to, const Word& word) {
  edit(range, to, names::text(word.translation.library), Certainty::certain);
}

Finding& Context::report(Code code, std::string_view range, std::string message) {
  Finding finding;
  finding.code = code;
  finding.severity = dead ? Severity::note : port::text(code).severity;
  finding.begin = offset(range.data());
  finding.length = range.size();
  finding.message = std::move(message);
  scan.findings.push_back(std::move(finding));
  return scan.findings.back();
}

Finding& Context::report(Code code, std::string_view range, const Word& word, std::string message) {
  Finding& finding = report(code, range, std::move(message));
  finding.name = word.text;
  return finding;
}

void Context::last_edit_unless_defined(const Word& word) {
  scan.conditional_edits.push_back({scan.edits.size() - 1, word.text});
}

void Context::last_finding_unless_defined(const Word& word) {
  scan.conditional_findings.push_back({scan.findings.size() - 1, word.text});
}

void Context::declare_member(const Word& word) { scan.definitions.push_back("." + word.text); }

void Context::last_edit_if_member(const Word& word) {
  scan.conditional_edits.push_back({scan.edits.size() - 1, word.text, true});
}

void Context::last_finding_unless_member(const Word& word) {
  scan.conditional_findings.push_back({scan.findings.size() - 1, word.text, true});
}

void Context::take_back(std::size_t edits, std::size_t findings) {
  const auto truncate = [](std::vector<Scan::Conditional>* list, std::size_t size) {
    while (!list->empty() && list->back().index >= size) list->pop_back();
  };
  scan.edits.resize(edits);
  if (first_ptx_edit > edits) first_ptx_edit = 0;
  scan.findings.resize(findings);
  truncate(&scan.conditional_edits, edits);
  truncate(&scan.conditional_findings, findings);
}

Token Context::peek() const {
  Lexer ahead = lexer;
  Token token;
  next_code(&ahead, &token);
  return token;
}

}  // namespace torchada::port
