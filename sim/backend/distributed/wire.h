// Tensors and operators of PyTorch as they go over MCCL: types, counts, checks.
#pragma once

#include <ATen/core/Tensor.h>
#include <torch/csrc/distributed/c10d/Types.hpp>

#include <vector>

#include "mccl.h"

namespace musasim::distributed {

// An element of a tensor is `parts` elements of this type.
struct WireType {
  mcclDataType_t type;
  std::size_t parts;
};

// The type for operations that only move data. Raises TypeError for types that MCCL does not take.
WireType wire_type(c10::ScalarType type);
// The type for operations that also calculate.
WireType reduced_wire_type(c10::ScalarType type, const c10d::ReduceOp& op);

inline std::size_t wire_count(const at::Tensor& tensor) {
  return static_cast<std::size_t>(tensor.numel()) * wire_type(tensor.scalar_type()).parts;
}

// The operator for one call on a communicator; ends with it.
class WireOperator {
 public:
  WireOperator(const c10d::ReduceOp& op, c10::ScalarType type, mcclComm_t communicator);
  ~WireOperator();
  WireOperator(const WireOperator&) = delete;
  WireOperator& operator=(const WireOperator&) = delete;
  mcclRedOp_t get() const { return op_; }

 private:
  mcclRedOp_t op_ = mcclSum;
  mcclComm_t owner_ = nullptr;  // of a created operator
};

// Dense, contiguous, on one of our devices; `what` for messages.
void check_tensor(const at::Tensor& tensor);
// A message may be of any layout, which both sides have to agree on.
void check_message(const at::Tensor& tensor);
// One tensor, and a good one.
const at::Tensor& only_tensor(const std::vector<at::Tensor>& tensors);
// At least one tensor; all good, of one type, on one device.
void check_same_kind(const std::vector<at::Tensor>& tensors);
// Checks a list: as many as there are ranks, of the type and on the device of `reference`.
void check_list(const std::vector<at::Tensor>& list, const at::Tensor& reference, int ranks,
                const char* what);
void check_root(std::int64_t root, int ranks);

// Raises DistBackendError naming the call.
void check_mccl(mcclResult_t result, const char* call);

}  // namespace musasim::distributed
