// Copies and fills: what they are, whether they are allowed, and doing them.
#pragma once

#include <cstddef>
#include <functional>

#include "driver_types.h"
#include "machine/export.h"
#include "machine/stream/operation.h"

namespace musasim {

// One side of a copy. Row y of plane z starts at pointer + y * pitch + z * plane.
struct CopySide {
  void* pointer = nullptr;
  std::size_t pitch = 0;
  std::size_t plane = 0;
};

struct Copy {
  CopySide to;
  CopySide from;
  std::size_t width = 0;  // bytes
  std::size_t height = 1;
  std::size_t depth = 1;
  musaMemcpyKind kind = musaMemcpyDefault;

  std::size_t bytes() const noexcept { return width * height * depth; }
};

MUSASIM_API Copy linear_copy(void* to, const void* from, std::size_t bytes, musaMemcpyKind kind);
// Arrays are asked for their memory. Offsets in arrays count elements, elsewhere bytes.
MUSASIM_API musaError_t copy_of(const musaMemcpy3DParms& parms, Copy* copy);

// Direction, pitches, ends of allocations, devices that are broken. kDefault becomes the direction
// that the pointers have. In check mode what is wrong is also reported.
MUSASIM_API musaError_t check_copy(Copy* copy);
// Does it, after asking the fault rules (`device` is that of the stream). Anything but musaSuccess
// breaks the device.
MUSASIM_API musaError_t run_copy(const Copy& copy, int device) noexcept;

// The same as operation of a stream, for submit() and for graphs. Its params show the copy without
// arrays.
MUSASIM_API Operation copy_operation(const Copy& copy);

// A fill with 1, 2 or 4 bytes wide values.
struct Fill {
  CopySide to;
  unsigned value = 0;
  unsigned element = 1;
  std::size_t width = 0;  // bytes, a multiple of `element`
  std::size_t height = 1;
  std::size_t depth = 1;
};

MUSASIM_API musaError_t fill_of(const musaMemsetParams& parms, Fill* fill);
MUSASIM_API musaError_t check_fill(const Fill& fill);
MUSASIM_API Operation fill_operation(const Fill& fill);

// A copy or fill that is to run again (a graph's): whether its memory is still there. Other
// operations are fine.
musaError_t check_again(const Operation& operation);

// Runs a public copy or fill function: checks it, then runs it in the stream's order and
// waits (`wait`), or only submits it, with CUDA's rules for pageable memory.
MUSASIM_API musaError_t do_copy(Copy copy, musaStream_t stream, bool wait);
MUSASIM_API musaError_t do_fill(const Fill& fill, musaStream_t stream, bool wait);

}  // namespace musasim
