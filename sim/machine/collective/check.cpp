// Checks of arguments.
#include "machine/collective/check.h"

#include <cstdio>

#include "machine/collective/report.h"
#include "machine/memory/allocation.h"

namespace musasim::collective {

namespace {

std::string address(const void* pointer) {
  char text[32];
  std::snprintf(text, sizeof text, "%p", pointer);
  return text;
}

mcclResult_t check_operator(const Communicator& communicator, Task* task) {
  const int op = task->reduction;
  if (op >= mcclSum && op < mcclNumOps) {
    return mcclSuccess;
  }
  CreatedOperator created{};
  if (op < 0 || !communicator.find_operator(op, &created)) {
    return fail(mcclInvalidArgument, std::to_string(op) +
                                         " is not an operator of this communicator; it may be "
                                         "destroyed, or belong to another communicator");
  }
  if (created.type != task->type) {
    return fail(mcclInvalidArgument, std::string("The operator was created for ") +
                                         type_name(created.type) + ", not for " +
                                         type_name(task->type));
  }
  task->reduction = mcclNumOps;
  task->scalar = created.scalar;
  task->device_scalar = created.device_scalar;
  return mcclSuccess;
}

bool reduces(TaskKind kind) {
  return kind == TaskKind::kReduce || kind == TaskKind::kAllReduce ||
         kind == TaskKind::kReduceScatter;
}

// Forgets buffers that the rank does not use, so that whatever was passed there is fine.
void drop_unused(int rank, Task* task) {
  if (task->kind == TaskKind::kReduce && rank != task->peer) {
    task->receive = nullptr;
  }
  if (task->kind == TaskKind::kBroadcast && rank != task->peer) {
    task->send = nullptr;
  }
}

mcclResult_t check_buffers(const Communicator& communicator, const Task& task) {
  const auto ranks = static_cast<std::size_t>(communicator.ranks());
  const bool root = communicator.rank() == task.peer;
  const bool sends = task.kind != TaskKind::kReceive && (task.kind != TaskKind::kBroadcast || root);
  const bool receives = task.kind != TaskKind::kSend && (task.kind != TaskKind::kReduce || root);
  mcclResult_t result = mcclSuccess;
  if (sends) {
    const std::size_t blocks = task.kind == TaskKind::kReduceScatter ? ranks : 1;
    result = check_buffer(communicator, task.send, blocks * task.bytes(), "sendbuff");
  }
  if (receives && result == mcclSuccess) {
    const std::size_t blocks = task.kind == TaskKind::kAllGather ? ranks : 1;
    result = check_buffer(communicator, task.receive, blocks * task.bytes(), "recvbuff");
  }
  return result;
}

}  // namespace

mcclResult_t find(mcclComm_t handle, CommunicatorPtr* communicator) {
  *communicator = handle == nullptr ? nullptr : find_communicator(handle);
  if (*communicator == nullptr) {
    return fail(mcclInvalidArgument, handle == nullptr
                                         ? "The communicator is NULL"
                                         : address(handle) + " is not a live communicator");
  }
  return mcclSuccess;
}

mcclResult_t find_ready(mcclComm_t handle, CommunicatorPtr* communicator) {
  const mcclResult_t found = find(handle, communicator);
  if (found != mcclSuccess) {
    return found;
  }
  const mcclResult_t state = (*communicator)->state();
  if (state == mcclInProgress) {
    return fail(mcclInvalidArgument,
                "The communicator's last call is still in progress; wait until "
                "mcclCommGetAsyncError returns mcclSuccess");
  }
  return state;
}

mcclResult_t check_buffer(const Communicator& communicator, const void* pointer, std::size_t bytes,
                          const char* what) {
  if (bytes == 0) {
    return mcclSuccess;
  }
  const Allocation memory = find_allocation(pointer);
  if (!memory) {
    return fail(mcclInvalidArgument,
                std::string(what) + " " + address(pointer) +
                    " is neither device memory nor host memory that a device can use");
  }
  if (memory.on_device() && memory.device != communicator.device()) {
    return fail(mcclInvalidArgument, std::string(what) + " " + address(pointer) + " is on device " +
                                         std::to_string(memory.device) +
                                         ", but the communicator is on device " +
                                         std::to_string(communicator.device()));
  }
  const auto room =
      static_cast<std::size_t>(memory.base + memory.size - static_cast<const char*>(pointer));
  if (bytes > room) {
    return fail(mcclInvalidArgument, std::string(what) + " " + address(pointer) + " has " +
                                         std::to_string(room) + " bytes, but the operation needs " +
                                         std::to_string(bytes));
  }
  return mcclSuccess;
}

mcclResult_t check_task(const Communicator& communicator, Task* task) {
  if (communicator.finalized.load()) {
    return fail(mcclInvalidUsage, "The communicator has been finalized");
  }
  if (type_size(task->type) == 0) {
    return fail(mcclInvalidArgument,
                std::to_string(static_cast<int>(task->type)) + " is not an mcclDataType_t");
  }
  if (task->peer < 0 || task->peer >= communicator.ranks()) {
    return fail(mcclInvalidArgument, "Root or peer " + std::to_string(task->peer) +
                                         " is not one of the " +
                                         std::to_string(communicator.ranks()) + " ranks");
  }
  if (task->count > SIZE_MAX / 8 / static_cast<std::size_t>(communicator.ranks())) {
    return fail(mcclInvalidArgument, "The count is too large");
  }
  const mcclResult_t result =
      reduces(task->kind) ? check_operator(communicator, task) : mcclSuccess;
  if (result != mcclSuccess) {
    return result;
  }
  drop_unused(communicator.rank(), task);
  return check_buffers(communicator, *task);
}

}  // namespace musasim::collective
