// Operations on their way to a stream, and on the stream's worker.
#include <condition_variable>

#include "machine/collective/collectives.h"
#include "machine/collective/communicator.h"
#include "machine/collective/report.h"
#include "machine/device/device_scope.h"
#include "machine/faults/faults.h"
#include "machine/library.h"

namespace musasim::collective {

namespace {

// Name of the kernel that a launch shows as, in graphs and fault rules.
std::string kernel_name(const Batch& batch) {
  if (batch.collectives.empty()) {
    return "mcclKernel_SendRecv";
  }
  return std::string("mcclKernel_") + kind_name(batch.collectives.front().kind);
}

// Lets one operation wait for several streams, and these for it.
class Meeting {
 public:
  void arrive_and_wait() {
    std::unique_lock<std::mutex> lock(mutex_);
    ++arrived_;
    changed_.notify_all();
    changed_.wait(lock, [this] { return over_; });
  }
  void wait_for(int others) {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [this, others] { return over_ || arrived_ >= others; });
  }
  void end() {
    const std::lock_guard<std::mutex> lock(mutex_);
    over_ = true;
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int arrived_ = 0;
  bool over_ = false;
};

// Ends the meeting also when a stream drops its work without running it.
struct MeetingMember {
  std::shared_ptr<Meeting> meeting;
  ~MeetingMember() { meeting->end(); }
};

}  // namespace

mcclResult_t Communicator::launch(const std::shared_ptr<const Batch>& batch, musaStream_t stream) {
  const DeviceScope scope(device_);
  const std::lock_guard<std::mutex> lock(launching_);
  const std::shared_ptr<Turns::Turn> turn = is_capturing(stream) ? nullptr : turns_->take();
  const musaError_t error = launch_joint_work(stream, kernel_name(*batch).c_str(),
                                              [self = shared_from_this(), batch, turn] {
                                                self->run(*batch, turn.get());
                                                return musaSuccess;
                                              });
  return error == musaSuccess ? mcclSuccess : fail_musa(error, "Launching an operation");
}

mcclResult_t Communicator::launch_joined(const std::shared_ptr<const Batch>& batch,
                                         const std::vector<musaStream_t>& streams) {
  const auto meeting = std::make_shared<Meeting>();
  const DeviceScope scope(device_);
  for (std::size_t i = 1; i < streams.size(); ++i) {
    auto member = std::make_shared<MeetingMember>(MeetingMember{meeting});
    const musaError_t error = launch_joint_work(streams[i], "mcclKernel_Join", [member] {
      member->meeting->arrive_and_wait();
      return musaSuccess;
    });
    if (error != musaSuccess) {
      meeting->end();
      return fail_musa(error, "Launching an operation");
    }
  }
  const std::lock_guard<std::mutex> lock(launching_);
  const std::shared_ptr<Turns::Turn> turn = turns_->take();
  const auto others = static_cast<int>(streams.size()) - 1;
  auto member = std::make_shared<MeetingMember>(MeetingMember{meeting});
  const musaError_t error =
      launch_joint_work(streams[0], kernel_name(*batch).c_str(),
                        [self = shared_from_this(), batch, turn, member, others] {
                          member->meeting->wait_for(others);
                          self->run(*batch, turn.get());
                          member->meeting->end();
                          return musaSuccess;
                        });
  return error == musaSuccess ? mcclSuccess : fail_musa(error, "Launching an operation");
}

// Whatever goes wrong is the communicator's error: the stream goes on, the device stays whole.
void Communicator::run(const Batch& batch, Turns::Turn* turn) {
  if (turn == nullptr || turn->wait()) {
    const std::lock_guard<std::mutex> lock(running_);
    if (!left_.load() && error_.load() == mcclSuccess) {
      const mcclResult_t result = run_tasks(batch);
      if (result != mcclSuccess && result != kCancelled) {
        set_error(result);
      }
    }
  }
  if (turn != nullptr) {
    turn->finish();
  }
}

mcclResult_t Communicator::run_tasks(const Batch& batch) {
  mcclResult_t result = mcclSuccess;
  for (const Task& task : batch.collectives) {
    result = result == mcclSuccess ? ask_faults() : result;
    result = result == mcclSuccess ? run_collective(clique_, task) : result;
  }
  for (std::size_t i = 0; i < batch.messages.size(); ++i) {
    result = result == mcclSuccess ? ask_faults() : result;
  }
  return result == mcclSuccess && !batch.messages.empty() ? run_messages(clique_, batch.messages)
                                                          : result;
}

mcclResult_t Communicator::ask_faults() {
  const faults::RankFault fault = faults::on_collective(rank());
  if (fault.delay.count() > 0) {
    clique_.pause(fault.delay);
  }
  return fault.dropped ? clique_.drop_out() : mcclSuccess;
}

}  // namespace musasim::collective
