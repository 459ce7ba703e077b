// The threads of the operating system that help to run grids.
#pragma once

#include "kernel_runtime/job.h"

namespace musasim::device {

// Runs the job's blocks on the calling thread and on up to `helpers` threads of the pool. All of them if
// `all`: threads are made when there are too few, because the blocks wait for each other.
void run_on_pool(Job& job, unsigned helpers, bool all);

// Processors that this process may use.
unsigned processors();

}  // namespace musasim::device
