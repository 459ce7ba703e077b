// A communicator with the stream that its operations run on.
#pragma once

#include <c10/core/Event.h>
#include <c10/core/Stream.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>

#include "mccl.h"

namespace musasim::distributed {

// Holds the stream of a failed operation, whose data is wrong, until the failure is dealt with.
class FailureGate {
 public:
  // Called by the stream.
  void wait();
  void open();

 private:
  std::mutex mutex_;
  std::condition_variable opened_;
  bool open_ = false;
};

// The parts that a new communicator is made of.
struct LanePlan {
  int device = 0;
  int ranks = 1;
  int rank = 0;
  bool high_priority = false;
  std::chrono::milliseconds timeout{0};  // for the other ranks to come
};

class Lane {
 public:
  // Raises DistBackendError when the ranks do not come together in time.
  static std::shared_ptr<Lane> join(const LanePlan& plan, const mcclUniqueId& id);
  // The part of the parent with this color, or nothing with MCCL_SPLIT_NOCOLOR. All of the parent's
  // ranks call it.
  static std::shared_ptr<Lane> split(Lane& parent, const LanePlan& plan, int color);
  ~Lane();
  Lane(const Lane&) = delete;
  Lane& operator=(const Lane&) = delete;

  // Raises DistBackendError when it was aborted.
  mcclComm_t communicator() const;
  const c10::Stream& stream() const { return stream_; }
  musaStream_t raw_stream() const;

  // Work that is put on the stream from now on comes after what the current one holds.
  void follow_current_stream();
  // The stream is part of a capture.
  bool captured() const;
  // Put before an operation of a capture: a replay is an error once the communicator is gone.
  void guard_replay();
  // Put behind an operation: nothing of the stream comes after it if it failed.
  void guard_result();

  // A thread waits in the host for an operation of the lane, or has got a failure's exception: a
  // failure does not go unseen.
  bool somebody_sees() const { return waiters.load() > 0 || raised.load(); }
  std::atomic<int> waiters{0};
  std::atomic<bool> raised{false};
  std::atomic<bool> in_graphs{false};  // a capture has an operation of the lane

  // mcclSuccess, or what has happened to an operation.
  mcclResult_t failure() const;
  bool gone() const;  // it was aborted or destroyed
  void abort(const std::string& why);
  // Waits for nothing: all operations must be done.
  void destroy();

 private:
  Lane(mcclComm_t communicator, const LanePlan& plan);
  static std::shared_ptr<Lane> finish(mcclComm_t communicator, const LanePlan& plan,
                                      const char* call);
  mcclComm_t take_communicator(const std::string& why);

  mutable std::mutex mutex_;
  mcclComm_t communicator_;
  std::string gone_;  // why there is no communicator any more
  const c10::Stream stream_;
  c10::Event ready_;
  const std::shared_ptr<FailureGate> gate_ = std::make_shared<FailureGate>();
};

}  // namespace musasim::distributed
