// Progress and failures of operations.
#include "distributed/operation.h"

#include <c10/util/Exception.h>

#include <thread>

#include "torch_glue/stream.h"

namespace musasim::distributed {

namespace {

c10::EventFlag event_flag(bool timing) {
  return timing ? c10::EventFlag::BACKEND_DEFAULT : c10::EventFlag::PYTORCH_DEFAULT;
}

}  // namespace

Operation::Operation(const OperationPlan& plan, std::shared_ptr<Lane> lane)
    : plan_(plan),
      lane_(std::move(lane)),
      start_(kMusa, event_flag(plan.timing)),
      end_(kMusa, event_flag(plan.timing)),
      result_(c10::make_intrusive<c10::ivalue::Future>(c10::IntType::get())) {}

std::string Operation::description() const {
  return c10::str("WorkMCCL(SeqNum=", plan_.number, ", OpType=", c10d::opTypeToString(plan_.type),
                  ", NumelIn=", plan_.elements_in, ", NumelOut=", plan_.elements_out,
                  ", Timeout(ms)=", plan_.timeout.count(), ")");
}

void Operation::begin() {
  if (plan_.timing) {
    start_.record(lane_->stream());
  }
}

void Operation::end() { end_.record(lane_->stream()); }

void Operation::keep(std::vector<at::Tensor> tensors) {
  const std::lock_guard<std::mutex> lock(mutex_);
  kept_ = std::move(tensors);
}

void Operation::release() {
  std::vector<at::Tensor> tensors;
  const std::lock_guard<std::mutex> lock(mutex_);
  tensors.swap(kept_);
}

void Operation::block_current_stream() const {
  end_.block(current_torch_stream(lane_->stream().device_index()));
}

void Operation::check_askable(const char* call) const {
  TORCH_CHECK(!plan_.captured, call, " of ", description(),
              " is not possible: the operation is part of a graph and runs when the graph is "
              "replayed. Only a stream can wait for it: call Work.wait() without a timeout, use no "
              "barriers in a graph, and unset TORCH_MCCL_BLOCKING_WAIT");
}

float Operation::duration() const {
  check_askable("The duration");
  TORCH_CHECK(
      plan_.timing,
      "The duration of a work is not measured; set TORCH_MCCL_ENABLE_TIMING=1 to measure it");
  TORCH_CHECK(done(), "The work has not finished yet");
  return static_cast<float>(start_.elapsedTime(end_));
}

std::exception_ptr Operation::failure() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return failure_;
}

void Operation::fail(const std::string& text, c10d::WorkResult kind) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (failure_ == nullptr) {
    failure_ = std::make_exception_ptr(
        C10_BUILD_ERROR(DistBackendError, c10::str("[Rank ", plan_.rank, "] ", text)));
    kind_ = kind;
  }
}

void Operation::fail_after(std::chrono::milliseconds limit) {
  const auto time =
      std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - created_).count();
  fail(c10::str("Watchdog caught collective operation timeout: ", description(), " ran for ", time,
                " milliseconds before timing out (the limit is ", limit.count(), " ms)."),
       c10d::WorkResult::TIMEOUT);
}

std::exception_ptr Operation::look_for_failure() {
  if (auto known = failure()) {
    return known;
  }
  try {
    if (done()) {
      return nullptr;
    }
  } catch (const c10::Error& error) {  // the device is broken
    fail(c10::str("Device error in ", description(), ": ", error.what_without_backtrace()),
         c10d::WorkResult::COMM_ERROR);
    return failure();
  }
  if (const mcclResult_t state = lane_->failure(); state != mcclSuccess) {
    fail(c10::str("MCCL error in ", description(), ": ", mcclGetErrorString(state),
                  "\nLast error: ", mcclGetLastError(nullptr)),
         c10d::WorkResult::COMM_ERROR);
  } else if (!plan_.captured && Clock::now() - created_ > plan_.timeout) {
    fail_after(plan_.timeout);
  }
  return failure();
}

void Operation::abort() { lane_->abort("An operation failed: " + description()); }

void Operation::wait_in_host(std::chrono::milliseconds timeout) {
  ++lane_->waiters;
  const auto begin = Clock::now();
  auto pause = std::chrono::microseconds(20);
  while (look_for_failure() == nullptr && !done()) {
    if (timeout.count() > 0 && Clock::now() - begin > timeout) {
      fail_after(timeout);
      break;
    }
    std::this_thread::sleep_for(pause);
    pause = std::min(pause * 2, std::chrono::microseconds(1000));
  }
  if (failure() != nullptr) {
    lane_->raised.store(true);
  }
  --lane_->waiters;
}

void Operation::tell_result() {
  if (!result_->completed()) {
    result_->markCompleted(c10::IValue(static_cast<std::int64_t>(kind_)));
  }
}

}  // namespace musasim::distributed
