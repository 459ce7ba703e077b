// __device__, __constant__ and __managed__: functions lose the qualifier, variables are registered.
// A declaration with one of them alone belongs to one source file, as device code does that is not relocatable: functions and
// variables become static, functions of classes get another name in each file.
#include <algorithm>
#include <initializer_list>

#include "mcc/rewrite/declaration.h"
#include "mcc/rewrite/function_key.h"
#include "mcc/rewrite/mangle.h"
#include "mcc/rewrite/pass.h"

namespace musasim::mcc {

namespace {

const char* kind_of(const Pass& pass, const Declaration& declaration) {
  if (has_specifier(pass.source, declaration, word::kManaged)) return "kManagedVariable";
  if (has_specifier(pass.source, declaration, word::kConstant)) return "kConstantVariable";
  return "kDeviceVariable";
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

// The names that a declaration of variables declares.
std::vector<Index> variable_names(const Source& source, const Declaration& declaration) {
  std::vector<Index> names = {declaration.name};
  const std::vector<Range> parts = split_at_commas(source, declaration.name, declaration.end);
  for (std::size_t i = 1; i < parts.size(); ++i) {
    Index at = parts[i].begin;
    while (at < parts[i].end && !source.is_word(at)) ++at;
    if (at < parts[i].end) names.push_back(at);
  }
  return names;
}

// A::x as it is written.
std::string qualified_name(const Pass& pass, Index name) {
  const Source& source = pass.source;
  Index first = name;
  while (first > 1 && source.is_op(first - 1, op::kScope) && source.is_word(first - 2)) first -= 2;
  return std::string(source.text(pass.begin_of(first), pass.end_of(name)));
}

// Whether the token is the first of the declaration's qualifiers, by which it is rewritten.
bool is_first_qualifier(const Source& source, const Declaration& declaration, Index qualifier) {
  for (Index at = declaration.specifiers; at < qualifier; ++at) {
    if (source.is(at, word::kDevice) || source.is(at, word::kConstant) ||
        source.is(at, word::kManaged)) {
      return false;
    }
  }
  return true;
}

// Declarations whose linkage stays: static already, shared with the host, or no function or variable
// of a namespace.
bool keeps_linkage(const Source& source, const Declaration& declaration) {
  return has_any_specifier(source, declaration,
                           {word::kStatic, word::kFriend, word::kTypedef, word::kUsing, word::kHost,
                            word::kGlobal, word::kTemplate});
}

bool is_inline(const Source& source, const Declaration& declaration) {
  return has_any_specifier(source, declaration,
                           {word::kInline, word::kInline2, word::kInline4, word::kConstexpr});
}

// template <> or an explicit instantiation: as local as its template.
bool is_specialization(const Declaration& declaration) {
  for (const Range& head : declaration.heads) {
    if (!head.empty()) return false;
  }
  return declaration.is_template;
}

// extern "C", before the declaration or among its specifiers.
bool has_language(const Source& source, const Declaration& declaration) {
  if (source.token(declaration.begin).kind == TokenKind::kString) return true;
  for (Index at = declaration.specifiers; at < declaration.name; ++at) {
    if (source.is(at, word::kExtern) && source.token(at + 1).kind == TokenKind::kString)
      return true;
  }
  return false;
}

// Some projects declare the compiler's own functions, which the simulator's headers have defined by then.
bool is_of_compiler(const Source& source, const Declaration& declaration) {
  const std::string_view name = source.text(declaration.name);
  return declaration.kind == DeclarationKind::kFunction && source.is_op(declaration.end, ';') &&
         (name.substr(0, 7) == "__musa_" || name.substr(0, 5) == "__mt_");
}

// extern __device__ int f(int): as local as its definition is.
void erase_extern(Pass* pass, const Declaration& declaration) {
  for (Index at = declaration.specifiers; at < declaration.name; ++at) {
    if (pass->source.is(at, word::kExtern)) pass->erase(at);
  }
}

// The one behind attributes: alignas(16) __device__, __device__ [[nodiscard]].
Index first_specifier(const Source& source, const Declaration& declaration) {
  const auto behind_standard = [&source](Index at) {
    const bool is_one = source.is_op(at, '[') || source.is(at, word::kAlignas);
    return is_one ? behind_attribute(source, at) : at;
  };
  Index first = declaration.specifiers;
  for (Index at = first; at < declaration.name;) {
    const Index behind = behind_standard(at);
    if (behind != at) {
      first = at = behind;
    } else if (source.is(at, word::kDevice)) {
      ++at;
    } else {
      break;
    }
  }
  return first;
}

// template <class T> __device__ A(T) -> A<T>; it has no linkage.
bool is_deduction_guide(const Source& source, const Declaration& declaration) {
  const Index close = source.partner(declaration.open);
  if (close == kNone || !source.is_op(close + 1, op::kArrow)) return false;
  Index first = first_specifier(source, declaration);
  while (first < declaration.name) {
    if (source.is(first, word::kExplicit) && source.is_op(first + 1, '(')) {
      first = source.partner(first + 1);  // kNone is beyond every name
    } else if (!source.is(first, word::kExplicit) && !source.is(first, word::kDevice) &&
               !source.is(first, word::kHost)) {
      break;
    }
    ++first;
  }
  return first == declaration.name;
}

// operator new and delete of everybody can be no file's own.
bool is_global_allocation(const Source& source, const Declaration& declaration) {
  if (!source.is(declaration.name, word::kOperator)) return false;
  const std::string_view of = source.text(declaration.name + 1);
  return of == "new" || of == "delete";
}

// Declared as a friend, and not static by a declaration before.
bool is_friend(const Pass& pass, const Declaration& declaration) {
  return declaration.kind == DeclarationKind::kFunction &&
         pass.declared_friends.count(function_key(pass, declaration)) != 0 &&
         pass.local_functions.count(overload_key(pass, declaration)) == 0;
}

// Gets this file's mark into the name of a function, so that the linker takes it for no other file's of that name.
void mark(Pass* pass, const Declaration& declaration) {
  pass->marked_functions.insert(function_key(*pass, declaration));
  pass->edits.insert(pass->begin_of(first_specifier(pass->source, declaration)),
                     "__attribute__((abi_tag(\"" + pass->options.file_mark + "\"))) ");
}

// friend __device__ int f(B); where an earlier declaration is static, it has no mark.
void rewrite_friend(Pass* pass, const Declaration& declaration) {
  if (declaration.qualified) return;
  if (pass->local_functions.count(overload_key(*pass, declaration)) != 0) return;
  // The linkage of those that the host has too stays.
  if (has_any_specifier(pass->source, declaration, {word::kHost, word::kGlobal})) return;
  pass->declared_friends.insert(function_key(*pass, declaration));
  mark(pass, declaration);
}

// Makes it the source file's own. A variable that was declared `extern` before stays that, and what is C's.
void make_local(Pass* pass, const Declaration& declaration) {
  const Source& source = pass->source;
  if (!pass->options.local_device_code || declaration.qualified || is_specialization(declaration))
    return;
  if (keeps_linkage(source, declaration) || is_of_compiler(source, declaration)) return;
  if (is_global_allocation(source, declaration)) return;
  const bool is_variable = declaration.kind == DeclarationKind::kVariable;
  if (is_variable && is_inline(source, declaration)) return;
  const std::uint32_t name = source.word_at(declaration.name);
  if (has_language(source, declaration)) pass->declared_extern.insert(name);
  if (pass->declared_extern.count(name) != 0 || is_friend(*pass, declaration)) return;
  erase_extern(pass, declaration);
  if (!is_variable) pass->local_functions.insert(overload_key(*pass, declaration));
  if (declaration.is_template) pass->local_templates.insert(name);
  pass->edits.insert(pass->begin_of(first_specifier(source, declaration)),
                     "static __attribute__((unused)) ");
}

// A member that is defined outside of its class, a friend, and template <>: none can be made local.
bool is_shared_definition(const Pass& pass, const Declaration& declaration) {
  const Source& source = pass.source;
  const Index end = declaration.end;
  const bool defines = source.is_op(end, '{') || source.is_op(end, ':') ||
                       (source.is_op(end, ';') && source.is(end - 1, word::kDefault));
  if (declaration.kind != DeclarationKind::kFunction || !defines) return false;
  if (declaration.is_template && !is_specialization(declaration)) return false;
  return declaration.qualified || declaration.is_template || is_friend(pass, declaration);
}

// In a header it is in every file that includes it, which is no conflict among functions of the device.
void make_repeatable(Pass* pass, const Declaration& declaration) {
  const Source& source = pass->source;
  if (!pass->options.local_device_code || !is_shared_definition(*pass, declaration)) return;
  if (keeps_linkage(source, declaration) || is_inline(source, declaration)) return;
  const bool outlined = has_specifier(source, declaration, word::kNoInline);
  const bool local = pass->local_templates.count(source.word_at(declaration.name)) != 0;
  if (outlined && local) return;  // as static as its template
  pass->edits.insert(pass->begin_of(first_specifier(source, declaration)),
                     outlined ? "__attribute__((weak)) " : "inline ");
}

// A member of the device alone, in its class.
void rewrite_member_function(Pass* pass, const Declaration& declaration, Index qualifier) {
  const Source& source = pass->source;
  if (!pass->options.local_device_code || !is_first_qualifier(source, declaration, qualifier))
    return;
  if (has_specifier(source, declaration, word::kFriend)) return rewrite_friend(pass, declaration);
  if (is_specialization(declaration)) return;
  if (has_any_specifier(source, declaration, {word::kHost, word::kGlobal})) return;
  const Scope& scope = pass->scopes[pass->scopes.around(qualifier)];
  pass->classes_with_marks.insert(name_of_class(source, scope.open));
  mark(pass, declaration);
}

// Outside of its class, and friends: as it was marked there. An explicit instantiation cannot be.
void mark_again(Pass* pass, const Declaration& declaration) {
  const bool instantiates = declaration.is_template && declaration.heads.empty();
  if (instantiates || pass->marked_functions.count(function_key(*pass, declaration)) == 0) return;
  if (has_any_specifier(pass->source, declaration, {word::kHost, word::kGlobal})) return;
  if (declaration.qualified || is_friend(*pass, declaration)) mark(pass, declaration);
}

void register_variables(Pass* pass, const Declaration& declaration) {
  std::string text;
  for (const Index name : variable_names(pass->source, declaration)) {
    const std::string spelled = qualified_name(*pass, name);
    text += " static const ::musasim::device::Variable musasim_variable_" + pass->next_number() +
            "(::musasim::device::" + kind_of(*pass, declaration) + ", \"" +
            linker_name(*pass, name) + "\", &" + spelled + ", sizeof(" + spelled + "));";
  }
  pass->edits.insert(pass->end_of(declaration.end), text);
}

// extern "C" __device__ int x = 1; is no mere declaration.
bool is_initialized(const Source& source, const Declaration& declaration) {
  Index at = declaration.name + 1;
  while (source.is_op(at, '[') && source.partner(at) != kNone) at = source.partner(at) + 1;
  return source.is_op(at, '=') || source.is_op(at, '{');
}

void rewrite_variable(Pass* pass, const Declaration& declaration) {
  const Source& source = pass->source;
  if (declaration.name == kNone || declaration.end == kNone || declaration.is_template) return;
  if (has_specifier(source, declaration, word::kExtern) && !is_initialized(source, declaration)) {
    pass->declared_extern.insert(source.word_at(declaration.name));
    return;
  }
  if (has_specifier(source, declaration, word::kConstexpr)) return;
  make_local(pass, declaration);
  register_variables(pass, declaration);
}

}  // namespace

void rewrite_memory_qualifier(Pass* pass, Index qualifier) {
  const Source& source = pass->source;
  pass->erase(qualifier);
  if (belongs_to_lambda(source, qualifier)) return;
  const Declaration declaration = read_declaration(source, qualifier);
  const bool is_function = declaration.kind == DeclarationKind::kFunction;
  if (is_function && is_deduction_guide(source, declaration)) return;
  if (!pass->scopes.in_namespace(qualifier)) {
    if (is_function && pass->scopes.in_class(qualifier)) {
      rewrite_member_function(pass, declaration, qualifier);
    }
    return;
  }
  if (!is_first_qualifier(source, declaration, qualifier)) return;
  if (declaration.kind == DeclarationKind::kVariable) {
    rewrite_variable(pass, declaration);
  } else if (is_function) {
    make_local(pass, declaration);
    make_repeatable(pass, declaration);
    mark_again(pass, declaration);
  }
}

}  // namespace musasim::mcc
