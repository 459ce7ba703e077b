// Memory of other processes.
#include "machine/memory/ipc.h"
#include "musart/api.h"

using namespace musasim;

musaError_t musaIpcGetMemHandle(musaIpcMemHandle_t* handle, void* devPtr) {
  return api(__func__, [&] { return ipc::get_handle(devPtr, handle); });
}

musaError_t musaIpcOpenMemHandle(void** devPtr, musaIpcMemHandle_t handle, unsigned int flags) {
  return api(__func__, [&] { return ipc::open_handle(handle, flags, devPtr); });
}

musaError_t musaIpcCloseMemHandle(void* devPtr) {
  return api(__func__, [&] { return ipc::close_handle(devPtr); });
}
