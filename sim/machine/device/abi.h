// The frame of a function that C calls: no exception gets out, out parameters may be null.
#pragma once

#include <new>
#include <utility>

#include "driver_types.h"

namespace musasim {

template <class Body>
musaError_t guarded(Body&& body) noexcept {
  try {
    return std::forward<Body>(body)();
  } catch (const std::bad_alloc&) {
    return musaErrorMemoryAllocation;
  } catch (...) {
    return musaErrorUnknown;
  }
}

// musaErrorInvalidValue when there is nowhere to write to.
template <class To, class From>
musaError_t store(To* out, From value) {
  if (out == nullptr) {
    return musaErrorInvalidValue;
  }
  *out = static_cast<To>(value);
  return musaSuccess;
}

}  // namespace musasim
