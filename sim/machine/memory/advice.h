// What was advised for managed memory, and where it was prefetched to; by address.
#pragma once

#include <cstddef>
#include <set>

#include "driver_types.h"
#include "machine/export.h"
#include "machine/memory/allocation.h"

namespace musasim::advice {

constexpr int kNowhere = -2;  // musaInvalidDeviceId

struct Advice {
  bool read_mostly = false;
  int preferred = kNowhere;
  int prefetched = kNowhere;
  std::set<int> accessed_by;
};

// apply(advice, argument) for each piece of the range, which lies in the allocation.
MUSASIM_API void change(const Allocation& what, const void* pointer, std::size_t bytes,
                        void (*apply)(Advice&, int), int argument);
// What holds for the whole range: properties in which its pieces differ are as if never advised.
MUSASIM_API Advice common(const Allocation& what, const void* pointer, std::size_t bytes);
MUSASIM_API void forget(const Allocation& what) noexcept;

}  // namespace musasim::advice
