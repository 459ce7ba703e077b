// Making, guarding and ending of communicators.
#include "distributed/lane.h"

#include <c10/core/DeviceGuard.h>
#include <c10/util/Exception.h>

#include <cstdio>
#include <thread>

#include "distributed/wire.h"
#include "machine/library.h"
#include "torch_glue/stream.h"

namespace musasim::distributed {

namespace {

// They are made in the background, so that a rank that never comes is noticed in the group's time.
mcclConfig_t background_config() {
  mcclConfig_t config = MCCL_CONFIG_INITIALIZER;
  config.blocking = 0;
  return config;
}

// mcclInProgress when the time is over.
mcclResult_t settle(mcclComm_t communicator, std::chrono::milliseconds timeout) {
  const auto end = std::chrono::steady_clock::now() + timeout;
  auto pause = std::chrono::microseconds(50);
  mcclResult_t state = mcclInProgress;
  for (;;) {
    const mcclResult_t asked = mcclCommGetAsyncError(communicator, &state);
    state = asked == mcclSuccess ? state : asked;
    if (state != mcclInProgress || std::chrono::steady_clock::now() > end) {
      return state;
    }
    std::this_thread::sleep_for(pause);
    pause = std::min(pause * 2, std::chrono::microseconds(2000));
  }
}

}  // namespace

void FailureGate::wait() {
  std::unique_lock<std::mutex> lock(mutex_);
  opened_.wait(lock, [this] { return open_; });
}

void FailureGate::open() {
  const std::lock_guard<std::mutex> lock(mutex_);
  open_ = true;
  opened_.notify_all();
}

Lane::Lane(mcclComm_t communicator, const LanePlan& plan)
    : communicator_(communicator),
      stream_(torch_stream(
          plan.device,
          next_pool_stream(plan.device, plan.high_priority ? kHighestPriority : kLowestPriority))),
      ready_(kMusa) {}

Lane::~Lane() { abort("The process group has been destroyed"); }

std::shared_ptr<Lane> Lane::finish(mcclComm_t communicator, const LanePlan& plan,
                                   const char* call) {
  const mcclResult_t state = settle(communicator, plan.timeout);
  if (state == mcclSuccess) {
    return std::shared_ptr<Lane>(new Lane(communicator, plan));
  }
  const std::string problem = mcclGetLastError(nullptr);
  mcclCommAbort(communicator);
  TORCH_CHECK_WITH(DistBackendError, state != mcclInProgress, call, " of rank ", plan.rank, " of ",
                   plan.ranks, " timed out after ", plan.timeout.count(),
                   " ms: the other ranks have not joined");
  C10_THROW_ERROR(DistBackendError, c10::str("MCCL error in ", call, ": ",
                                             mcclGetErrorString(state), "\nLast error: ", problem));
}

std::shared_ptr<Lane> Lane::join(const LanePlan& plan, const mcclUniqueId& id) {
  const c10::DeviceGuard device(musa_device(plan.device));
  mcclConfig_t config = background_config();
  mcclComm_t communicator = nullptr;
  check_mccl(mcclCommInitRankConfig(&communicator, plan.ranks, id, plan.rank, &config),
             "mcclCommInitRankConfig");
  return finish(communicator, plan, "mcclCommInitRankConfig");
}

std::shared_ptr<Lane> Lane::split(Lane& parent, const LanePlan& plan, int color) {
  const c10::DeviceGuard device(musa_device(plan.device));
  mcclConfig_t config = background_config();
  mcclComm_t communicator = nullptr;
  check_mccl(mcclCommSplit(parent.communicator(), color, plan.rank, &communicator, &config),
             "mcclCommSplit");
  if (color == MCCL_SPLIT_NOCOLOR) {
    const mcclResult_t state = settle(parent.communicator(), plan.timeout);
    TORCH_CHECK_WITH(
        DistBackendError, state != mcclInProgress,
        "mcclCommSplit timed out: not all ranks of the parent group have called it. (If the "
        "default group is bound to a device, a new group of some of its ranks needs MCCL among "
        "its backends, for example 'cpu:gloo,musa:mccl'.)");
    check_mccl(state, "mcclCommSplit");
    return nullptr;
  }
  return finish(communicator, plan, "mcclCommSplit");
}

mcclComm_t Lane::communicator() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  TORCH_CHECK_WITH(DistBackendError, communicator_ != nullptr,
                   "The MCCL communicator was aborted. ", gone_);
  return communicator_;
}

musaStream_t Lane::raw_stream() const { return handle_of(stream_); }

void Lane::follow_current_stream() {
  ready_.record(current_torch_stream(stream_.device_index()));
  ready_.block(stream_);
}

bool Lane::captured() const { return is_capturing(raw_stream()); }

void Lane::guard_replay() {
  const auto work = [handle = communicator()] {
    mcclResult_t state = mcclSuccess;
    if (mcclCommGetAsyncError(handle, &state) == mcclSuccess) {
      return musaSuccess;
    }
    std::fputs(
        "musasim: the replay of a graph failed: its collective operations belong to a process "
        "group that was aborted or destroyed\n",
        stderr);
    return musaErrorLaunchFailure;
  };
  check(launch_work(raw_stream(), "mcclKernel_Begin", work));
}

void Lane::guard_result() {
  const musaError_t error =
      launch_work(raw_stream(), "mcclKernel_Result", [gate = gate_, handle = communicator()] {
        mcclResult_t state = mcclSuccess;
        // The handle of an aborted communicator is dead, and its gate open. One that is being split
        // is in progress.
        if (mcclCommGetAsyncError(handle, &state) != mcclSuccess ||
            (state != mcclSuccess && state != mcclInProgress)) {
          gate->wait();
        }
        return musaSuccess;
      });
  check(error);
}

mcclResult_t Lane::failure() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (communicator_ == nullptr) {
    return mcclSuccess;
  }
  mcclResult_t state = mcclSuccess;
  const mcclResult_t asked = mcclCommGetAsyncError(communicator_, &state);
  state = asked == mcclSuccess ? state : asked;
  return state == mcclInProgress ? mcclSuccess : state;
}

bool Lane::gone() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return communicator_ == nullptr;
}

mcclComm_t Lane::take_communicator(const std::string& why) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (communicator_ != nullptr) {
    gone_ = why;
  }
  return std::exchange(communicator_, nullptr);
}

void Lane::abort(const std::string& why) {
  const mcclComm_t communicator = take_communicator(why);
  gate_->open();
  if (communicator != nullptr) {
    mcclCommAbort(communicator);
  }
}

void Lane::destroy() {
  const mcclComm_t communicator = take_communicator("The process group has been shut down");
  gate_->open();
  if (communicator != nullptr) {
    mcclCommDestroy(communicator);
  }
}

}  // namespace musasim::distributed
