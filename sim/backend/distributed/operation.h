// One operation on its way: what its caller's work object and the watchdog share.
#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/core/ivalue.h>
#include <c10/core/Event.h>
#include <torch/csrc/distributed/c10d/Work.hpp>

#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "distributed/lane.h"

namespace musasim::distributed {

using Clock = std::chrono::steady_clock;

struct OperationPlan {
  int rank = 0;
  c10d::OpType type = c10d::OpType::UNKNOWN;
  std::uint64_t number = 0;  // of the operation in its group
  std::chrono::milliseconds timeout{0};
  bool timing = false;
  std::int64_t elements_in = 0, elements_out = 0;  // of all tensors
  bool captured = false;  // runs at replays only: nobody can ask for it or wait for it
};

class Operation {
 public:
  Operation(const OperationPlan& plan, std::shared_ptr<Lane> lane);

  const OperationPlan& plan() const { return plan_; }
  Lane& lane() const { return *lane_; }
  std::string description() const;

  // Put before and behind it on its stream.
  void begin();
  void end();
  // Keeps tensors until the operation is over or release() is called.
  void keep(std::vector<at::Tensor> tensors);
  void release();

  // Whether it is done; a captured one: whether it will not run any more.
  bool done() const { return plan_.captured ? lane_->gone() : end_.query(); }
  // Raises for a captured one, which has no state that the host could ask for.
  void check_askable(const char* call) const;
  // The current stream goes on after it.
  void block_current_stream() const;
  float duration() const;  // milliseconds

  std::exception_ptr failure() const;
  // Asks the communicator and the clock as well.
  std::exception_ptr look_for_failure();
  void fail_after(std::chrono::milliseconds limit);  // it has taken longer than that
  void abort();

  // Returns when it is over, has failed, or after the time (0: never).
  void wait_in_host(std::chrono::milliseconds timeout);

  c10::intrusive_ptr<c10::ivalue::Future> result() const { return result_; }
  void tell_result();

 private:
  void fail(const std::string& text, c10d::WorkResult kind);

  const OperationPlan plan_;
  const std::shared_ptr<Lane> lane_;
  const Clock::time_point created_ = Clock::now();
  c10::Event start_, end_;
  const c10::intrusive_ptr<c10::ivalue::Future> result_;
  mutable std::mutex mutex_;  // of the following
  std::exception_ptr failure_;
  c10d::WorkResult kind_ = c10d::WorkResult::SUCCESS;
  std::vector<at::Tensor> kept_;
};

using OperationPtr = std::shared_ptr<Operation>;

}  // namespace musasim::distributed
