// The work object that a caller of an operation gets.
#pragma once

#include <torch/version.h>
#include <torch/csrc/distributed/c10d/Work.hpp>

#include "distributed/operation.h"

namespace musasim::distributed {

class WorkMccl final : public c10d::Work {
 public:
  // `title` names it for the profiler. With `blocking_wait` wait() waits in the host.
  WorkMccl(OperationPtr operation, const char* title, const std::vector<at::Tensor>& inputs,
           std::vector<at::Tensor> outputs, bool blocking_wait);

  bool isCompleted() override;
  bool isSuccess() const override;
  std::exception_ptr exception() const override { return operation_->failure(); }
  // The current stream waits for the operation; raises what went wrong so far.
  bool wait(std::chrono::milliseconds timeout = kNoTimeout) override;
  void synchronize() override;
#if TORCH_VERSION_MAJOR > 2 || TORCH_VERSION_MINOR >= 9
  void blockCurrentStream() override { synchronize(); }
#endif
  void abort() override { operation_->abort(); }
  std::vector<at::Tensor> result() override { return outputs_; }
  c10::intrusive_ptr<c10::ivalue::Future> getFuture() override { return future_; }
  c10::intrusive_ptr<c10::ivalue::Future> getFutureResult() override {
    return operation_->result();
  }
  float getDuration() const override { return operation_->duration(); }
  std::uint64_t getSequencenumber() const override { return operation_->plan().number; }

  const OperationPtr& operation() const { return operation_; }
  // The operation is on its stream: gives the future its value, and ends the profiler's range.
  void publish(const std::vector<at::Tensor>& value);

 private:
  const OperationPtr operation_;
  const std::vector<at::Tensor> outputs_;
  const bool blocking_wait_;
  c10::intrusive_ptr<c10::ivalue::Future> future_;
};

using WorkPtr = c10::intrusive_ptr<WorkMccl>;

// One of several coalesced operations. Until they are launched, waiting for it does nothing, as torch up
// to 2.7 waits for each at once; from then on it is the work of all.
class CoalescedWork final : public c10d::Work {
 public:
  CoalescedWork(int rank, c10d::OpType type) : Work(rank, type) {}

  void launched_with(WorkPtr all) { all_ = std::move(all); }

  bool isCompleted() override { return all_ && all_->isCompleted(); }
  bool isSuccess() const override { return all_ && all_->isSuccess(); }
  std::exception_ptr exception() const override { return all_ ? all_->exception() : nullptr; }
  bool wait(std::chrono::milliseconds timeout = kNoTimeout) override;
  void synchronize() override;
  void abort() override;
  c10::intrusive_ptr<c10::ivalue::Future> getFuture() override;

 private:
  WorkPtr all_;
};

}  // namespace musasim::distributed
