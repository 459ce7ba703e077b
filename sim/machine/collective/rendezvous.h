// The ranks of a communicator find each other here: a unique id names a socket of the process that
// made it, and that process hands out the communicator's shared memory there. The same socket gives
// the files of a process' device memory to its peers.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "machine/collective/segment.h"
#include "machine/export.h"
#include "mccl.h"

namespace musasim::collective {

MUSASIM_API mcclResult_t get_unique_id(mcclUniqueId* id);

// The shared memory that the id names, mapped once in a process however many of its ranks ask.
mcclResult_t open_segment(const mcclUniqueId& id, int ranks, std::shared_ptr<Segment>* segment);

// Name of this process' socket; starts serving. Empty when it cannot.
std::string service_name();

// A duplicate of the file of a device memory of the process behind that socket; -1 on failure.
int open_remote_memory(const std::string& service, int memory);

// Calls `beat` every now and then from the service's thread until the returned object is dropped.
std::shared_ptr<void> keep_beating(std::function<void()> beat);

}  // namespace musasim::collective
