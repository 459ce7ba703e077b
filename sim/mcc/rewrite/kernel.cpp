// Kernels. A kernel's own function is its host stub, and its body a lambda for one thread:
//
//   template <class T> void k(T* p) {
//     auto musasim_body = [=](threadIdx, blockIdx, blockDim, gridDim) mutable -> void BODY;
//     ::musasim::device::kernel<&k<T>, ::musasim::device::Traits<FLAGS, BOUNDS>>(musasim_body, p);
//   }
//
// A kernel that runs as a loop and begins with a condition also gets a lambda for that, and its body is told
// whether it has to ask.
#include <optional>

#include "mcc/rewrite/declaration.h"
#include "mcc/rewrite/guard.h"
#include "mcc/rewrite/parameters.h"
#include "mcc/rewrite/pass.h"

namespace musasim::mcc {

namespace {

constexpr const char* kIndices =
    "[=]([[maybe_unused]] const uint3& threadIdx, [[maybe_unused]] const uint3& blockIdx, "
    "[[maybe_unused]] const dim3& blockDim, [[maybe_unused]] const dim3& gridDim";
constexpr const char* kInlined = " __attribute__((always_inline)) ";

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
    return name + "<" +
           std::string(
               source.text(pass->begin_of(arguments.begin), pass->end_of(arguments.end - 1))) +
           ">";
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

// The body as a lambda; what follows it is `behind`.
void make_body(Pass* pass, Index body, const std::optional<Guard>& guard, std::string* behind) {
  std::string head = std::string("{ auto musasim_body = ") + kIndices;
  if (guard) {
    head += ", const bool musasim_passes";
    const bool ends = guard->ends;
    pass->edits.insert(pass->begin_of(guard->condition.begin),
                       ends ? "!musasim_passes && (" : "musasim_passes || (");
    pass->edits.insert(pass->end_of(guard->condition.end - 1), ")");
    *behind += std::string("; auto musasim_guard = ") + kIndices + ")" + kInlined + "-> bool {" +
               guard->test + " }";
  }
  head += pass->options.clang ? std::string(")") + kInlined + "mutable "
                              : std::string(") mutable") + kInlined;
  pass->edits.insert(pass->begin_of(body), head + "-> void ");
}

void rewrite_definition(Pass* pass, const Declaration& declaration, bool fiber) {
  const Source& source = pass->source;
  const Index body = declaration.end;
  const std::vector<Parameter> parameters =
      function_parameters(source, declaration.open, &pass->edits);
  const std::string bounds = take_launch_bounds(pass, declaration);
  const std::optional<Guard> guard = fiber ? std::nullopt : find_guard(source, body);
  std::string call;
  make_body(pass, body, guard, &call);
  call += std::string("; ::musasim::device::") + (guard ? "guarded_kernel" : "kernel");
  call += "<static_cast<void (*)(";
  call += joined(parameters, "::musasim::device::ParameterType<decltype(", ")>") + ")>(&" +
          own_name(pass, declaration);
  call += "), ::musasim::device::Traits<::musasim::device::";
  call += fiber ? "kFiber" : "kLoop";
  call += ", " + bounds + ">>(musasim_body";
  if (guard) call += ", musasim_guard";
  const std::string arguments = joined(parameters, "", "");
  if (!arguments.empty()) call += ", " + arguments;
  pass->edits.insert(pass->end_of(source.partner(body)), call + "); }");
}

}  // namespace

void rewrite_kernel(Pass* pass, Index global, const Fibers& fibers) {
  pass->erase(global);
  const Declaration declaration = read_declaration(pass->source, global);
  if (declaration.kind != DeclarationKind::kFunction || declaration.end == kNone) {
    pass->error(global,
                "__global__ is for functions, and no function's declaration was found here");
    return;
  }
  const Index body = declaration.end;
  if (!pass->source.is_op(body, '{') || pass->source.partner(body) == kNone) return;
  const bool by_run_time = rewrite_built_ins(pass, body);
  rewrite_definition(pass, declaration, by_run_time || fibers.needs_fiber(body));
}

}  // namespace musasim::mcc
