// Variables of modules: copies to and from them, where they are.
#include "machine/kernels/registry.h"
#include "machine/memory/copy.h"
#include "machine/stream/stream.h"
#include "musart/api.h"
#include "musart/memcpy.h"

using namespace musasim;

namespace {

// Address of the bytes in the variable, on the stream's device.
musaError_t locate(const void* symbol, std::size_t bytes, std::size_t offset, musaStream_t stream,
                   char** address) {
  const int device = stream_device(stream);
  if (device < 0) {
    return musaErrorInvalidResourceHandle;
  }
  Symbol found;
  if (const musaError_t error = find_symbol(symbol, device, &found); error != musaSuccess) {
    return error;
  }
  if (offset > found.size || bytes > found.size - offset) {
    return musaErrorInvalidValue;
  }
  *address = static_cast<char*>(found.address) + offset;
  return musaSuccess;
}

}  // namespace

namespace musasim {

musaError_t copy_to_symbol(const void* symbol, const void* from, std::size_t bytes,
                           std::size_t offset, musaMemcpyKind kind, musaStream_t stream,
                           bool wait) {
  if (kind != musaMemcpyHostToDevice && kind != musaMemcpyDeviceToDevice &&
      kind != musaMemcpyDefault) {
    return musaErrorInvalidMemcpyDirection;
  }
  char* to = nullptr;
  const musaError_t error = locate(symbol, bytes, offset, stream, &to);
  return error != musaSuccess ? error : copy_bytes(to, from, bytes, kind, stream, wait);
}

musaError_t copy_from_symbol(void* to, const void* symbol, std::size_t bytes, std::size_t offset,
                             musaMemcpyKind kind, musaStream_t stream, bool wait) {
  if (kind != musaMemcpyDeviceToHost && kind != musaMemcpyDeviceToDevice &&
      kind != musaMemcpyDefault) {
    return musaErrorInvalidMemcpyDirection;
  }
  char* from = nullptr;
  const musaError_t error = locate(symbol, bytes, offset, stream, &from);
  return error != musaSuccess ? error : copy_bytes(to, from, bytes, kind, stream, wait);
}

}  // namespace musasim

musaError_t musaMemcpyToSymbol(const void* symbol, const void* src, size_t count, size_t offset,
                               musaMemcpyKind kind) {
  return api(__func__,
             [&] { return copy_to_symbol(symbol, src, count, offset, kind, nullptr, true); });
}

musaError_t musaMemcpyToSymbolAsync(const void* symbol, const void* src, size_t count,
                                    size_t offset, musaMemcpyKind kind, musaStream_t stream) {
  return api(__func__,
             [&] { return copy_to_symbol(symbol, src, count, offset, kind, stream, false); });
}

musaError_t musaMemcpyFromSymbol(void* dst, const void* symbol, size_t count, size_t offset,
                                 musaMemcpyKind kind) {
  return api(__func__,
             [&] { return copy_from_symbol(dst, symbol, count, offset, kind, nullptr, true); });
}

musaError_t musaMemcpyFromSymbolAsync(void* dst, const void* symbol, size_t count, size_t offset,
                                      musaMemcpyKind kind, musaStream_t stream) {
  return api(__func__,
             [&] { return copy_from_symbol(dst, symbol, count, offset, kind, stream, false); });
}

musaError_t musaGetSymbolAddress(void** devPtr, const void* symbol) {
  return api(__func__, [&] {
    Symbol found;
    const musaError_t error = find_symbol(symbol, current_device(), &found);
    return error != musaSuccess ? error : store(devPtr, found.address);
  });
}

musaError_t musaGetSymbolSize(size_t* size, const void* symbol) {
  return api(__func__, [&] {
    Symbol found;
    const musaError_t error = find_symbol(symbol, current_device(), &found);
    return error != musaSuccess ? error : store(size, found.size);
  });
}
