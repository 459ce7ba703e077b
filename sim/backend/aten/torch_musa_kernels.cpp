// The operators that torch_musa itself has kernels of.
#include "aten/torch_musa_kernels.h"

#include <c10/util/Exception.h>

#include <cstdlib>
#include <string>
#include <unordered_map>

namespace musasim {

namespace {

// Kinds of tensors: bits, since an operator may have kernels for several.
constexpr unsigned kDense = 1;
constexpr unsigned kSparse = 2;
constexpr unsigned kCompressed = 4;
constexpr unsigned kQuantized = 8;
constexpr unsigned kNested = 16;

// By operator with overload: the kinds of tensors that torch_musa has a kernel for.
const std::unordered_map<std::string, unsigned>& kernels() {
  static const std::unordered_map<std::string, unsigned> table = {
#define TORCH_MUSA_KERNEL(name, kinds) {"aten::" name, kinds},
#include "aten/torch_musa_kernels.def"
#undef TORCH_MUSA_KERNEL
      // The kernel that scaled_dot_product_attention calls here; torch_musa has its own names for these kernels.
      {"aten::_scaled_dot_product_flash_attention_for_cpu", kDense},
      {"aten::_scaled_dot_product_flash_attention_for_cpu_backward", kDense},
  };
  return table;
}

unsigned kind_of(c10::DispatchKey cpu_key) {
  switch (cpu_key) {
    case c10::DispatchKey::SparseCPU: return kSparse;
    case c10::DispatchKey::SparseCsrCPU: return kCompressed;
    case c10::DispatchKey::QuantizedCPU: return kQuantized;
    case c10::DispatchKey::NestedTensorCPU: return kNested;
    default: return kDense;
  }
}

bool read_variable() {
  const char* text = std::getenv("MUSASIM_OPERATORS");
  const std::string value = text == nullptr ? "" : text;
  TORCH_CHECK(value.empty() || value == "all" || value == "torch_musa", "MUSASIM_OPERATORS=", value,
              ": expected all or torch_musa");
  return value == "torch_musa";
}

bool is_listed(const c10::OperatorName& name, unsigned kind) {
  const auto found = kernels().find(c10::toString(name));
  return found != kernels().end() && (found->second & kind) != 0;
}

// Whether PyTorch has a kernel of other operators. That of a structured operator calls the form with
// `out`, which needs a kernel; narrow_copy has such a form too, and does not call it.
bool has_composite(const c10::OperatorHandle& op, unsigned kind) {
  if (op.hasKernelForDispatchKey(c10::DispatchKey::CompositeImplicitAutograd) ||
      op.hasKernelForDispatchKey(c10::DispatchKey::CompositeExplicitAutograd)) {
    return true;
  }
  if (!op.hasKernelForDispatchKey(c10::DispatchKey::CompositeExplicitAutogradNonFunctional)) {
    return false;
  }
  const c10::OperatorName out(op.operator_name().name, "out");
  const auto form = c10::Dispatcher::singleton().findSchema(out);
  return !form.has_value() || !form->hasKernelForDispatchKey(c10::DispatchKey::CPU) ||
         is_listed(out, kind) || out.name == "aten::narrow_copy";
}

}  // namespace

bool is_left_out(const c10::OperatorHandle& op, c10::DispatchKey cpu_key) {
  static const bool only_torch_musas = read_variable();
  if (C10_LIKELY(!only_torch_musas)) {
    return false;
  }
  const c10::OperatorName& name = op.operator_name();
  const unsigned kind = kind_of(cpu_key);
  return name.name.rfind("aten::", 0) == 0 && !is_listed(name, kind) && !has_composite(op, kind);
}

}  // namespace musasim
