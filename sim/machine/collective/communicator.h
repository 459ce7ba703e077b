// A communicator: what an mcclComm_t stands for.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <set>

#include "machine/collective/clique.h"
#include "machine/collective/task.h"
#include "machine/collective/turns.h"
#include "mccl.h"

namespace musasim::collective {

// Settings that a caller may give; MCCL_CONFIG_UNDEF_INT is the default.
struct CommunicatorSettings {
  bool blocking = true;
};
mcclResult_t read_settings(const mcclConfig_t* config, CommunicatorSettings* settings);

// An operator that a rank created.
struct CreatedOperator {
  mcclDataType_t type;
  Scalar scalar;
  const void* device_scalar;  // or where to read it
};

class Communicator : public std::enable_shared_from_this<Communicator> {
 public:
  Communicator(int ranks, int rank, int device, CommunicatorSettings settings);

  int ranks() const { return clique_.ranks(); }
  int rank() const { return clique_.rank(); }
  int device() const { return device_; }
  const CommunicatorSettings& settings() const { return settings_; }
  mcclComm_t handle() { return reinterpret_cast<mcclComm_t>(this); }

  // mcclSuccess, mcclInProgress while something goes on in the background, or what went wrong.
  mcclResult_t state() const;
  // Something goes on in the background until settle() tells how it ended.
  void begin_background() { busy_.store(true); }
  void settle(mcclResult_t result);

  void place(int ranks, int rank) { clique_.place(ranks, rank); }
  mcclResult_t join(const mcclUniqueId& id);
  // Sorts this rank into the part of its color. `id` names the new communicator.
  struct Part {
    int ranks = 0;
    int rank = -1;
    mcclUniqueId id{};
  };
  mcclResult_t split(int color, int key, Part* part);

  // Puts the batch on the stream.
  mcclResult_t launch(const std::shared_ptr<const Batch>& batch, musaStream_t stream);
  // The same on several streams: it runs after what all of them hold, and all go on after it.
  mcclResult_t launch_joined(const std::shared_ptr<const Batch>& batch,
                             const std::vector<musaStream_t>& streams);

  // Waits for what was launched.
  void drain() { turns_->drain(); }
  // Stops all of it. Running operations have ended when this returns.
  void abort();
  // No more operations: replays of graphs that hold some do nothing.
  void leave();

  std::atomic<bool> finalized{false};

  mcclRedOp_t add_operator(const CreatedOperator& op);
  bool find_operator(int number, CreatedOperator* op) const;
  bool remove_operator(int number);

  void* add_registration();
  bool remove_registration(void* handle);

 private:
  void run(const Batch& batch, Turns::Turn* turn);
  mcclResult_t run_tasks(const Batch& batch);
  mcclResult_t ask_faults();

  const int device_;
  const CommunicatorSettings settings_;
  Clique clique_;
  void set_error(mcclResult_t error);

  std::atomic<mcclResult_t> error_{mcclSuccess};  // the first one stays
  std::atomic<bool> busy_{false};
  std::atomic<bool> left_{false};
  std::shared_ptr<Turns> turns_ = std::make_shared<Turns>();
  std::mutex launching_;  // turns are taken in the order of launches
  std::mutex running_;    // one operation at a time; replays of graphs take no turn
  mutable std::mutex tables_mutex_;
  std::map<int, CreatedOperator> operators_;
  std::set<void*> registrations_;
};

using CommunicatorPtr = std::shared_ptr<Communicator>;

// The live handles.
void add_communicator(const CommunicatorPtr& communicator);
CommunicatorPtr find_communicator(mcclComm_t handle) noexcept;
CommunicatorPtr remove_communicator(mcclComm_t handle) noexcept;

}  // namespace musasim::collective
