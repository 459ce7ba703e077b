// Boxed call of the CPU kernel: arguments become CPU ones, results device ones.
#include "aten/fallback.h"

#include <optional>

#include "aten/alias.h"
#include "aten/capture.h"
#include "aten/cpu_scope.h"
#include "aten/op_table.h"
#include "aten/torch_musa_kernels.h"
#include "torch_glue/device_type.h"
#include "torch_glue/device_work.h"
#include "torch_glue/generator.h"
#include "torch_glue/value_tensors.h"

namespace musasim {

namespace {

// Chooses the device of a call, and refuses a mixture that CUDA refuses.
class DeviceChoice {
 public:
  void look_at(const c10::IValue& value, bool written) {
    for_each_tensor(value, [=](const at::Tensor& tensor) { look_at(tensor, written); });
    if (value.isDevice() && value.toDevice().type() == kMusa && index_ < 0) {
      index_ = checked_device_index(value.toDevice().index());
    }
  }

  int result(DeviceRule rule) const {
    if (rule == DeviceRule::same && other_.has_value()) {
      TORCH_CHECK(index_ >= 0, "Expected a '", c10::DeviceTypeName(other_->type(), true),
                  "' device type for generator but found 'musa'");
      TORCH_CHECK(false, "Expected all tensors to be on the same device, but found at least ",
                  "two devices, ", musa_device(index_), " and ", *other_, "!");
    }
    return index_ < 0 ? checked_device_index(-1) : index_;
  }

 private:
  void look_at(const at::Tensor& tensor, bool written) {
    const c10::Device device = tensor.device();
    if (device.type() == kMusa) {
      if (index_ < 0) {
        index_ = device.index();
      } else if (index_ != device.index()) {
        other_ = device;
      }
    } else if (tensor.dim() != 0 || !device.is_cpu() || written) {
      other_ = other_.value_or(device);
    }
  }

