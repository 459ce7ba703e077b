// Functions that hear of a device without memory.
#include "machine/device/async_notification.h"

#include "musart/api.h"

using namespace musasim;

musaError_t musaDeviceRegisterAsyncNotification(int device, musaAsyncCallback callbackFunc,
                                                void* userData,
                                                musaAsyncCallbackHandle_t* callback) {
  return ask(__func__,
             [&] { return register_notification(device, callbackFunc, userData, callback); });
}

musaError_t musaDeviceUnregisterAsyncNotification(int device, musaAsyncCallbackHandle_t callback) {
  return ask(__func__, [&] { return unregister_notification(device, callback); });
}
