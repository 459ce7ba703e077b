// The calls of a thread between mcclGroupStart and mcclGroupEnd.
#pragma once

#include <functional>
#include <vector>

#include "machine/collective/communicator.h"
#include "machine/collective/task.h"

namespace musasim::collective {

// A communicator in the making.
struct Job {
  CommunicatorPtr communicator;
  std::function<mcclResult_t()> work;
  mcclComm_t* handle = nullptr;  // set to null when a blocking one fails
  CommunicatorPtr parent;        // of a split; those of one parent run one after the other
};

// Runs the job now, or at the end of the thread's group. A non-blocking one goes on in the
// background: mcclInProgress.
mcclResult_t run_job(Job job);

// Remembers an error of a call inside of a group, for its end. Returns it.
mcclResult_t note_error(mcclResult_t result);

}  // namespace musasim::collective
