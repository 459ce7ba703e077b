// Copies to and from variables of the device, named by the variable itself.
#pragma once

#include "musa_runtime_api.h"
#include "musasim/cpp/address.h"

template <class T>
static inline musaError_t musaGetSymbolAddress(void** devPtr, const T& symbol) {
  return musaGetSymbolAddress(devPtr, musasim::symbol_address(symbol));
}

template <class T>
static inline musaError_t musaGetSymbolSize(size_t* size, const T& symbol) {
  return musaGetSymbolSize(size, musasim::symbol_address(symbol));
}

template <class T>
static inline musaError_t musaMemcpyToSymbol(const T& symbol, const void* src, size_t count,
                                             size_t offset = 0,
                                             musaMemcpyKind kind = musaMemcpyHostToDevice) {
  return musaMemcpyToSymbol(musasim::symbol_address(symbol), src, count, offset, kind);
}

template <class T>
static inline musaError_t musaMemcpyToSymbolAsync(const T& symbol, const void* src, size_t count,
                                                  size_t offset = 0,
                                                  musaMemcpyKind kind = musaMemcpyHostToDevice,
                                                  musaStream_t stream = 0) {
  return musaMemcpyToSymbolAsync(musasim::symbol_address(symbol), src, count, offset, kind, stream);
}

template <class T>
static inline musaError_t musaMemcpyFromSymbol(void* dst, const T& symbol, size_t count,
                                               size_t offset = 0,
                                               musaMemcpyKind kind = musaMemcpyDeviceToHost) {
  return musaMemcpyFromSymbol(dst, musasim::symbol_address(symbol), count, offset, kind);
}

template <class T>
static inline musaError_t musaMemcpyFromSymbolAsync(void* dst, const T& symbol, size_t count,
                                                    size_t offset = 0,
                                                    musaMemcpyKind kind = musaMemcpyDeviceToHost,
                                                    musaStream_t stream = 0) {
  return musaMemcpyFromSymbolAsync(dst, musasim::symbol_address(symbol), count, offset, kind,
                                   stream);
}
