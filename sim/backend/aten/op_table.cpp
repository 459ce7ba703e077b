// The per-thread table of plans, and the names of operators that are special.
#include "aten/op_table.h"

#include <algorithm>
#include <memory>
#include <unordered_map>
#include <unordered_set>

namespace musasim {

namespace {

// Operators that take host tensors next to device ones, as on CUDA.
bool takes_host_tensors(const std::string& name) {
  static const std::unordered_set<std::string> names = {
      "aten::copy_",
      "aten::_copy_from",
      "aten::_copy_from_and_resize",
      "aten::_pack_padded_sequence",
      "aten::_pack_padded_sequence_backward",
      "aten::_pad_packed_sequence",
      "aten::_ctc_loss",
      "aten::_ctc_loss_backward",
      "aten::ctc_loss",
      "aten::_foreach_copy_",
      "aten::_amp_update_scale_",
      "aten::tensor_split",
  };
  // The shapes of nested tensors lie on the host.
  return names.count(name) != 0 || name.rfind("aten::_nested_", 0) == 0;
}

DeviceRule device_rule(const std::string& name) {
  static const std::unordered_set<std::string> indexing = {
      "aten::index",         "aten::index_put",
      "aten::index_put_",    "aten::_index_put_impl_",
      "aten::_unsafe_index", "aten::_unsafe_index_put",
  };
  if (indexing.count(name) != 0) {
    return DeviceRule::indexing;
  }
  return takes_host_tensors(name) ? DeviceRule::any : DeviceRule::same;
}

// An operator that a user defines for the CPU alone does not exist on a GPU.
bool is_torchs(const std::string& name) {
  static const std::unordered_set<std::string> namespaces = {"aten",      "prims",      "prim",
                                                             "quantized", "_quantized", "sparse",
                                                             "mkldnn",    "rngprims",   "inductor"};
  return namespaces.count(name.substr(0, name.find(':'))) != 0;
}

// Arguments that operators write to without their schemas saying so: running statistics.
bool is_written_secretly(const std::string& name, const c10::Argument& argument) {
  static const std::unordered_set<std::string> names = {"aten::native_batch_norm",
                                                        "aten::batch_norm_update_stats"};
  return (argument.name() == "running_mean" || argument.name() == "running_var") &&
         names.count(name) != 0;
}

bool is_view(const c10::FunctionSchema& schema) {
  const auto is_alias = [](const c10::Argument& result) {
    return result.alias_info() != nullptr && !result.alias_info()->isWrite();
  };
  return !schema.returns().empty() &&
         std::all_of(schema.returns().begin(), schema.returns().end(), is_alias);
}

OpPlan make_plan(const c10::OperatorHandle& op) {
  const c10::FunctionSchema& schema = op.schema();
  OpPlan plan;
  plan.name = schema.name();
  plan.overload = schema.overload_name();
  plan.arguments = schema.arguments().size();
  plan.returns = schema.returns().size();
  plan.generator = -1;
  plan.is_torchs = is_torchs(schema.name());
  plan.devices = device_rule(schema.name());
  plan.is_view = is_view(schema);
  plan.asks_requires_grad = schema.name() == "aten::_sparse_mm_reduce_impl";
  plan.written.assign(plan.arguments, false);
  for (std::size_t i = 0; i < plan.arguments; ++i) {
    const c10::Argument& argument = schema.arguments()[i];
    plan.written[i] = (argument.alias_info() != nullptr && argument.alias_info()->isWrite()) ||
                      is_written_secretly(schema.name(), argument);
    c10::TypePtr type = argument.type();
    if (const auto optional = type->cast<c10::OptionalType>()) {
      type = optional->getElementType();
    }
    if (type->kind() == c10::TypeKind::GeneratorType) {
      plan.generator = static_cast<int>(i);
    }
  }
  return plan;
}

}  // namespace

const OpPlan& plan_of(const c10::OperatorHandle& op) {
  thread_local std::unordered_map<c10::OperatorHandle, std::unique_ptr<OpPlan>> plans;
  std::unique_ptr<OpPlan>& plan = plans[op];
  // A library of Python's can be unloaded, and its operator's address be used again.
  const c10::OperatorName& name = op.operator_name();
  if (plan == nullptr || plan->name != name.name || plan->overload != name.overload_name) {
    plan = std::make_unique<OpPlan>(make_plan(op));
  }
  return *plan;
}

}  // namespace musasim
