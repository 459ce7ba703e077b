// Attributes of a stream, and what it says about itself.
#pragma once

#include <array>

#include "driver_types.h"
#include "machine/export.h"

namespace musasim {

struct StreamInfo {
  int device = -1;
  unsigned flags = 0;
  int priority = 0;
  unsigned long long id = 0;
  bool created = false;            // no default stream
  unsigned long long context = 0;  // that it goes with; 0: the primary one
};
// musaErrorInvalidResourceHandle for a dead handle.
MUSASIM_API musaError_t stream_info(musaStream_t stream, StreamInfo* info);

// The bytes of a musaStreamAttrValue.
using StreamAttribute = std::array<unsigned char, 64>;
// False: never set.
MUSASIM_API bool get_stream_attribute(musaStream_t stream, int attribute, StreamAttribute* value);
MUSASIM_API musaError_t set_stream_attribute(musaStream_t stream, int attribute,
                                             const StreamAttribute& value);
MUSASIM_API musaError_t copy_stream_attributes(musaStream_t to, musaStream_t from);

}  // namespace musasim
