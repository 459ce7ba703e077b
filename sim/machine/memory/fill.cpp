// Fills (memset) as operations of streams.
#include <cstdint>
#include <cstring>

#include "machine/device/api_call.h"
#include "machine/memory/allocation.h"
#include "machine/memory/backing.h"
#include "machine/memory/copy.h"
#include "machine/memory/unwritten.h"
#include "machine/stream/stream.h"

namespace musasim {

namespace {

template <class T>
void fill_row(char* row, unsigned value, std::size_t width) {
  T* const first = reinterpret_cast<T*>(row);
  const T element = static_cast<T>(value);
  for (std::size_t i = 0; i < width / sizeof(T); ++i) {
    first[i] = element;
  }
}

void fill_bytes(const Fill& fill, char* row, std::size_t width) {
  switch (fill.element) {
    case 2: fill_row<std::uint16_t>(row, fill.value, width); break;
    case 4: fill_row<std::uint32_t>(row, fill.value, width); break;
    default: std::memset(row, static_cast<int>(fill.value & 0xff), width);
  }
}

void run_fill(const Fill& fill) {
  for (std::size_t z = 0; z < fill.depth; ++z) {
    for (std::size_t y = 0; y < fill.height; ++y) {
      char* row = static_cast<char*>(fill.to.pointer) + y * fill.to.pitch + z * fill.to.plane;
      fill_bytes(fill, backing(row), fill.width);
      unwritten::write(row, fill.width);
    }
  }
}

bool is_empty(const Fill& fill) { return fill.width == 0 || fill.height == 0 || fill.depth == 0; }

}  // namespace

musaError_t fill_of(const musaMemsetParams& parms, Fill* fill) {
  if (parms.elementSize != 1 && parms.elementSize != 2 && parms.elementSize != 4) {
    return musaErrorInvalidValue;
  }
  fill->to = {parms.dst, parms.pitch, parms.pitch * parms.height};
  fill->value = parms.value;
  fill->element = parms.elementSize;
  fill->width = parms.width * parms.elementSize;
  fill->height = parms.height;
  fill->depth = 1;
  return musaSuccess;
}

Operation fill_operation(const Fill& fill) {
  Operation operation;
  operation.kind = OperationKind::kMemset;
  operation.name = current_call();
  MemsetParams params;
  params.parms = {fill.to.pointer,           fill.to.pitch, fill.value, fill.element,
                  fill.width / fill.element, fill.height};
  operation.params = params;
  operation.run = [fill] {
    run_fill(fill);
    return musaSuccess;
  };
  return operation;
}

musaError_t do_fill(const Fill& fill, musaStream_t stream, bool wait) {
  if (wait) {
    if (const musaError_t error = check_not_capturing(); error != musaSuccess) {
      return error;
    }
  }
  if (const musaError_t error = check_fill(fill); error != musaSuccess) {
    return error;
  }
  if (is_empty(fill)) {
    return find_stream(stream) ? musaSuccess : musaErrorInvalidResourceHandle;
  }
  // The host waits only where it could see the memory, or where that costs nothing.
  const Allocation to = find_allocation(fill.to.pointer);
  const bool hidden = to.on_device() && to.device == stream_device(stream);
  const bool in_order = !wait || (hidden && query_stream(stream) == musaErrorNotReady);
  return in_order ? submit(stream, fill_operation(fill)) : run_now(stream, fill_operation(fill));
}

}  // namespace musasim
