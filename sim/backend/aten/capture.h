// Operators on a stream that is being captured: each runs once, for the shapes of its results, and
// becomes a node of the graph that runs it again.
#pragma once

#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/stack.h>

#include <functional>
#include <optional>

#include "aten/op_table.h"
#include "runtime/stream.h"
#include "torch_glue/random_engine.h"

namespace musasim {

struct CapturedOperator {
  const c10::OperatorHandle& op;
  const OpPlan& plan;
  c10::DispatchKey key;  // of the CPU kernel
  int device;
  const StreamTarget& stream;
};

// Runs the operator now: the stack holds its arguments, and then its results.
using RunOperator = std::function<void(torch::jit::Stack*, std::optional<RandomPlace>)>;

// Values at the stack's end become the results. Memory that was there before the capture is put
// back at its end. Raises, and makes the capture invalid, for an operator that waits for values.
void capture_operator(const CapturedOperator& what, torch::jit::Stack* stack,
                      const RunOperator& run);

}  // namespace musasim
