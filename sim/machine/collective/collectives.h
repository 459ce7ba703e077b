// The collective operations, run by all ranks of a clique at the same time.
#pragma once

#include "machine/collective/clique.h"
#include "machine/collective/task.h"

namespace musasim::collective {

// Returns when this rank's buffers may be used again. kCancelled when it was told to stop.
mcclResult_t run_collective(Clique& clique, const Task& task);

// Runs sends and receives at the same time; those with one peer in their order.
mcclResult_t run_messages(Clique& clique, const std::vector<Task>& messages);

}  // namespace musasim::collective
