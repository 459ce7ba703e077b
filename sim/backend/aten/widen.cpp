// Conversion to float and back around the fallback.
#include "aten/widen.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "aten/fallback.h"
#include "aten/op_table.h"

namespace musasim {

namespace {

bool is_narrow_tensor(const c10::IValue& value) {
  return value.isTensor() && value.toTensor().defined() &&
         is_narrow(value.toTensor().scalar_type());
}

struct Widened {
  at::Tensor original;
  at::Tensor wide;
  bool written;
};

// The result in the callers' type: a written argument is the argument itself.
c10::IValue narrowed(const at::Tensor& result, const std::vector<Widened>& arguments) {
  for (const Widened& argument : arguments) {
    if (argument.wide.is_same(result)) {
      return argument.original;
    }
  }
  return result.to(arguments.front().original.scalar_type());
}

// The argument takes the shape and the values that the operator gave its float copy.
void write_back(const Widened& argument) {
  if (argument.original.sizes() != argument.wide.sizes()) {
    argument.original.resize_(argument.wide.sizes());
  }
  argument.original.copy_(argument.wide);
}

// Runs the operator with wider types; results after the first `narrow` ones stay in float.
void run_widened(const c10::OperatorHandle& op, torch::jit::Stack* stack, std::size_t narrow) {
  const OpPlan& plan = plan_of(op);
  const std::size_t begin = stack->size() - plan.arguments;
  std::vector<Widened> widened;
  for (std::size_t i = 0; i < plan.arguments; ++i) {
    c10::IValue& value = (*stack)[begin + i];
    if (is_narrow_tensor(value)) {
      const at::Tensor original = value.toTensor();
      widened.push_back({original, original.to(at::kFloat), plan.written[i]});
      value = widened.back().wide;
    }
  }
  cpu_fallback(op, stack);
  if (widened.empty()) {
    return;
  }
  for (const Widened& argument : widened) {
    if (argument.written) {
      write_back(argument);
    }
  }
  const std::size_t first = stack->size() - plan.returns;
  for (std::size_t i = first; i < first + std::min(narrow, plan.returns); ++i) {
    c10::IValue& value = (*stack)[i];
    if (value.isTensor() && value.toTensor().scalar_type() == at::kFloat) {
      value = narrowed(value.toTensor(), widened);
    }
  }
}

}  // namespace

void widened_fallback(const c10::OperatorHandle& op, torch::jit::Stack* stack) {
  run_widened(op, stack, plan_of(op).returns);
}

void widened_statistics(const c10::OperatorHandle& op, torch::jit::Stack* stack) {
  run_widened(op, stack, 1);
}

}  // namespace musasim
