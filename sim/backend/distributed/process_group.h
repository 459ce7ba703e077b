// torch.distributed's backend "mccl": process groups whose ranks talk over libmccl.
#pragma once

#include <torch/version.h>
#include <torch/csrc/distributed/c10d/Backend.hpp>
#include <torch/csrc/distributed/c10d/Store.hpp>

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "distributed/lane.h"
#include "distributed/options.h"
#include "distributed/settings.h"
#include "distributed/watchdog.h"
#include "distributed/work.h"

namespace musasim::distributed {

using Tensors = std::vector<at::Tensor>;
using TensorLists = std::vector<Tensors>;
using Milliseconds = std::chrono::milliseconds;

// A call on its way to MCCL.
struct Call {
  c10d::OpType type;
  const char* title;
  Milliseconds timeout;
  Tensors inputs, outputs;  // the first one's device is the call's
  // Puts it on the lane's stream. Called once.
  std::function<void(Lane&)> launch;
  int peer = -1;              // of messages
  bool barrier = false;       // wait() waits in the host
  Tensors future_value = {};  // where it is not the outputs
};

class ProcessGroupMccl final : public c10d::Backend {
 public:
  using WorkHandle = c10::intrusive_ptr<c10d::Work>;

  ProcessGroupMccl(c10::intrusive_ptr<c10d::Store> store, int rank, int size,
                   GroupOptionsPtr options);
  ~ProcessGroupMccl() override;

  const std::string getBackendName() const override { return kBackendName; }
  GroupOptionsPtr options() const { return options_; }
  bool supportsSplitting() const override { return true; }
  bool supportsCoalescing() const override { return true; }

  // --- collectives (collectives.cpp, lists.cpp, exchange.cpp) ---

  WorkHandle broadcast(Tensors& tensors, const c10d::BroadcastOptions& options) override;
  WorkHandle allreduce(Tensors& tensors, const c10d::AllreduceOptions& options) override;
  WorkHandle allreduce_coalesced(Tensors& tensors,
                                 const c10d::AllreduceCoalescedOptions& options) override;
  WorkHandle reduce(Tensors& tensors, const c10d::ReduceOptions& options) override;
  WorkHandle barrier(const c10d::BarrierOptions& options) override;
  WorkHandle allgather(TensorLists& outputs, Tensors& inputs,
                       const c10d::AllgatherOptions& options) override;
  WorkHandle _allgather_base(at::Tensor& output, at::Tensor& input,
                             const c10d::AllgatherOptions& options) override;
  WorkHandle allgather_into_tensor_coalesced(Tensors& outputs, Tensors& inputs,
                                             const c10d::AllgatherOptions& options) override;
  WorkHandle gather(TensorLists& outputs, Tensors& inputs,
                    const c10d::GatherOptions& options) override;
  WorkHandle scatter(Tensors& outputs, TensorLists& inputs,
                     const c10d::ScatterOptions& options) override;
  WorkHandle reduce_scatter(Tensors& outputs, TensorLists& inputs,
                            const c10d::ReduceScatterOptions& options) override;
  WorkHandle _reduce_scatter_base(at::Tensor& output, at::Tensor& input,
                                  const c10d::ReduceScatterOptions& options) override;
  WorkHandle reduce_scatter_tensor_coalesced(Tensors& outputs, Tensors& inputs,
                                             const c10d::ReduceScatterOptions& options) override;
  WorkHandle alltoall_base(at::Tensor& output, at::Tensor& input,
                           std::vector<std::int64_t>& output_splits,
                           std::vector<std::int64_t>& input_splits,
                           const c10d::AllToAllOptions& options) override;
  WorkHandle alltoall(Tensors& outputs, Tensors& inputs,
                      const c10d::AllToAllOptions& options) override;
  WorkHandle send(Tensors& tensors, int to, int tag) override;
  WorkHandle recv(Tensors& tensors, int from, int tag) override;
  WorkHandle recvAnysource(Tensors& tensors, int tag) override;

  // --- coalescing (run.cpp) ---

  void startCoalescing() override;
  WorkHandle endCoalescing() override;

  // --- the group's life (process_group.cpp, communicators.cpp) ---

