// thrust::swap, advance and distance.
#pragma once

#include <iterator>
#include <utility>

#include "thrust/iterator/iterator_traits.h"

namespace thrust {
using std::advance;
using std::distance;
using std::next;
using std::prev;
using std::swap;
}  // namespace thrust
