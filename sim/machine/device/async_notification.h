// Functions of the program that hear of a device without memory for what was asked of it.
#pragma once

#include <cstddef>

#include "driver_types.h"
#include "machine/export.h"

namespace musasim {

// musaErrorNotPermitted in such a function, for both.
MUSASIM_API musaError_t register_notification(int device, musaAsyncCallback function, void* data,
                                              musaAsyncCallbackHandle_t* handle);
// Once it returns, the function is not running and will not be called any more.
MUSASIM_API musaError_t unregister_notification(int device, musaAsyncCallbackHandle_t handle);

// An allocation fails for want of so many bytes. Calls the functions in this thread.
void notify_over_budget(int device, std::size_t missing) noexcept;

}  // namespace musasim
