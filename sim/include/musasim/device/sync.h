// The parts of all waiting of a kernel's threads for each other. Only for kernels that run as kFiber
// (musasim/device/kernel.h). Threads that have ended are not waited for.
#pragma once

#include "musasim/device/state.h"

namespace musasim::device {

// __syncthreads(), and with it: how many threads said yes, and how many there were.
struct Votes {
  unsigned yes;
  unsigned all;
};
MUSASIM_DEVICE_API void block_barrier();
MUSASIM_DEVICE_API Votes block_vote(bool yes);

// One of 16 barriers that `threads` threads of the block meet at, whichever they are: bar.sync id, n.
// The others are free to go on.
MUSASIM_DEVICE_API void named_barrier(unsigned id, unsigned threads);

// All threads of all blocks of a cooperative launch. Elsewhere it ends the kernel with an error.
MUSASIM_DEVICE_API void grid_barrier();

// Other threads go on first: for whoever waits for what another thread writes. May be called anywhere.
MUSASIM_DEVICE_API void yield();
// Others of the block go on as far as they can. What they have begun is done then, as it is where the lanes
// of a warp go in step.
MUSASIM_DEVICE_API void catch_up();
// The same where the program has a race: checks still report it.
MUSASIM_DEVICE_API void keep_pace();
// A step of waiting that costs next to nothing: yields once in a while.
MUSASIM_DEVICE_API void spin();

// Lanes of a warp, of which there are up to 128.
struct Lanes {
  unsigned segment[4];

  bool has(unsigned lane) const { return (segment[lane / 32] >> lane % 32 & 1) != 0; }
  void add(unsigned lane) { segment[lane / 32] |= 1U << lane % 32; }
  bool none() const { return (segment[0] | segment[1] | segment[2] | segment[3]) == 0; }
  unsigned count() const {
    unsigned sum = 0;
    for (const unsigned each : segment) {
      sum += static_cast<unsigned>(__builtin_popcount(each));
    }
    return sum;
  }
};

// The lanes of a 32-bit mask: all lanes of the warp when it is full; else lanes of the 32 among which the
// calling thread is.
MUSASIM_DEVICE_API Lanes lanes_of(unsigned mask);

// Called once for an operation, by the lane that arrives last. records[lane] is what that lane brought;
// only those of `lanes` are there.
using WarpFunction = void (*)(const Lanes& lanes, void* const* records);

// The lanes of `who` meet: each brings a record, `function` sees all of them and leaves each its result
// there. Lanes that do not come while nothing else in the block can go on are left out.
MUSASIM_DEVICE_API void warp_meet(const Lanes& who, WarpFunction function, void* record);
MUSASIM_DEVICE_API void warp_meet(unsigned mask, WarpFunction function, void* record);
// The lanes of the warp that come here at about the same time, the caller's among them; it says which.
MUSASIM_DEVICE_API Lanes warp_meet_active(WarpFunction function = nullptr, void* record = nullptr);

}  // namespace musasim::device
