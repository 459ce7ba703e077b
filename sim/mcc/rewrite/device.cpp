// __device__, __constant__ and __managed__: functions lose the qualifier, variables are registered.
#include "mcc/rewrite/declaration.h"
#include "mcc/rewrite/pass.h"

namespace musasim::mcc {

namespace {

const char* kind_of(std::uint32_t qualifier) {
  switch (qualifier) {
    case word::kConstant: return "kConstantVariable";
    case word::kManaged: return "kManagedVariable";
    default: return "kDeviceVariable";
  }
}

// [=] __device__ (int i), and [=](int i) __device__.
bool belongs_to_lambda(const Source& source, Index qualifier) {
  Index before = qualifier;
  while (before > 0 && source.is_word(before - 1) &&
         (source.is(before - 1, word::kHost) || source.is(before - 1, word::kDevice))) {
    --before;
  }
  if (before == 0) return false;
  --before;
  if (source.is_op(before, ')') && source.partner(before) != kNone && source.partner(before) > 0) {
    before = source.partner(before) - 1;
  }
  if (!source.is_op(before, ']')) return false;
  const Index open = source.partner(before);
  return open != kNone && !source.is_op(open + 1, '[');  // [[...]] is an attribute
}

void rewrite_variable(Pass* pass, const Declaration& declaration, std::uint32_t qualifier) {
  const Source& source = pass->source;
  if (declaration.name == kNone || declaration.end == kNone || declaration.is_template) return;
  if (has_specifier(source, declaration, word::kExtern)) return;
  if (has_specifier(source, declaration, word::kConstexpr)) return;
  if (!pass->scopes.in_namespace(declaration.begin)) return;
  const std::string name(source.text(declaration.name));
  pass->edits.insert(pass->end_of(declaration.end),
                     " static const ::musasim::device::Variable musasim_variable_" +
                         pass->next_number() + "(::musasim::device::" + kind_of(qualifier) +
                         ", \"" + name + "\", &" + name + ", sizeof(" + name + "));");
}

}  // namespace

void rewrite_memory_qualifier(Pass* pass, Index qualifier) {
  const Source& source = pass->source;
  pass->erase(qualifier);
  if (belongs_to_lambda(source, qualifier)) return;
  if (!pass->scopes.in_namespace(qualifier)) return;
  const Declaration declaration = read_declaration(source, qualifier);
  if (declaration.kind == DeclarationKind::kVariable) {
    rewrite_variable(pass, declaration, source.word_at(qualifier));
  }
}

}  // namespace musasim::mcc
