// Pieces of allocations that a cache hands out, such as the memory of a tensor in a segment of PyTorch's
// allocator. Only the checks of kernels ask for them.
#pragma once

#include <cstddef>

#include "machine/export.h"
#include "machine/memory/allocation.h"
#include "machine/memory/registry.h"

namespace musasim::pieces {

// `size`: what was asked for. What the cache keeps for itself is no piece. `cache`: a name for reports, which stays.
MUSASIM_API void hand_out(const void* base, std::size_t size, const char* cache);
MUSASIM_API void take_back(const void* base);

// A launch may use what was handed out before it and not taken back before it, whenever it runs: streams put
// the cache's memory in order. 0: nobody knows, as for the launches of a graph.
using Moment = registry::Moment;
MUSASIM_API Moment now() noexcept;

// The moment of the launch that the calling thread runs.
MUSASIM_API Moment of_launch() noexcept;
class OfLaunch {
 public:
  explicit OfLaunch(Moment moment) noexcept;
  ~OfLaunch();
  OfLaunch(const OfLaunch&) = delete;
  OfLaunch& operator=(const OfLaunch&) = delete;

 private:
  const Moment outer_;
};

enum class Place {
  kNoPieces,  // no cache handed out anything of the allocation, or nobody knows the moment
  kInside,    // of one piece
  kOutside,   // of all
  kUnknown    // of one that has another user by now
};
// The bytes from `pointer` on, which lie in that allocation; *piece is the one.
MUSASIM_API Place find(const Allocation& around, const void* pointer, std::size_t bytes,
                       Moment moment, Allocation* piece);

// The piece around the address or, failing that, the last one that was there, or the nearest below.
MUSASIM_API registry::Record near(const void* pointer);

}  // namespace musasim::pieces
