// Memory and events of other processes.
#include "machine/memory/ipc.h"

#include "machine/stream/event.h"
#include "musa/api.h"

namespace d = musasim::driver;

MUresult muIpcGetMemHandle(MUipcMemHandle* pHandle, MUdeviceptr dptr) {
  return d::in_context(__func__, [&] {
    if (pHandle == nullptr) {
      return musaErrorInvalidValue;
    }
    musaIpcMemHandle_t handle{};
    const musaError_t error = musasim::ipc::get_handle(d::pointer(dptr), &handle);
    return error != musaSuccess ? error : d::store(pHandle, d::as<MUipcMemHandle>(handle));
  });
}

MUresult muIpcOpenMemHandle(MUdeviceptr* pdptr, MUipcMemHandle handle, unsigned int Flags) {
  return d::in_context(__func__, [&] {
    if (pdptr == nullptr) {
      return musaErrorInvalidValue;
    }
    void* pointer = nullptr;
    const musaError_t error =
        musasim::ipc::open_handle(d::as<musaIpcMemHandle_t>(handle), Flags, &pointer);
    return error != musaSuccess ? error : d::store(pdptr, d::address(pointer));
  });
}

MUresult muIpcCloseMemHandle(MUdeviceptr dptr) {
  return d::in_context(__func__, [&] { return musasim::ipc::close_handle(d::pointer(dptr)); });
}

MUresult muIpcGetEventHandle(MUipcEventHandle* pHandle, MUevent event) {
  return d::in_context(__func__, [&] {
    if (pHandle == nullptr) {
      return musaErrorInvalidValue;
    }
    musaIpcEventHandle_t handle{};
    const musaError_t error = musasim::export_event(&handle, event);
    return error != musaSuccess ? error : d::store(pHandle, d::as<MUipcEventHandle>(handle));
  });
}

MUresult muIpcOpenEventHandle(MUevent* phEvent, MUipcEventHandle handle) {
  return d::in_context(
      __func__, [&] { return musasim::open_event(phEvent, d::as<musaIpcEventHandle_t>(handle)); });
}
