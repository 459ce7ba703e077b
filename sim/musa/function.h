// Functions as handles.
#pragma once

#include "machine/kernels/attributes.h"
#include "machine/kernels/registry.h"
#include "musa/api.h"

namespace musasim::driver {

// Calls `body` with the living function; musaErrorInvalidResourceHandle when it is none.
template <class Body>
musaError_t with_function(MUfunction handle, Body&& body) {
  Function* function = nullptr;
  const KernelPtr kernel = find_kernel(handle, current_device(), &function);
  return kernel ? std::forward<Body>(body)(*function) : musaErrorInvalidResourceHandle;
}

musaError_t function_attribute(const Function& function, MUfunction_attribute attribute,
                               int* value);
musaError_t prefer_cache(Function& function, MUfunc_cache config);

}  // namespace musasim::driver
