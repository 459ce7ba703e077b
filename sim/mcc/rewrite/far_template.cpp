// Calls of templates that only the arguments' namespaces have.
#include "mcc/rewrite/far_template.h"

#include "mcc/rewrite/declaration.h"

namespace musasim::mcc {

namespace {

// The names of a namespace whose brace this is: "b::" and "b::c::" for `namespace b::c {`; nothing for one without.
std::string names_of(const Source& source, Index open) {
  std::string names;
  for (Index at = open; at > 0 && !source.is(at - 1, word::kNamespace); --at) {
    if (source.is_op(at - 1, ';') || source.is_op(at - 1, '}')) return {};
    if (source.is_op(at - 1, ')') && source.partner(at - 1) != kNone) {
      at = source.partner(at - 1);  // of an attribute, whose word goes too
    } else if (source.is_word(at - 1)) {
      names.insert(0, std::string(source.text(at - 1)) + "::");
    }
  }
  return names;
}

// The namespaces around a token: "a::b::".
std::string namespaces_around(const Pass& pass, Index token) {
  std::string names;
  for (Index number = pass.scopes.around(token); number != kNone;
       number = pass.scopes[number].outer) {
    if (pass.scopes.kind(number) != ScopeKind::kNamespace) continue;
    const Index open = pass.scopes[number].open;
    if (open > 0 && pass.source.token(open - 1).kind == TokenKind::kString) continue;
    names.insert(0, names_of(pass.source, open));
  }
  return names;
}

bool begins_with(const std::string& text, const std::string& begin) {
  return text.compare(0, begin.size(), begin) == 0;
}

}  // namespace

void FarTemplates::read(const Pass& pass) {
  const Source& source = pass.source;
  was_read_ = true;
  for (Index at = 0; at + 1 < source.size(); ++at) {
    if (source.is(at, word::kUsing)) {
      const Index end = statement_end(source, at);
      if (end != kNone && source.is_word(end - 1)) others_.insert(source.word_at(end - 1));
    }
    if (!source.is(at, word::kTemplate) || !source.is_op(at + 1, '<')) continue;
    const Declaration declaration = read_declaration(source, at);
    if (!source.is_word(declaration.name)) continue;
    const std::uint32_t name = source.word_at(declaration.name);
    if (declaration.kind == DeclarationKind::kFunction && pass.scopes.in_namespace(at)) {
      functions_[name].insert(namespaces_around(pass, at));
    } else {
      others_.insert(name);
    }
  }
}

void FarTemplates::rewrite(Pass* pass, Index open, const std::vector<bool>& templates) {
  const Source& source = pass->source;
  if (open < 2 || !source.is_word(open - 1) || !templates[source.word_at(open - 1)]) return;
  const Index before = open - 2;
  if (source.is_op(before, op::kScope) || source.is_op(before, '.') ||
      source.is_op(before, op::kArrow) || source.is(before, word::kTemplate)) {
    return;
  }
  const Index behind = behind_angle(source, open, source.size());
  if (behind == kNone || !source.is_op(behind, '(') || source.is_op(behind + 1, ')')) return;
  if (pass->scopes.function_around(open) == kNone) return;
  if (!was_read_) read(*pass);
  const std::uint32_t name = source.word_at(open - 1);
  const auto found = functions_.find(name);
  if (found == functions_.end() || others_.count(name) != 0) return;
  const std::string here = namespaces_around(*pass, open);
  for (const std::string& there : found->second) {
    if (begins_with(here, there)) return;
  }
  if (!declared_.insert(name).second) return;
  pass->edits.insert(0, "template <class> void " + std::string(source.text(open - 1)) + "();\n");
}

}  // namespace musasim::mcc
