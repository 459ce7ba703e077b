// Waiting for operations.
#include "distributed/work.h"

#include <c10/core/StreamGuard.h>

namespace musasim::distributed {

WorkMccl::WorkMccl(OperationPtr operation, const char* title, const std::vector<at::Tensor>& inputs,
                   std::vector<at::Tensor> outputs, bool blocking_wait)
    : Work(operation->plan().rank, operation->plan().type, title, inputs),
      operation_(std::move(operation)),
      outputs_(std::move(outputs)),
      blocking_wait_(blocking_wait) {}

bool WorkMccl::isCompleted() {
  operation_->check_askable("is_completed()");
  return operation_->look_for_failure() != nullptr || operation_->done();
}

bool WorkMccl::isSuccess() const {
  operation_->check_askable("is_success()");
  return operation_->failure() == nullptr && operation_->done();
}

void WorkMccl::synchronize() {
  operation_->block_current_stream();
  operation_->release();
}

bool WorkMccl::wait(std::chrono::milliseconds timeout) {
  synchronize();
  if (blocking_wait_ || timeout != kNoTimeout) {
    operation_->check_askable("Waiting on the host for the end");
    operation_->wait_in_host(timeout);
  }
  if (const std::exception_ptr problem = operation_->failure()) {
    operation_->lane().raised.store(true);
    operation_->abort();  // else the current stream would wait for ever
    std::rethrow_exception(problem);
  }
  return true;
}

bool CoalescedWork::wait(std::chrono::milliseconds timeout) {
  return all_ == nullptr || all_->wait(timeout);
}

void CoalescedWork::synchronize() {
  if (all_ != nullptr) {
    all_->synchronize();
  }
}

void CoalescedWork::abort() {
  if (all_ != nullptr) {
    all_->abort();
  }
}

c10::intrusive_ptr<c10::ivalue::Future> CoalescedWork::getFuture() {
  TORCH_CHECK(all_ != nullptr,
              "A coalesced operation has no future until the coalescing has ended");
  return all_->getFuture();
}

void WorkMccl::publish(const std::vector<at::Tensor>& value) {
  // The future is complete as soon as the operation is on the stream: what is chained to it runs on
  // streams that wait for this one.
  const c10::Stream& stream = operation_->lane().stream();
  const c10::StreamGuard current(stream);
  future_ = c10::make_intrusive<c10::ivalue::Future>(c10::ListType::create(c10::TensorType::get()),
                                                     std::vector<c10::Device>{stream.device()});
  future_->markCompleted(c10::IValue(value));
  if (recordFunctionEndCallback_) {
    recordFunctionEndCallback_();
    recordFunctionEndCallback_ = nullptr;
  }
}

}  // namespace musasim::distributed
