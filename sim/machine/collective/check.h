// Finds what is wrong with a call before anything runs.
#pragma once

#include "machine/collective/communicator.h"
#include "machine/collective/task.h"

namespace musasim::collective {

// The live communicator of the handle; mcclInvalidArgument for null and dead ones.
mcclResult_t find(mcclComm_t handle, CommunicatorPtr* communicator);
// The same, and it is in no error and not busy in the background.
mcclResult_t find_ready(mcclComm_t handle, CommunicatorPtr* communicator);

// Checks type, operator, root or peer, and the buffers; puts a created operator's scalar in.
mcclResult_t check_task(const Communicator& communicator, Task* task);
// The buffer is memory that the communicator's device can use.
mcclResult_t check_buffer(const Communicator& communicator, const void* pointer, std::size_t bytes,
                          const char* what);

}  // namespace musasim::collective
