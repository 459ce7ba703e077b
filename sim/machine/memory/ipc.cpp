// musaIpcMemHandle_t: a handle of the export table in 64 bytes.
#include "machine/memory/ipc.h"

#include <cstring>

#include "machine/memory/allocation.h"
#include "machine/memory/export_table.h"

namespace musasim::ipc {

static_assert(sizeof(exports::Handle) <= sizeof(musaIpcMemHandle_t), "a handle has 64 bytes");

musaError_t get_handle(void* pointer, musaIpcMemHandle_t* handle) {
  const Allocation what = find_allocation(pointer);
  if (handle == nullptr || what.kind != MemoryKind::kDevice) {
    return musaErrorInvalidValue;
  }
  exports::Handle exported{};
  const musaError_t error = exports::publish(what, exports::kMemoryMagic, &exported);
  if (error == musaSuccess) {
    std::memset(handle, 0, sizeof *handle);
    std::memcpy(handle, &exported, sizeof exported);
  }
  return error;
}

musaError_t open_handle(const musaIpcMemHandle_t& handle, unsigned flags, void** pointer) {
  // CUDA knows no other flags, and wants this one.
  if (pointer == nullptr || flags != musaIpcMemLazyEnablePeerAccess) {
    return musaErrorInvalidValue;
  }
  exports::Handle exported{};
  std::memcpy(&exported, &handle, sizeof exported);
  return exports::open(exported, exports::kMemoryMagic, pointer);
}

musaError_t close_handle(void* pointer) { return exports::close(pointer); }

}  // namespace musasim::ipc
