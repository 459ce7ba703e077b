// Finding the kernel that a public function is about.
#pragma once

#include "machine/kernels/registry.h"
#include "musart/api.h"

namespace musasim {

// Calls body(Function&) for the kernel on the current device.
template <class Body>
musaError_t with_function(const void* symbol, Body&& body) {
  Function* function = nullptr;
  const KernelPtr kernel = find_kernel(symbol, current_device(), &function);
  if (!kernel || function == nullptr) {
    return musaErrorInvalidDeviceFunction;
  }
  return body(*function);
}

}  // namespace musasim