  int index_ = -1;
  std::optional<c10::Device> other_;
};

// Whether the kernel writes to a tensor of the host: what it allocates may then end up there.
bool writes_to_host(const OpPlan& plan, const torch::jit::Stack& stack, std::size_t begin) {
  if (plan.devices != DeviceRule::any) {
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
  if (tensor.device().type() != kMusa) {
    aliases.pass_through(tensor);
    return tensor;
  }
  return aliases.alias(tensor, written);
}

// Replaces an argument by what the CPU kernel takes in its place.
void argument_to_host(AliasSet& aliases, c10::IValue& value, bool written) {
  map_tensors(value, [&](const at::Tensor& tensor) { return to_host(aliases, tensor, written); });
  if (value.isDevice() && value.toDevice().type() == kMusa) {
    value = c10::Device(c10::DeviceType::CPU);
  }
}

// The place that a random operator with that argument draws from; its generator moves on.
RandomPlace next_place(const c10::IValue& generator, int device) {
  const at::Generator& chosen =
      generator.isNone() ? default_generator(device) : generator.toGenerator();
  return generator_state(chosen)->advance(kOffsetsPerOperator);
}

void check_indexing(const at::Tensor& self, const c10::IValue& indices, const c10::IValue& values) {
  for_each_tensor(indices, [&](const at::Tensor& index) {
    TORCH_CHECK(index.is_cpu() || index.device() == self.device(),
                "indices should be either on cpu or on the same device as the indexed tensor (",
                self.device(), ")");
  });
  for_each_tensor(values, [&](const at::Tensor& value) {
    TORCH_CHECK(value.device() == self.device() || (value.is_cpu() && value.dim() == 0),
                "Expected all tensors to be on the same device, but found at least two devices, ",
                self.device(), " and ", value.device(), "!");
  });
}

void check_has_kernel(const c10::OperatorHandle& op, const OpPlan& plan, c10::DispatchKey key) {
  TORCH_CHECK_NOT_IMPLEMENTED(plan.is_torchs, "Could not run '", plan.name,
                              "' with arguments from the 'PrivateUse1' backend: it has no kernel "
                              "for this device. Register one for 'PrivateUse1'.");
  TORCH_CHECK_NOT_IMPLEMENTED(!is_left_out(op, key), "Could not run '", op.operator_name(),
                              "' with arguments from the 'PrivateUse1' backend: torch_musa 2.7.1 "
                              "has no kernel of it, and MUSASIM_OPERATORS=torch_musa is set.");
}

void check_call(const OpPlan& plan, const torch::jit::Stack& stack, std::size_t begin) {
  check_not_in_bad_fork();
  if (plan.devices == DeviceRule::indexing) {
    const c10::IValue values = plan.arguments > 2 ? stack[begin + 2] : c10::IValue();
    check_indexing(stack[begin].toTensor(), stack[begin + 1], values);
  }
}

struct Call {
  const c10::OperatorHandle& op;
  const OpPlan& plan;
  std::size_t begin;  // index of the first argument on the stack
  int device;
  c10::DispatchKey key;  // the CPU's kernel has it
};

int device_of_call(const OpPlan& plan, const torch::jit::Stack& stack, std::size_t begin) {
  DeviceChoice choice;
  for (std::size_t i = 0; i < plan.arguments; ++i) {
    choice.look_at(stack[begin + i], plan.written[i]);
  }
  return choice.result(plan.devices);
}

bool requires_grad(const OpPlan& plan, const torch::jit::Stack& stack, std::size_t begin) {
  bool found = false;
  for (std::size_t i = 0; i < plan.arguments; ++i) {
    for_each_tensor(stack[begin + i],
                    [&](const at::Tensor& tensor) { found = found || tensor.requires_grad(); });
  }
  return found;
}

// The device of the kernel's allocations; -1 is the host. A view of a nested tensor makes shapes only.
int place_of_allocations(const Call& call, const torch::jit::Stack& stack) {
  const bool makes_shapes = call.plan.is_view && call.key == c10::DispatchKey::NestedTensorCPU;
  return makes_shapes || writes_to_host(call.plan, stack, call.begin) ? -1 : call.device;
}

// The operator itself, now and in this thread: device memory may be touched.
void run(const Call& call, torch::jit::Stack* stack, std::optional<RandomPlace> place) {
  const OpPlan& plan = call.plan;
  const int allocate_on = place_of_allocations(call, *stack);
  const bool wants_gradients = plan.asks_requires_grad && requires_grad(plan, *stack, call.begin);
  AliasSet aliases(call.device);
  for (std::size_t i = 0; i < plan.arguments; ++i) {
    argument_to_host(aliases, (*stack)[call.begin + i], plan.written[i]);
  }
  if (C10_UNLIKELY(wants_gradients)) {
    (*stack)[call.begin].toTensor().set_requires_grad(true);
  }
  std::optional<RandomEngine> engine;
  if (place.has_value()) {
    engine.emplace(*place);
    (*stack)[call.begin + static_cast<std::size_t>(plan.generator)] = engine->generator();
  }
  {
    const CpuScope scope(allocate_on);
    call.op.redispatchBoxed(c10::DispatchKeySet(call.key), stack);
  }
  aliases.write_back();
  for (std::size_t i = stack->size() - plan.returns; i < stack->size(); ++i) {
    map_tensors((*stack)[i], [&](const at::Tensor& result) { return aliases.to_device(result); });
  }
}

// The same on a stream that is being captured.
void capture(const Call& call, torch::jit::Stack* stack, const StreamTarget& stream) {
  const Call alone{call.op, call.plan, 0, call.device, call.key};
  capture_operator({call.op, call.plan, call.key, call.device, stream}, stack,
                   [&](torch::jit::Stack* arguments, std::optional<RandomPlace> place) {
                     run(alone, arguments, place);
                   });
}

// Here it is decided how the operator runs: what touches no memory at once, all else in the turn of
// the current stream of its device.
void call(const c10::OperatorHandle& op, torch::jit::Stack* stack, c10::DispatchKey key) {
  const OpPlan& plan = plan_of(op);
  const std::size_t begin = stack->size() - plan.arguments;
  check_has_kernel(op, plan, key);
  check_call(plan, *stack, begin);
  const Call call{op, plan, begin, device_of_call(plan, *stack, begin), key};
  if (plan.is_view) {
    run(call, stack, std::nullopt);
    return;
  }
  const StreamTarget stream = current_stream_target(call.device);
  if (C10_UNLIKELY(is_capturing(*stream.object))) {
    capture(call, stack, stream);
    return;
  }
  std::optional<RandomPlace> place;
  if (plan.generator >= 0) {
    place = next_place((*stack)[begin + static_cast<std::size_t>(plan.generator)], call.device);
  }
  const DeviceWork work(stream, plan.name.c_str());
  run(call, stack, place);
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

void quantized_fallback(const c10::OperatorHandle& op, torch::jit::Stack* stack) {
  call(op, stack, c10::DispatchKey::QuantizedCPU);
}

void nested_fallback(const c10::OperatorHandle& op, torch::jit::Stack* stack) {
  call(op, stack, c10::DispatchKey::NestedTensorCPU);
}

}  // namespace musasim
