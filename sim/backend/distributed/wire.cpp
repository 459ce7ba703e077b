// Types, operators and checks.
#include "distributed/wire.h"

#include <c10/util/Exception.h>
#include <torch/csrc/distributed/c10d/exception.h>
#include <torch/version.h>

#include "torch_glue/device_type.h"

namespace musasim::distributed {

namespace {

#if TORCH_VERSION_MAJOR > 2 || TORCH_VERSION_MINOR >= 13
using PreMulSum = c10d::PreMulSumSupplement;
#else
using PreMulSum = c10d::NCCLPreMulSumSupplement;
#endif

// Types without arithmetic of MCCL's go as bytes when they are only moved.
bool moves_as_bytes(c10::ScalarType type) {
  return type == at::kFloat8_e4m3fnuz || type == at::kFloat8_e5m2fnuz;
}

// The operators of which real and imaginary parts may be taken apart.
bool suits_complex(c10d::ReduceOp::RedOpType op) {
  switch (op) {
    case c10d::ReduceOp::MAX:
    case c10d::ReduceOp::MIN:
    case c10d::ReduceOp::PRODUCT:
    case c10d::ReduceOp::BAND:
    case c10d::ReduceOp::BOR:
    case c10d::ReduceOp::BXOR: return false;
    default: return true;
  }
}

mcclRedOp_t plain_operator(c10d::ReduceOp::RedOpType op, bool of_bools) {
  switch (op) {
    // A sum of bools, which are bytes here, would overflow.
    case c10d::ReduceOp::SUM: return of_bools ? mcclMax : mcclSum;
    case c10d::ReduceOp::AVG:
      TORCH_CHECK_TYPE(!of_bools, "Cannot use ReduceOp.AVG with boolean inputs");
      return mcclAvg;
    case c10d::ReduceOp::PRODUCT: return mcclProd;
    case c10d::ReduceOp::MIN: return mcclMin;
    case c10d::ReduceOp::MAX: return mcclMax;
    case c10d::ReduceOp::BAND: TORCH_CHECK_VALUE(false, "Cannot use ReduceOp.BAND with MCCL");
    case c10d::ReduceOp::BOR: TORCH_CHECK_VALUE(false, "Cannot use ReduceOp.BOR with MCCL");
    case c10d::ReduceOp::BXOR: TORCH_CHECK_VALUE(false, "Cannot use ReduceOp.BXOR with MCCL");
    default: TORCH_CHECK_VALUE(false, "Unhandled ReduceOp");
  }
}

template <class T>
mcclRedOp_t create_scaled(const PreMulSum& factor, mcclDataType_t type, mcclComm_t communicator) {
  const bool on_device = factor.tensor_factor.defined();
  T immediate = static_cast<T>(factor.double_factor);
  void* scalar = &immediate;
  if (on_device) {
    TORCH_CHECK_TYPE(factor.tensor_factor.scalar_type() == c10::CppTypeToScalarType<T>::value,
                     "PreMulSum's factor must have the tensors' type ",
                     c10::CppTypeToScalarType<T>::value, ", but its type is ",
                     factor.tensor_factor.scalar_type());
    scalar = factor.tensor_factor.data_ptr();
  }
  const bool host = !on_device || factor.tensor_factor.device().is_cpu();
  mcclRedOp_t op{};
  check_mccl(
      mcclRedOpCreatePreMulSum(&op, scalar, type, host ? mcclScalarHostImmediate : mcclScalarDevice,
                               communicator),
      "mcclRedOpCreatePreMulSum");
  return op;
}

mcclRedOp_t create_scaled(const c10d::ReduceOp& op, c10::ScalarType type, mcclComm_t communicator) {
  const auto* factor = dynamic_cast<const PreMulSum*>(op.supplement_.get());
  TORCH_CHECK_VALUE(factor != nullptr,
                    "ReduceOp.PREMUL_SUM needs a factor; make the operation with "
                    "torch.distributed._make_nccl_premul_sum");
  switch (type) {
    case at::kHalf: return create_scaled<at::Half>(*factor, mcclHalf, communicator);
    case at::kBFloat16: return create_scaled<at::BFloat16>(*factor, mcclBfloat16, communicator);
    case at::kFloat: return create_scaled<float>(*factor, mcclFloat, communicator);
    case at::kDouble: return create_scaled<double>(*factor, mcclDouble, communicator);
    default:
      TORCH_CHECK_TYPE(false, "PreMulSum Data type must be half, bfloat16, float, or double");
  }
}

}  // namespace

WireType wire_type(c10::ScalarType type) {
  switch (type) {
    case at::kChar: return {mcclInt8, 1};
    case at::kByte:
    case at::kBool: return {mcclUint8, 1};
    case at::kInt: return {mcclInt32, 1};
    case at::kUInt32: return {mcclUint32, 1};
    case at::kLong: return {mcclInt64, 1};
    case at::kUInt64: return {mcclUint64, 1};
    case at::kHalf: return {mcclHalf, 1};
    case at::kBFloat16: return {mcclBfloat16, 1};
    case at::kFloat: return {mcclFloat, 1};
    case at::kDouble: return {mcclDouble, 1};
    case at::kFloat8_e4m3fn: return {mcclFp8E4M3, 1};
    case at::kFloat8_e5m2: return {mcclFp8E5M2, 1};
    case at::kComplexHalf: return {mcclHalf, 2};
    case at::kComplexFloat: return {mcclFloat, 2};
    case at::kComplexDouble: return {mcclDouble, 2};
    default: break;
  }
  TORCH_CHECK_TYPE(moves_as_bytes(type),
                   "Input tensor data type is not supported for MCCL process group: ", type);
  return {mcclUint8, 1};
}

WireType reduced_wire_type(c10::ScalarType type, const c10d::ReduceOp& op) {
  TORCH_CHECK_TYPE(!moves_as_bytes(type), "MCCL does not reduce tensors of type ", type);
  TORCH_CHECK(!c10::isComplexType(type) || suits_complex(op.op_),
              "This reduction does not support complex tensors, because MCCL would reduce real and "
              "imaginary parts separately");
  return wire_type(type);
}

WireOperator::WireOperator(const c10d::ReduceOp& op, c10::ScalarType type,
                           mcclComm_t communicator) {
  if (op.op_ == c10d::ReduceOp::PREMUL_SUM) {
    op_ = create_scaled(op, c10::toRealValueType(type), communicator);
    owner_ = communicator;
  } else {
    op_ = plain_operator(op.op_, type == at::kBool);
  }
}

WireOperator::~WireOperator() {
  if (owner_ != nullptr) {
    mcclRedOpDestroy(op_, owner_);
  }
}

void check_message(const at::Tensor& tensor) {
  TORCH_CHECK_VALUE(tensor.device().type() == kMusa && tensor.layout() == at::kStrided,
                    "Tensors must be MUSA and dense, but one is a ", tensor.layout(), " tensor on ",
                    tensor.device());
  // Memory goes as it lies, so it must be one piece.
  TORCH_CHECK_VALUE(tensor.is_non_overlapping_and_dense(), "Tensors must be contiguous");
}

void check_tensor(const at::Tensor& tensor) {
  check_message(tensor);
  TORCH_CHECK_VALUE(tensor.is_contiguous(tensor.suggest_memory_format()),
                    "Tensors must be contiguous");
}

const at::Tensor& only_tensor(const std::vector<at::Tensor>& tensors) {
  TORCH_CHECK_VALUE(tensors.size() == 1, "Expecting one tensor only but got ", tensors.size());
  check_tensor(tensors.front());
  return tensors.front();
}

void check_same_kind(const std::vector<at::Tensor>& tensors) {
  TORCH_CHECK_VALUE(!tensors.empty(), "Tensor list must be nonempty");
  for (const at::Tensor& tensor : tensors) {
    check_tensor(tensor);
    TORCH_CHECK_TYPE(tensor.scalar_type() == tensors.front().scalar_type(),
                     "Tensors must have identical type");
    TORCH_CHECK_VALUE(tensor.device() == tensors.front().device(),
                      "Expected list of tensors on the same device");
  }
}

void check_list(const std::vector<at::Tensor>& list, const at::Tensor& reference, int ranks,
                const char* what) {
  TORCH_CHECK_VALUE(list.size() == static_cast<std::size_t>(ranks), what,
                    " must have one tensor for each of the ", ranks, " ranks, but has ",
                    list.size());
  for (const at::Tensor& tensor : list) {
    TORCH_CHECK_VALUE(tensor.layout() == at::kStrided, "Tensors must be MUSA and dense");
    TORCH_CHECK_VALUE(tensor.device() == reference.device(), what, " has a tensor on ",
                      tensor.device(), ", but the other tensor is on ", reference.device());
    TORCH_CHECK_TYPE(tensor.scalar_type() == reference.scalar_type(), what,
                     " has a tensor of type ", tensor.scalar_type(),
                     ", but the other tensor is of type ", reference.scalar_type());
  }
}

void check_root(std::int64_t root, int ranks) {
  TORCH_CHECK_VALUE(root >= 0 && root < ranks, "invalid root rank: ", root);
}

void check_mccl(mcclResult_t result, const char* call) {
  if (result != mcclSuccess && result != mcclInProgress) {
    C10_THROW_ERROR(DistBackendError,
                    c10::str("MCCL error in ", call, ": ", mcclGetErrorString(result), "\n",
                             "Last error: ", mcclGetLastError(nullptr)));
  }
}

}  // namespace musasim::distributed
