// Checks which streams take batches of copies.
#include "machine/memory/batch.h"

#include "machine/device/default_stream.h"
#include "machine/stream/stream.h"

namespace musasim {

bool takes_batches(musaStream_t stream) {
  const bool legacy =
      stream == legacy_handle() || (stream == nullptr && !default_stream_is_per_thread());
  return !legacy && find_stream(stream);
}

}  // namespace musasim
