// The executable graph itself, for exec.cpp and exec_update.cpp.
#pragma once

#include <map>
#include <memory>
#include <mutex>

#include "machine/graph/plan.h"
#include "machine/stream/timeline.h"

namespace musasim {

class GraphExec {
 public:
  GraphExec(std::shared_ptr<const Plan> first, unsigned long long its_flags,
            std::map<std::shared_ptr<UserObject>, unsigned> kept);
  ~GraphExec();
  GraphExec(const GraphExec&) = delete;
  GraphExec& operator=(const GraphExec&) = delete;

  const unsigned long long flags;
  std::mutex mutex;  // guards the rest; taken before graph_mutex()
  std::shared_ptr<const Plan> plan;
  Dependency last_launch;  // launches run one after the other

 private:
  const std::map<std::shared_ptr<UserObject>, unsigned> objects_;
};

// Copies keep the kinds of memory that they join, and their devices.
bool same_memory(const Operation& old, const Operation& fresh);

// Empty for a dead handle.
std::shared_ptr<GraphExec> find_exec(musaGraphExec_t exec) noexcept;

}  // namespace musasim
