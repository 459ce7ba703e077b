// Launches and attributes of kernels, given as function pointers.
#pragma once

#include "musa_runtime_api.h"
#include "musasim/cpp/address.h"

template <class T>
static inline musaError_t musaLaunchKernel(T* func, dim3 gridDim, dim3 blockDim, void** args,
                                           size_t sharedMem = 0, musaStream_t stream = 0) {
  return musaLaunchKernel(musasim::address(func), gridDim, blockDim, args, sharedMem, stream);
}

template <class T>
static inline musaError_t musaLaunchCooperativeKernel(T* func, dim3 gridDim, dim3 blockDim,
                                                      void** args, size_t sharedMem = 0,
                                                      musaStream_t stream = 0) {
  return musaLaunchCooperativeKernel(musasim::address(func), gridDim, blockDim, args, sharedMem,
                                     stream);
}

namespace musasim {

// `parameters` have the kernel's types by now, so their addresses are what the launch wants.
template <class... Parameters>
inline musaError_t launch_with(const musaLaunchConfig_t* config, const void* kernel,
                               Parameters... parameters) {
  void* addresses[] = {const_cast<char*>(&reinterpret_cast<const volatile char&>(parameters))...,
                       nullptr};
  return musaLaunchKernelExC(config, kernel, addresses);
}

}  // namespace musasim

// Converts the arguments to the kernel's parameter types first.
template <class... Parameters, class... Arguments>
static inline musaError_t musaLaunchKernelEx(const musaLaunchConfig_t* config,
                                             void (*kernel)(Parameters...),
                                             Arguments&&... arguments) {
  static_assert(sizeof...(Parameters) == sizeof...(Arguments),
                "musaLaunchKernelEx needs one argument for each parameter of the kernel");
  return musasim::launch_with<Parameters...>(config, musasim::address(kernel),
                                             static_cast<Arguments&&>(arguments)...);
}

template <class T>
static inline musaError_t musaFuncSetCacheConfig(T* func, musaFuncCache cacheConfig) {
  return musaFuncSetCacheConfig(musasim::address(func), cacheConfig);
}

template <class T>
static inline musaError_t musaFuncSetSharedMemConfig(T* func, musaSharedMemConfig config) {
  return musaFuncSetSharedMemConfig(musasim::address(func), config);
}

template <class T>
static inline musaError_t musaFuncGetAttributes(musaFuncAttributes* attr, T* entry) {
  return musaFuncGetAttributes(attr, musasim::address(entry));
}

template <class T>
static inline musaError_t musaFuncSetAttribute(T* entry, musaFuncAttribute attr, int value) {
  return musaFuncSetAttribute(musasim::address(entry), attr, value);
}

template <class T>
static inline musaError_t musaFuncGetName(const char** name, T* func) {
  return musaFuncGetName(name, musasim::address(func));
}

template <class T>
static inline musaError_t musaGetKernel(musaKernel_t* kernelPtr, T* entryFuncAddr) {
  return musaGetKernel(kernelPtr, musasim::address(entryFuncAddr));
}

template <class T>
static inline musaError_t musaGetFuncBySymbol(musaFunction_t* functionPtr, T* symbolPtr) {
  return musaGetFuncBySymbol(functionPtr, musasim::address(symbolPtr));
}
