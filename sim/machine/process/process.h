// Other processes, for everything that is shared with them: who they are, whether they still live.
#pragma once

#include <cstdint>
#include <memory>

#include "machine/export.h"

namespace musasim::processes {

// The same pid with another start time is another process.
struct ProcessId {
  std::int32_t pid = 0;
  std::uint32_t reserved = 0;
  std::uint64_t start_time = 0;     // as start_time() gives it
  std::uint64_t pid_namespace = 0;  // pids mean nothing across these
  bool operator==(const ProcessId& other) const {
    return pid == other.pid && start_time == other.start_time &&
           pid_namespace == other.pid_namespace;
  }
};

// When the process started, in clock ticks after the machine plus one; 0 when there is no such process,
// or only its remains that nobody has waited for.
MUSASIM_API std::uint64_t start_time(std::int32_t pid) noexcept;

ProcessId this_process();

// Whether another process lives. Zombies are dead.
class ProcessWatch {
 public:
  explicit ProcessWatch(const ProcessId& id);
  ~ProcessWatch();
  ProcessWatch(const ProcessWatch&) = delete;
  ProcessWatch& operator=(const ProcessWatch&) = delete;
  bool alive() const;

 private:
  ProcessId id_;
  int pidfd_ = -1;  // -1 on kernels without pidfds: then the start time is compared
};

// One watch a process, shared by all communicators.
std::shared_ptr<ProcessWatch> watch_process(const ProcessId& id);

}  // namespace musasim::processes
