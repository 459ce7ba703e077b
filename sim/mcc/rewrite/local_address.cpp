// The address of a local variable in what a function returns. A GPU's compiler inlines the function and keeps the
// variable, so code gets along with it; the host's compiler would see a variable that nobody reads, and return null
// in place of its address.
#include "mcc/rewrite/declaration.h"
#include "mcc/rewrite/marks.h"
#include "mcc/rewrite/parameters.h"
#include "mcc/rewrite/pass.h"

namespace musasim::mcc {

namespace {

// `&name` that is a whole argument.
bool is_address(const Source& source, Index at) {
  if (!source.is_op(at, '&') || !source.is_word(at + 1)) return false;
  const bool is_unary = source.is_op(at - 1, '(') || source.is_op(at - 1, ',') ||
                        source.is_op(at - 1, '{') || source.is(at - 1, word::kReturn);
  return is_unary && (source.is_op(at + 2, ')') || source.is_op(at + 2, ',') ||
                      source.is_op(at + 2, '}') || source.is_op(at + 2, ';'));
}

// The brace of the function that the token is in; kNone in a lambda.
Index body_around(const Scopes& scopes, Index token) {
  Index number = scopes.around(token);
  while (number != kNone && scopes.kind(number) == ScopeKind::kBlock) {
    number = scopes[number].outer;
  }
  const bool found = number != kNone && scopes.kind(number) == ScopeKind::kFunction;
  return found ? scopes[number].open : kNone;
}

// Code that the compiler may have to compute, or that runs on the host, too, stays what it is.
bool is_on_device(const Source& source, Index body) {
  const Marks marks = marks_between(source, statement_begin(source, body), body);
  return marks.device && !marks.host && !marks.constant;
}

bool is_own_parameter(const Source& source, Index body, std::string_view name) {
  const FunctionHead head = function_head(source, statement_begin(source, body));
  if (head.open == kNone) return false;
  Edits unused;
  for (const Parameter& parameter : function_parameters(source, head.open, &unused)) {
    if (parameter.name == name) return !parameter.reference;
  }
  return false;
}

// Whether the word at `at` is the name that its statement declares, of a variable on the stack.
bool declares(const Source& source, Index at) {
  const Index begin = statement_begin(source, at);
  if (source.is_op(at - 1, '&') || source.is_op(at - 1, op::kAndAnd)) return false;
  for (Index word = begin; word < at; ++word) {
    switch (source.word_at(word)) {
      case word::kReturn:
      case word::kStatic:
      case word::kExtern:
      case word::kShared: return false;
      default: break;
    }
  }
  const std::vector<Range> parts = split_at_commas(source, begin, statement_end(source, at));
  const Index first = declared_name(source, parts.front());
  for (const Range& part : parts) {
    if (at < part.begin || at >= part.end) continue;
    if (part.begin == begin) return first == at;
    Index name = part.begin;
    while (source.is_op(name, '*')) ++name;
    return first != kNone && name == at;
  }
  return false;
}

bool is_local(const Source& source, Index body, Index name) {
  for (Index at = body + 1; at < name; ++at) {
    if (source.is(at, source.word_at(name)) && declares(source, at)) return true;
  }
  return is_own_parameter(source, body, source.text(name));
}

}  // namespace

void rewrite_return(Pass* pass, Index keyword) {
  const Source& source = pass->source;
  std::vector<Index> addresses;
  Index at = keyword + 1;
  for (; at < source.size() && !source.is_op(at, ';'); ++at) {
    if (source.is_op(at, '{') && source.is_op(at - 1, ')')) return;  // a lambda's body
    if (is_address(source, at)) addresses.push_back(at);
  }
  if (addresses.empty() || at == source.size()) return;
  const Index body = body_around(pass->scopes, keyword);
  if (body == kNone || !is_on_device(source, body)) return;
  for (const Index address : addresses) {
    if (!is_local(source, body, address + 1)) continue;
    pass->edits.insert(pass->begin_of(address), "::musasim::device::kept(");
    pass->edits.insert(pass->end_of(address + 1), ")");
    pass->keeps_locals = true;
  }
}

}  // namespace musasim::mcc
