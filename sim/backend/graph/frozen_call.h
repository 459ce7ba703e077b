// One captured operator: its arguments as they were, and how it is run again.
#pragma once

#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/stack.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "driver_types.h"
#include "graph/allocation_script.h"
#include "graph/frozen_tensors.h"
#include "graph/random_runs.h"

namespace musasim::graph {

class FrozenCall {
 public:
  struct Kernel {
    c10::OperatorHandle op;
    c10::DispatchKey key;  // of the CPU kernel
    std::string name;
    int device;
    int generator;  // index of that argument, or -1
    std::vector<bool> written;
  };

  // Before the operator runs: takes its arguments over.
  FrozenCall(Kernel kernel, const std::vector<c10::IValue>& arguments);
  // Sets the place that its numbers come from, if it is random.
  void draw_from(std::shared_ptr<RandomRuns> random, RecordedDraw draw);
  // After it ran: `arguments` are the same ones again, `results` its device tensors.
  void finish(const std::vector<c10::IValue>& arguments, std::vector<c10::IValue> results,
              AllocationScript script);
  // It gives, and writes, nothing that lies in memory.
  bool is_idle() const { return places_.empty() && !writes_; }

  // Runs it in the calling thread: same arguments, results at the same addresses. A failure is told
  // on stderr, as that of an assertion in a kernel is, and is musaErrorAssert.
  musaError_t replay() const;

 private:
  // The place where the memory of a storage that the call made was, and has to be again.
  struct Place {
    std::size_t tensor;  // index among the tensors of arguments and results
    void* data;
    std::size_t size;
  };

  torch::jit::Stack arguments() const;
  void run() const;
  void put_in_place(const std::vector<at::Tensor>& tensors) const;

  const Kernel kernel_;
  std::vector<c10::IValue> arguments_;
  bool reshapes_ = false;  // the call changes shapes or storages of its arguments
  bool writes_ = false;
  std::shared_ptr<RandomRuns> random_;
  RecordedDraw draw_;
  AllocationScript script_;
  std::vector<Place> places_;
};

}  // namespace musasim::graph
