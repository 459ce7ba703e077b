// The current device.
#include "runtime/current_device.h"

#include "musa_runtime_api.h"

namespace musasim {

int exchange_device(int index) noexcept {
  const int previous = current_device();
  if (index != previous && is_device(index)) {
    musaSetDevice(index);
  }
  return previous;
}

bool has_context(int index) noexcept { return is_device(index) && device_state(index).has_context; }

}  // namespace musasim
