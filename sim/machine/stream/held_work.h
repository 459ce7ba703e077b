// Work that streams hold, for a cache that gives memory away again when they are done with it.
#pragma once

#include <vector>

#include "machine/export.h"
#include "machine/stream/timeline.h"

namespace musasim {

class Stream;

// All that has to be done before memory that is freed now is free of the stream's
// work; empty when there is nothing. An operator that a thread runs in the stream's turn (InlineWork)
// is not in it: what that uses, its arguments keep.
MUSASIM_API std::vector<Dependency> held_work(const Stream& stream);
// The same for all streams of a device, destroyed ones included.
MUSASIM_API std::vector<Dependency> held_work(int device);

}  // namespace musasim
