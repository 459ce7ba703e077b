// The memory that the code of a kernel may touch, for those who check it access by access.
#pragma once

#include <cstddef>

#include "machine/export.h"
#include "machine/memory/allocation.h"
#include "machine/memory/pieces.h"

namespace musasim {

enum class Reach {
  kInside,   // of one live allocation
  kOutside,  // of all, but where the machine hands memory out
  kForeign   // no memory of the machine's
};

// The reach of the bytes from `pointer` on for a launch of that moment. The
// allocation is that of the first one, if it has one; or the piece of it that a cache handed out, or what is known of it.
MUSASIM_API Reach reach_of(const void* pointer, std::size_t bytes, pieces::Moment moment,
                           Allocation* allocation);

}  // namespace musasim
