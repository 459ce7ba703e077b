// The meaning of stream 0.
#include "machine/device/default_stream.h"

namespace musasim {

namespace {

thread_local bool t_per_thread = false;

}  // namespace

PerThreadDefaultStream::PerThreadDefaultStream() noexcept : outer_(t_per_thread) {
  t_per_thread = true;
}

PerThreadDefaultStream::~PerThreadDefaultStream() { t_per_thread = outer_; }

bool default_stream_is_per_thread() noexcept { return t_per_thread; }

}  // namespace musasim
