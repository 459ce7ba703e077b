// Boxed call of the CPU kernel: arguments become CPU ones, results device ones.
#include "aten/fallback.h"

#include <ATen/core/List.h>
#include <c10/core/impl/LocalDispatchKeySet.h>

#include <optional>

#include "aten/alias.h"
#include "aten/op_table.h"
#include "torch_glue/allocator.h"
#include "torch_glue/device_type.h"
#include "torch_glue/generator.h"

namespace musasim {

namespace {

// Calls visit(const at::Tensor&) for each defined tensor of an argument.
template <class Visitor>
void for_each_tensor(const c10::IValue& value, Visitor visit) {
  if (value.isTensor()) {
    const at::Tensor& tensor = value.toTensor();
    if (tensor.defined()) {
      visit(tensor);
    }
  } else if (value.isTensorList()) {
    for (const at::Tensor& tensor : value.toTensorVector()) {
      if (tensor.defined()) {
        visit(tensor);
      }
    }
  } else if (value.isOptionalTensorList()) {
    for (const std::optional<at::Tensor>& tensor : value.toOptionalTensorVector()) {
      if (tensor.has_value() && tensor->defined()) {
        visit(*tensor);
      }
    }
  }
}

// Chooses the device of a call, and refuses a mixture that CUDA refuses.
class DeviceChoice {
 public:
  void look_at(const c10::IValue& value) {
    for_each_tensor(value, [this](const at::Tensor& tensor) { look_at(tensor); });
    if (value.isDevice() && value.toDevice().type() == kMusa && index_ < 0) {
      index_ = checked_device_index(value.toDevice().index());
    }
  }

  int result(bool takes_host_tensors) const {
    if (!takes_host_tensors && other_.has_value()) {
      TORCH_CHECK(false, "Expected all tensors to be on the same device, but found at least ",
                  "two devices, ", musa_device(index_), " and ", *other_, "!");
    }
    return index_ < 0 ? checked_device_index(-1) : index_;
  }

 private:
  void look_at(const at::Tensor& tensor) {
    const c10::Device device = tensor.device();
    if (device.type() == kMusa) {
      if (index_ < 0) {
        index_ = device.index();
      } else if (index_ != device.index()) {
        other_ = device;
      }
    } else if (tensor.dim() != 0 || !device.is_cpu()) {
      other_ = other_.value_or(device);
    }
  }

  int index_ = -1;
  std::optional<c10::Device> other_;
};

// Whether the kernel writes to a tensor of the host: what it allocates may then end up there.
bool writes_to_host(const OpPlan& plan, const torch::jit::Stack& stack, std::size_t begin) {
  if (!plan.takes_host_tensors) {
    return false;
  }
  bool found = false;
  for (std::size_t i = 0; i < plan.arguments; ++i) {
    if (plan.written[i]) {
      for_each_tensor(stack[begin + i], [&](const at::Tensor& tensor) {
        found = found || tensor.device().type() != kMusa;
      });
    }
  }
  return found;
}

at::Tensor to_host(AliasSet& aliases, const at::Tensor& tensor, bool written) {
  if (!tensor.defined()) {
    return tensor;
  }
  if (tensor.device().type() != kMusa) {
    aliases.pass_through(tensor);
    return tensor;
  }
  return aliases.alias(tensor, written);
}

// Replaces an argument by what the CPU kernel takes in its place. Lists are made anew: the caller
// may still hold the old one.
void argument_to_host(AliasSet& aliases, c10::IValue& value, bool written) {
  if (value.isTensor()) {
    value = to_host(aliases, value.toTensor(), written);
  } else if (value.isTensorList()) {
    c10::List<at::Tensor> list;
    for (const at::Tensor& tensor : value.toTensorVector()) {
      list.push_back(to_host(aliases, tensor, written));
    }
    value = std::move(list);
  } else if (value.isOptionalTensorList()) {
    c10::List<std::optional<at::Tensor>> list;
    for (const std::optional<at::Tensor>& tensor : value.toOptionalTensorVector()) {
      list.push_back(tensor.has_value()
                         ? std::optional<at::Tensor>(to_host(aliases, *tensor, written))
                         : std::nullopt);
    }
    value = std::move(list);
  } else if (value.isDevice()) {
    if (value.toDevice().type() == kMusa) {
      value = c10::Device(c10::DeviceType::CPU);
    }
  }
}

void result_to_device(AliasSet& aliases, c10::IValue& value) {
  if (value.isTensor()) {
    value = aliases.to_device(value.toTensor());
  } else if (value.isTensorList()) {
    c10::List<at::Tensor> list;
    for (const at::Tensor& tensor : value.toTensorVector()) {
      list.push_back(aliases.to_device(tensor));
    }
    value = std::move(list);
  }
}

void generator_to_host(c10::IValue& value, int device) {
  value = inner_generator(value.isNone() ? default_generator(device) : value.toGenerator());
}

// Nothing above the backend may act a second time on the aliases, and no autocast of the CPU's.
const c10::DispatchKeySet kExcluded =
    c10::autograd_dispatch_keyset_with_ADInplaceOrView | c10::autocast_dispatch_keyset;

void call(const c10::OperatorHandle& op, torch::jit::Stack* stack, c10::DispatchKey key) {
  const OpPlan& plan = plan_of(op);
  const std::size_t begin = stack->size() - plan.arguments;
  DeviceChoice choice;
  for (std::size_t i = 0; i < plan.arguments; ++i) {
    choice.look_at((*stack)[begin + i]);
  }
  const int device = choice.result(plan.takes_host_tensors);

  const int allocate_on = writes_to_host(plan, *stack, begin) ? -1 : device;
  AliasSet aliases(device);
  for (std::size_t i = 0; i < plan.arguments; ++i) {
    argument_to_host(aliases, (*stack)[begin + i], plan.written[i]);
  }
  if (plan.generator >= 0) {
    generator_to_host((*stack)[begin + static_cast<std::size_t>(plan.generator)], device);
  }
  {
    const c10::impl::ExcludeDispatchKeyGuard excluded(kExcluded);
    const AllocateOnDevice allocate(allocate_on);
    op.redispatchBoxed(c10::DispatchKeySet(key), stack);
  }
  aliases.write_back();
  for (std::size_t i = stack->size() - plan.returns; i < stack->size(); ++i) {
    result_to_device(aliases, (*stack)[i]);
  }
}

}  // namespace

void cpu_fallback(const c10::OperatorHandle& op, torch::jit::Stack* stack) {
  call(op, stack, c10::DispatchKey::CPU);
}

void sparse_fallback(const c10::OperatorHandle& op, torch::jit::Stack* stack) {
  call(op, stack, c10::DispatchKey::SparseCPU);
}

void sparse_csr_fallback(const c10::OperatorHandle& op, torch::jit::Stack* stack) {
  call(op, stack, c10::DispatchKey::SparseCsrCPU);
}

}  // namespace musasim
