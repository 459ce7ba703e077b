// The thread's last error.
#include "machine/device/last_error.h"

#include "machine/device/simulated_gpus.h"

namespace musasim {

namespace {

thread_local musaError_t t_last_error = musaSuccess;

}  // namespace

musaError_t record_error(musaError_t error) noexcept {
  if (error != musaSuccess) {
    t_last_error = error;
  }
  return error;
}

musaError_t peek_last_error() noexcept {
  const int sticky = device_state(current_device()).sticky.load(std::memory_order_acquire);
  return sticky != musaSuccess ? static_cast<musaError_t>(sticky) : t_last_error;
}

musaError_t take_last_error() noexcept {
  const musaError_t error = peek_last_error();
  t_last_error = musaSuccess;
  return error;
}

}  // namespace musasim
