// __shared__ variables. A block runs wholly on one thread of the host, one block at a time: a static
// one is `static thread_local`, and a dynamic one is a reference to the thread's arena.
#include "mcc/rewrite/declaration.h"
#include "mcc/rewrite/pass.h"

namespace musasim::mcc {

namespace {

// alignas(...) stands before all else, where it belongs to what is declared.
void move_alignment(Pass* pass, const Declaration& declaration) {
  const Source& source = pass->source;
  for (Index at = declaration.begin; at < declaration.name; ++at) {
    if (source.is_op(at, '{') && source.partner(at) != kNone) at = source.partner(at);
    if (!source.is(at, word::kAlignas)) continue;
    const bool of_type =
        at > 0 && (source.is(at - 1, word::kStruct) || source.is(at - 1, word::kClass) ||
                   source.is(at - 1, word::kUnion));
    const Index behind = behind_attribute(source, at);
    if (of_type || behind == at || at == declaration.begin) continue;
    const std::uint32_t begin = pass->begin_of(at);
    const std::uint32_t end = pass->end_of(behind - 1);
    pass->edits.insert(pass->begin_of(declaration.begin),
                       std::string(source.text(begin, end)) + " ");
    pass->edits.erase(begin, end);
    at = behind - 1;
  }
}

// Behind their declaration the variables of a kernel say how much of a block's shared memory they take.
void tell_sizes(Pass* pass, const Declaration& declaration, Index shared) {
  if (shared < pass->kernel_with_shared.begin || shared >= pass->kernel_with_shared.end) return;
  const Source& source = pass->source;
  std::string told;
  for (const Range part : split_at_commas(source, declaration.name, declaration.end)) {
    Index name = part.begin;
    while (source.token(name).kind != TokenKind::kIdentifier) ++name;
    const std::string variable(source.text(name));
    told += " (void)&musasim_shared::template Variable<sizeof(" + variable +
            "), alignof(decltype(" + variable + ")), " + std::to_string(++pass->shared_of_kernel) +
            ">::add;";
  }
  pass->edits.insert(pass->end_of(declaration.end), told);
}

// With checks each declaration has closed bytes before and behind it, and its variables are told to libmusart
// (musasim/device/checked.h). Outside of functions there is no place for a call.
void guard(Pass* pass, const Declaration& declaration) {
  const Source& source = pass->source;
  const std::string before = "musasim_guard_" + pass->next_number();
  const std::string behind = "musasim_guard_" + pass->next_number();
  const std::string type = "static thread_local ::musasim::device::Guard ";
  std::string told = " " + type + behind + ";";
  for (const Range part : split_at_commas(source, declaration.name, declaration.end)) {
    Index name = part.begin;
    while (source.token(name).kind != TokenKind::kIdentifier) ++name;
    const std::string variable(source.text(name));
    told += " ::musasim::device::note_shared(\"" + variable + "\", " + variable + ", " + before +
            ", " + behind + ");";
  }
  pass->edits.insert(pass->begin_of(declaration.begin), type + before + "; ");
  pass->edits.insert(pass->end_of(declaration.end), told);
}

void rewrite_static(Pass* pass, const Declaration& declaration, Index shared) {
  if (pass->options.checked && pass->scopes.function_around(shared) != kNone) {
    guard(pass, declaration);
  }
  const bool is_static = has_specifier(pass->source, declaration, word::kStatic);
  // A GPU's compiler aligns them for its widest accesses: programs read arrays of float as float4.
  pass->edits.replace(pass->begin_of(shared), pass->end_of(shared),
                      std::string(is_static ? "thread_local" : "static thread_local") +
                          " __attribute__((aligned(16)))");
  move_alignment(pass, declaration);
  tell_sizes(pass, declaration, shared);
}

// extern __shared__ T name[][4];  ->  typedef T musasim_shared_1[][4];
// musasim_shared_1& name = *static_cast<musasim_shared_1*>(::musasim::device::dynamic_shared());
void rewrite_dynamic(Pass* pass, const Declaration& declaration, Index shared) {
  const Source& source = pass->source;
  for (Index at = declaration.begin; at < declaration.name; ++at) {
    const bool aligned = source.is(at, word::kAlignas) || source.is(at, word::kAttribute);
    const Index behind = aligned ? behind_attribute(source, at) : at;
    if (source.is(at, word::kExtern)) {
      pass->erase(at);
      if (source.token(at + 1).kind == TokenKind::kString) pass->erase(at + 1);
    } else if (behind != at) {
      pass->edits.erase(pass->begin_of(at), pass->end_of(behind - 1));
      at = behind - 1;
    }
  }
  const std::string type = "musasim_shared_" + pass->next_number();
  const bool outside = pass->scopes.function_around(shared) == kNone;
  pass->erase(shared);
  pass->edits.insert(pass->begin_of(declaration.begin), "typedef ");
  pass->edits.replace(pass->begin_of(declaration.name), pass->end_of(declaration.name), type);
  const std::string name(source.text(declaration.name));
  std::string reference = outside ? "; static thread_local " : "; ";
  reference += type + "& " + name;
  reference += " = *static_cast<" + type + "*>(::musasim::device::dynamic_shared())";
  pass->edits.insert(pass->begin_of(declaration.end), reference);
  if (outside && pass->options.checked) {
    pass->edits.insert(pass->end_of(declaration.end),
                       " static const ::musasim::device::SharedReference musasim_reference_" +
                           pass->next_number() +
                           "([]() -> void* { return ::musasim::device::place_of(" + name +
                           "); });");
  }
}

}  // namespace

void rewrite_shared(Pass* pass, Index shared) {
  const Declaration declaration = read_declaration(pass->source, shared);
  if (declaration.kind != DeclarationKind::kVariable || declaration.name == kNone ||
      declaration.end == kNone) {
    pass->error(shared, "expected the declaration of a variable after __shared__");
    return;
  }
  if (has_specifier(pass->source, declaration, word::kExtern)) {
    rewrite_dynamic(pass, declaration, shared);
  } else {
    rewrite_static(pass, declaration, shared);
  }
}

}  // namespace musasim::mcc
