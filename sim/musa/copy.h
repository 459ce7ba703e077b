// Copies and fills on a given stream.
#pragma once

#include <cstddef>

#include "machine/memory/copy.h"
#include "musa/api.h"

namespace musasim::driver {

inline musaError_t copy_bytes(void* to, const void* from, std::size_t bytes, musaMemcpyKind kind,
                              MUstream stream, bool wait) {
  return do_copy(linear_copy(to, from, bytes, kind), stream, wait);
}

// A copy between devices waits for the work of both.
musaError_t wait_for_devices(int first, int second);

// The runtime's form of a copy.
musaError_t box_of(const MUSA_MEMCPY3D& copy, musaMemcpy3DParms* parms);

}  // namespace musasim::driver
