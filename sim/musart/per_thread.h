// The variants of functions for which stream 0 is the calling thread's own stream: each calls the
// plain function while that holds.
#pragma once

#include "machine/device/default_stream.h"
#include "musart/api.h"

namespace musasim {

template <class... Parameters, class... Arguments>
musaError_t on_own_stream(const char* name, musaError_t (*function)(Parameters...),
                          Arguments... arguments) noexcept {
  const ApiCall call(name);
  const PerThreadDefaultStream scope;
  return function(arguments...);
}

}  // namespace musasim
