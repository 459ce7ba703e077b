// The meaning of stream 0 for the calling thread right now: CUDA's legacy stream, or, inside the
// functions with _ptds and _ptsz in their names, the thread's own default stream.
#pragma once

#include "machine/export.h"

namespace musasim {

class MUSASIM_API PerThreadDefaultStream {
 public:
  PerThreadDefaultStream() noexcept;
  ~PerThreadDefaultStream();
  PerThreadDefaultStream(const PerThreadDefaultStream&) = delete;
  PerThreadDefaultStream& operator=(const PerThreadDefaultStream&) = delete;

 private:
  bool outer_;
};

// Stream 0 is the calling thread's own stream.
MUSASIM_API bool default_stream_is_per_thread() noexcept;

}  // namespace musasim
