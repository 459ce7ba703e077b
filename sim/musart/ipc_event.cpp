// Events that other processes open.
#include "machine/stream/event.h"
#include "musart/api.h"

using namespace musasim;

musaError_t musaIpcGetEventHandle(musaIpcEventHandle_t* handle, musaEvent_t event) {
  return api(__func__, [&] { return export_event(handle, event); });
}

musaError_t musaIpcOpenEventHandle(musaEvent_t* event, musaIpcEventHandle_t handle) {
  return api(__func__, [&] { return open_event(event, handle); });
}
