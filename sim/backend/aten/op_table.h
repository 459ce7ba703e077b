// What the fallback has to know of an operator: read from its schema once, then looked up.
#pragma once

#include <ATen/core/dispatch/Dispatcher.h>

#include <cstdint>
#include <string>
#include <vector>

namespace musasim {

struct OpPlan {
  std::string name;  // with the overload: tells whether the entry is still that of this operator
  std::string overload;
  std::size_t arguments;
  std::size_t returns;
  int generator;              // index of the Generator argument, or -1
  bool takes_host_tensors;    // CPU tensors may stand beside device tensors
  std::vector<bool> written;  // by argument: the operator writes to it
};

// Cheap after the first call for an operator in a thread.
const OpPlan& plan_of(const c10::OperatorHandle& op);

}  // namespace musasim