  void eagerConnectSingleDevice(c10::Device device) override;
  bool is_initialized();
  void abort() override;
  void shutdown() override;
  void finish();  // at the interpreter's end
  c10d::ErrorType getError() override;
  void setSequenceNumberForGroup() override {}
  std::uint64_t getSequenceNumberForGroup() override { return operations_; }
  void waitForPendingWorks() override { watchdog_.wait_for_all(); }

  // All ranks of this group call it while some of them make a part of it.
  void perform_nocolor_split(c10::Device device);
  std::uint64_t split_count() const { return splits_; }
#if TORCH_VERSION_MAJOR > 2 || TORCH_VERSION_MINOR >= 8
  void setTimeout(Milliseconds timeout) override { set_default_timeout(timeout); }
  c10::intrusive_ptr<Options> getBackendOptions() override { return options_; }
  c10::intrusive_ptr<c10d::Backend> split(const c10::intrusive_ptr<c10d::Store>& store,
                                          const std::vector<int>& ranks,
                                          const c10::intrusive_ptr<Options>& options) override;
#endif

  void set_default_timeout(Milliseconds timeout) { options_->timeout = timeout; }
  // Added to the next operation's timeout.
  void add_ephemeral_timeout(Milliseconds timeout);
  bool verify_work_timeout(const WorkHandle& work, Milliseconds timeout) const;
  std::int64_t uid() const { return uid_; }

 private:
  // The calls since startCoalescing; endCoalescing makes them one.
  struct Coalesced {
    std::vector<Call> calls;
    std::vector<c10::intrusive_ptr<CoalescedWork>> works;
  };

  WorkHandle run(Call call);
  WorkPtr start(const Call& call, const std::shared_ptr<Lane>& lane);
  void launch(const Call& call, Lane& lane);
  WorkPtr make_work(const Call& call, const std::shared_ptr<Lane>& lane);
  void hold(const Call& call, Operation& operation, const Lane& lane) const;
  WorkHandle add_to_coalesced(const Call& call);
  bool coalescing() const;
  Milliseconds timeout_of(Milliseconds asked);
  void check_usable() const;

  std::shared_ptr<Lane> lane_of(const Call& call, bool batch);
  void check_device(int device) const;
  std::shared_ptr<Lane> lane_of_device(int device);
  std::shared_ptr<Lane> lane_of_pair(int device, int peer);
  std::shared_ptr<Lane> find_lane(const std::string& name);
  std::shared_ptr<Lane> add_lane(const std::string& name, std::shared_ptr<Lane> lane);
  std::shared_ptr<Lane> make_lane(const std::string& key, const LanePlan& plan);
  std::shared_ptr<Lane> split_lane(const LanePlan& plan);
  LanePlan plan_of(int device) const;
  std::vector<std::shared_ptr<Lane>> lanes();
  void handle_failure(Operation& operation);
  void end_lanes(const std::string& why);

  const c10::intrusive_ptr<c10d::Store> store_;
  const GroupOptionsPtr options_;
  const GroupSettings settings_;
  const std::int64_t uid_;
  Watchdog watchdog_;
  std::mutex making_mutex_;  // one communicator is made at a time
  std::mutex lanes_mutex_;   // of the table alone
  std::map<std::string, std::shared_ptr<Lane>> lanes_;
  std::atomic<int> first_device_{-1};                 // that was used
  std::map<std::string, int> lanes_made_;             // of devices (empty name), and of each pair
  std::atomic<std::thread::id> coalescing_thread_{};  // that called startCoalescing
  Coalesced coalesced_;                               // that thread's alone
  std::mutex starting_;  // operations of several threads come one after the other
  std::atomic<std::uint64_t> operations_{0};
  std::atomic<std::uint64_t> splits_{0};
  std::atomic<std::int64_t> extra_timeout_{0};
  std::atomic<c10d::ErrorType> error_{c10d::ErrorType::SUCCESS};
  mutable std::mutex gone_mutex_;
  std::string gone_;  // why it cannot be used any more
};

// The groups of this process stop their threads; at the interpreter's end.
void stop_all_groups();

}  // namespace musasim::distributed
