// The table of operators for the fallback: facts read from a schema once, then looked up.
#pragma once

#include <ATen/core/dispatch/Dispatcher.h>

#include <cstdint>
#include <string>
#include <vector>

namespace musasim {

// The devices that an operator's tensors may lie on, as on CUDA.
enum class DeviceRule {
  same,      // all on one; CPU scalars may be inputs
  any,       // host tensors may stand beside device tensors
  indexing,  // (self, indices, values?): indices on the host or with self, values with self
};

struct OpPlan {
  std::string name;  // with the overload: tells whether the entry is still that of this operator
  std::string overload;
  std::size_t arguments;
  std::size_t returns;
  int generator;   // index of the Generator argument, or -1
  bool is_torchs;  // of PyTorch's own, so that its CPU kernel may serve the device
  DeviceRule devices;
  bool is_view;               // makes views of its arguments only: it does not touch their memory
  bool asks_requires_grad;    // the kernel computes more when an argument requires gradients
  std::vector<bool> written;  // by argument: the operator writes to it
};

// Cheap after the first call for an operator in a thread.
const OpPlan& plan_of(const c10::OperatorHandle& op);

}  // namespace musasim
