// Kernels. A kernel's own function is its host stub, and its body a lambda for one thread:
//
//   template <class T> void k(T* p) {
//     auto musasim_body = [=](threadIdx, blockIdx, blockDim, gridDim) mutable -> void BODY;
//     ::musasim::device::kernel<&k<T>, ::musasim::device::Traits<FLAGS, BOUNDS>>(musasim_body, p);
//   }
//
// speed/form.cpp gives quicker forms to kernels that allow them: one that runs as a loop and begins with a condition
// also gets a lambda for that, and its body is told whether it has to ask. So does a kernel that is a loop of turns,
// and its body is told which one to take.
#include "mcc/rewrite/declaration.h"
#include "mcc/rewrite/form.h"
#include "mcc/rewrite/parameters.h"
#include "mcc/rewrite/pass.h"
#include "mcc/rewrite/speed/form.h"

namespace musasim::mcc {

namespace {

// Copies of the parameters; references stay references.
std::string captures(const std::vector<Parameter>& parameters) {
  std::string text = "[=";
  for (const Parameter& parameter : parameters) {
    if (parameter.reference) text += ", &" + parameter.name + (parameter.pack ? "..." : "");
  }
  return text + "]";
}

std::string joined(const std::vector<Parameter>& parameters, const char* before,
                   const char* after) {
  std::string text;
  for (const Parameter& parameter : parameters) {
    if (!text.empty()) text += ", ";
    text += before + parameter.name + after + (parameter.pack ? "..." : "");
  }
  return text;
}

// The kernel as an expression in its own body: k, k<T, N>, k<float>.
std::string own_name(Pass* pass, const Declaration& declaration) {
  const Source& source = pass->source;
  std::string name(source.text(declaration.name));
  if (!declaration.name_arguments.empty() && declaration.name_arguments.begin != kNone) {
    const Range arguments = declaration.name_arguments;
    // The last token may close several: k<A<int>>.
    return name + "<" +
           std::string(source.text(pass->begin_of(arguments.begin), pass->end_of(arguments.end)));
  }
  if (declaration.heads.size() <= declaration.qualifier_heads) return name;
  const Range head = declaration.heads.back();
  if (head.empty()) return name;  // template <>
  return name + "<" + joined(template_parameters(source, head, &pass->edits), "", "") + ">";
}

// The first argument of __launch_bounds__, and the qualifier goes.
std::string take_launch_bounds(Pass* pass, const Declaration& declaration) {
  const Source& source = pass->source;
  std::string bounds = "0";
  for (Index at = declaration.begin; at < declaration.end; ++at) {
    const std::uint32_t word = source.word_at(at);
    if (word < word::kLaunchBounds || word >= word::kLastRewritten) continue;
    if (word != word::kLaunchBounds || !source.is_op(at + 1, '(')) continue;
    const Range first = split_at_commas(source, at + 2, source.partner(at + 1)).front();
    bounds = "(" +
             std::string(source.text(pass->begin_of(first.begin), pass->end_of(first.end - 1))) +
             ")";
  }
  return bounds;
}

// `fibers` is null where no kernel is to be quicker than it has to be.
Form form_of(Pass* pass, Index body, const std::vector<Parameter>& parameters,
             const Fibers* fibers) {
  const bool by_run_time = rewrite_built_ins(pass, body);
  if (pass->options.checked) return {"kernel", "kChecked", "", "", ""};
  if (by_run_time || fibers == nullptr) return {};
  return fast_form(pass, body, parameters, captures(parameters), *fibers);
}

bool has_shared(const Source& source, Index body) {
  for (Index at = body; at < source.partner(body); ++at) {
    if (source.is(at, word::kShared)) return true;
  }
  return false;
}

// Variables in shared memory name the kernel, to add their bytes to it (shared.cpp).
void make_body(Pass* pass, Index body, const Form& form, const std::string& captured,
               const std::string& function) {
  std::string head = "{ ";
  if (has_shared(pass->source, body)) {
    head += "using musasim_shared [[maybe_unused]] = ::musasim::device::StaticShared<" + function +
            ">; ";
    pass->kernel_with_shared = {body, pass->source.partner(body)};
    pass->shared_of_kernel = 0;
  }
  head += std::string("auto musasim_body = ") + captured + kIndices + form.parameter;
  pass->edits.insert(pass->begin_of(body),
                     head +
                         (pass->options.clang ? std::string(")") + kInlined + "mutable "
                                              : std::string(") mutable") + kInlined) +
                         "-> void ");
}

void rewrite_definition(Pass* pass, const Declaration& declaration, const Fibers* fibers) {
  const Index body = declaration.end;
  const std::vector<Parameter> parameters =
      function_parameters(pass->source, declaration.open, &pass->edits);
  const std::string bounds = take_launch_bounds(pass, declaration);
  Form form = form_of(pass, body, parameters, fibers);
  if (pass->options.flush_denormals) form.flags += " | ::musasim::device::kFlushing";
  const std::string function =
      "static_cast<void (*)(" +
      joined(parameters, "::musasim::device::ParameterType<decltype(", ")>") + ")>(&" +
      own_name(pass, declaration) + ")";
  make_body(pass, body, form, captures(parameters), function);
  std::string call = form.test + "; ::musasim::device::" + form.call + "<" + function;
  call += ", ::musasim::device::Traits<::musasim::device::" + form.flags + ", " + bounds +
          ">>(musasim_body" + form.argument;
  const std::string arguments = joined(parameters, "", "");
  if (!arguments.empty()) call += ", " + arguments;
  pass->edits.insert(pass->end_of(pass->source.partner(body)), call + "); }");
}

// A class or enumeration is defined here, whose qualifier clang and nvcc ignore; `struct A f()` is a function.
bool defines_type(const Source& source, Index at) {
  if (!source.is(at, word::kStruct) && !source.is(at, word::kClass) &&
      !source.is(at, word::kUnion) && !source.is(at, word::kEnum)) {
    return false;
  }
  while (at < source.size() && !source.is_op(at, '{') && !source.is_op(at, '(') &&
         !source.is_op(at, ';')) {
    ++at;
  }
  return source.is_op(at, '{');
}

}  // namespace

void rewrite_kernel(Pass* pass, Index global, const Fibers* fibers) {
  pass->erase(global);
  if (defines_type(pass->source, global + 1)) return;
  const Declaration declaration = read_declaration(pass->source, global);
  if (declaration.kind != DeclarationKind::kFunction || declaration.end == kNone) {
    pass->error(global, "expected the declaration of a function after __global__");
    return;
  }
  const Index body = declaration.end;
  if (!pass->source.is_op(body, '{') || pass->source.partner(body) == kNone) return;
  rewrite_definition(pass, declaration, fibers);
}

}  // namespace musasim::mcc
