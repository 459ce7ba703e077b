// The memory that the code of a kernel may touch, for those who check it access by access.
#pragma once

#include <cstddef>

#include "machine/export.h"
#include "machine/memory/allocation.h"

namespace musasim {

enum class Reach {
  kInside,   // of one live allocation
  kOutside,  // of all, but where the machine hands memory out
  kForeign   // no memory of the machine's
};

// The reach of the bytes from `pointer` on. The allocation is that of the first one, if it has one.
MUSASIM_API Reach reach_of(const void* pointer, std::size_t bytes, Allocation* allocation) noexcept;

}  // namespace musasim
