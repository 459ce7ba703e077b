// The environment variables of the process group.
#pragma once

namespace musasim::distributed {

// The watchdog's answer when an operation fails or takes too long.
enum class ErrorHandling {
  kNone = 0,         // only the work object tells
  kTearDown = 1,     // abort the communicators and end the process
  kCleanUpOnly = 2,  // abort the communicators
  kSkipCleanUp = 3,  // end the process
};

struct GroupSettings {
  ErrorHandling error_handling;
  bool blocking_wait;         // Work.wait() waits in the host
  bool high_priority;         // streams of high priority
  bool avoid_record_streams;  // keep the tensors instead, until Work.wait()
  bool timing;                // works know their duration
  bool check_for_nans;        // of what is sent
};

// Read again for each process group.
GroupSettings read_group_settings();

}  // namespace musasim::distributed
