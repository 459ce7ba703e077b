// Questions to communicators, and their tables of operators and buffers.
#include "machine/collective/api.h"
#include "machine/collective/check.h"
#include "machine/collective/report.h"

namespace musasim::collective {

namespace {

mcclResult_t null_pointer(const char* what) {
  return fail(mcclInvalidArgument, std::string(what) + " is NULL");
}

template <class Value>
mcclResult_t answer(mcclComm_t handle, int* out, Value value) {
  CommunicatorPtr communicator;
  if (out == nullptr) {
    return null_pointer("The out pointer");
  }
  const mcclResult_t result = find_ready(handle, &communicator);
  if (result == mcclSuccess) {
    *out = value(*communicator);
  }
  return result;
}

}  // namespace

mcclResult_t async_error(mcclComm_t handle, mcclResult_t* error) {
  CommunicatorPtr communicator;
  const mcclResult_t result = find(handle, &communicator);
  if (result != mcclSuccess) {
    return result;
  }
  if (error == nullptr) {
    return null_pointer("The out pointer");
  }
  *error = communicator->state();
  return mcclSuccess;
}

mcclResult_t rank_count(mcclComm_t handle, int* count) {
  return answer(handle, count, [](const Communicator& it) { return it.ranks(); });
}

mcclResult_t device_index(mcclComm_t handle, int* device) {
  return answer(handle, device, [](const Communicator& it) { return it.device(); });
}

mcclResult_t user_rank(mcclComm_t handle, int* rank) {
  return answer(handle, rank, [](const Communicator& it) { return it.rank(); });
}

mcclResult_t create_scaled_sum(mcclRedOp_t* op, const void* scalar, mcclDataType_t type,
                               mcclScalarResidence_t residence, mcclComm_t handle) {
  CommunicatorPtr communicator;
  const mcclResult_t result = find_ready(handle, &communicator);
  if (result != mcclSuccess) {
    return result;
  }
  if (op == nullptr || scalar == nullptr) {
    return null_pointer(op == nullptr ? "The operator" : "The scalar");
  }
  if (type_size(type) == 0 ||
      (residence != mcclScalarDevice && residence != mcclScalarHostImmediate)) {
    return fail(mcclInvalidArgument, "The data type or the scalar residence is unknown");
  }
  CreatedOperator created{type, {}, nullptr};
  if (residence == mcclScalarHostImmediate) {
    created.scalar = read_scalar(type, scalar);
  } else {
    const mcclResult_t usable = check_buffer(*communicator, scalar, type_size(type), "scalar");
    if (usable != mcclSuccess) {
      return usable;
    }
    created.device_scalar = scalar;
  }
  *op = communicator->add_operator(created);
  return mcclSuccess;
}

mcclResult_t destroy_operator(mcclRedOp_t op, mcclComm_t handle) {
  if (op >= 0 && op < mcclNumOps) {
    return fail(mcclInvalidArgument, "Built-in operators cannot be destroyed");
  }
  CommunicatorPtr communicator;
  const mcclResult_t result = find(handle, &communicator);
  if (result != mcclSuccess) {
    return result;
  }
  return communicator->remove_operator(op)
             ? mcclSuccess
             : fail(mcclInvalidArgument, std::to_string(static_cast<int>(op)) +
                                             " is not an operator of this communicator");
}

mcclResult_t register_buffer(mcclComm_t handle, const void* pointer, std::size_t bytes,
                             void** registration) {
  CommunicatorPtr communicator;
  const mcclResult_t result = find_ready(handle, &communicator);
  if (result != mcclSuccess) {
    return result;
  }
  if (registration == nullptr || pointer == nullptr || bytes == 0) {
    return fail(mcclInvalidArgument, "The buffer is empty, or a pointer is NULL");
  }
  const mcclResult_t usable = check_buffer(*communicator, pointer, bytes, "The buffer");
  if (usable == mcclSuccess) {
    *registration = communicator->add_registration();
  }
  return usable;
}

mcclResult_t deregister_buffer(mcclComm_t handle, void* registration) {
  CommunicatorPtr communicator;
  const mcclResult_t result = find(handle, &communicator);
  if (result != mcclSuccess) {
    return result;
  }
  return communicator->remove_registration(registration)
             ? mcclSuccess
             : fail(mcclInvalidArgument, "This is not a registration of the communicator");
}

}  // namespace musasim::collective
