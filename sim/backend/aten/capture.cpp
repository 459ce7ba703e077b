// Decides which operators can be captured, and records them.
#include "aten/capture.h"

#include <ATen/Context.h>
#include <ATen/ops/zeros.h>

#include <algorithm>
#include <memory>

#include "aten/cpu_scope.h"
#include "graph/frozen_call.h"
#include "graph/recording.h"
#include "machine/device/access.h"
#include "machine/library.h"
#include "torch_glue/device_type.h"
#include "torch_glue/error.h"
#include "torch_glue/generator.h"
#include "torch_glue/value_tensors.h"

namespace musasim {

namespace {

using Values = std::vector<c10::IValue>;

template <class Predicate>
bool any_tensor(const c10::IValue& value, const Predicate& predicate) {
  bool found = false;
  for_each_tensor(value, [&](const at::Tensor& tensor) { found = found || predicate(tensor); });
  return found;
}

bool is_host(const at::Tensor& tensor) { return tensor.device().type() != kMusa; }
bool is_mask(const at::Tensor& tensor) {
  return tensor.scalar_type() == at::kBool || tensor.scalar_type() == at::kByte;
}
bool is_sparse(const at::Tensor& tensor) { return tensor.layout() != at::kStrided; }

// Indices on the host would have to be copied, and masks be counted; but a mask that takes one value
// is a fill.
bool indexing_waits(const Values& arguments) {
  if (any_tensor(arguments[1], is_host)) {
    return true;
  }
  const bool fills =
      arguments.size() > 2 && arguments[2].isTensor() && arguments[2].toTensor().numel() == 1;
  return any_tensor(arguments[1], is_mask) && !fills;
}

bool has_output_size(const OpPlan& plan, const Values& arguments) {
  return plan.name == "aten::repeat_interleave" && arguments.back().isInt();
}

// On hardware the host would wait for the device.
bool waits(const CapturedOperator& what, const Values& arguments) {
  if (what.plan.devices == DeviceRule::indexing) {
    return indexing_waits(arguments);
  }
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (what.plan.written[i] && any_tensor(arguments[i], is_host)) {
      return true;
    }
  }
  return (what.op.hasTag(at::Tag::dynamic_output_shape) ||
          what.op.hasTag(at::Tag::data_dependent_output)) &&
         !has_output_size(what.plan, arguments);
}

void save_written(graph::Recording& recording, const OpPlan& plan, const Values& arguments) {
  const std::function<void(const at::Tensor&)> save = [&](const at::Tensor& tensor) {
    if (tensor.has_storage()) {
      recording.will_write(tensor.storage());
    }
  };
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (plan.written[i]) {
      for_each_tensor(arguments[i], save);
    }
  }
}

bool is_index(const at::Tensor& tensor) {
  return !is_sparse(tensor) && at::isIntegralType(tensor.scalar_type(), /*includeBool=*/false);
}

// The arguments with zeros for the integers that are only read; false when there are none. What a
// capture computes may be nonsense, because what others record does not run, and as an index it
// would make the operator fail that only has to show its shapes.
bool with_zero_indices(const OpPlan& plan, const Values& arguments, torch::jit::Stack* stack) {
  const CpuScope scope(-1);
  bool changed = false;
  stack->clear();
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    stack->push_back(mapped_tensors(arguments[i], [&](const at::Tensor& tensor) {
      if (plan.written[i] || is_host(tensor) || !is_index(tensor)) {
        return tensor;
      }
      changed = true;
      return at::zeros(tensor.sizes(), at::TensorOptions(tensor.scalar_type()).device(at::kCPU));
    }));
  }
  return changed;
}

// The results; what it allocated in `script`.
Values run_once(const CapturedOperator& what, const Values& arguments, const RunOperator& run,
                std::optional<RandomPlace> place, graph::AllocationScript* script) {
  const auto attempt = [&](torch::jit::Stack stack) {
    graph::ScriptWriter writer;
    const AllocationSourceScope source(&writer);
    run(&stack, place);
    *script = writer.take();
    return stack;
  };
  try {
    return attempt(arguments);
  } catch (const c10::OutOfMemoryError&) {
    throw;
  } catch (const c10::Error&) {
    torch::jit::Stack zeros;
    if (!with_zero_indices(what.plan, arguments, &zeros)) {
      throw;
    }
    try {
      return attempt(std::move(zeros));
    } catch (const c10::Error&) {  // it was something else: the first error tells it
    }
    throw;
  }
}

std::shared_ptr<graph::FrozenCall> freeze(const CapturedOperator& what, const Values& arguments) {
  return std::make_shared<graph::FrozenCall>(
      graph::FrozenCall::Kernel{what.op, what.key, what.plan.name, what.device, what.plan.generator,
                                what.plan.written},
      arguments);
}

}  // namespace

void capture_operator(const CapturedOperator& what, torch::jit::Stack* stack,
                      const RunOperator& run) {
  const graph::RecordingPtr recording = graph::Recording::of(what.stream);
  const auto begin = stack->end() - static_cast<std::ptrdiff_t>(what.plan.arguments);
  const Values arguments(begin, stack->end());
  if (waits(what, arguments)) {
    graph::refuse_capture(what.stream);
  }
  const std::shared_ptr<graph::FrozenCall> call = freeze(what, arguments);
  std::optional<RandomPlace> place;
  if (what.plan.generator >= 0) {
    const c10::IValue& given = arguments[static_cast<std::size_t>(what.plan.generator)];
    const GeneratorStatePtr& generator =
        generator_state(given.isNone() ? default_generator(what.device) : given.toGenerator());
    const graph::RecordedDraw draw = recording->draw(generator, what.stream.handle);
    call->draw_from(recording->random(), draw);
    place = recording->random()->place(draw);
  }
  const KernelAccess access(what.device, what.plan.name.c_str());
  save_written(*recording, what.plan, arguments);
  graph::AllocationScript script;
  Values results = run_once(what, arguments, run, place, &script);
  if (std::any_of(results.begin(), results.end(),
                  [](const c10::IValue& value) { return any_tensor(value, is_sparse); })) {
    graph::refuse_capture(what.stream);  // how many values it has is not known in advance
  }
  call->finish(arguments, results, std::move(script));
  if (!call->is_idle()) {
    check(
        launch_work(what.stream.handle, what.plan.name.c_str(), [call] { return call->replay(); }));
  }
  stack->erase(begin, stack->end());
  stack->insert(stack->end(), std::make_move_iterator(results.begin()),
                std::make_move_iterator(results.end()));
}

}  // namespace musasim
