// The calling thread's public function, and what makes all of them fail.
#include "machine/device/api_call.h"

#include <atomic>

#include "machine/context/context.h"
#include "machine/device/simulated_gpus.h"
#include "machine/faults/faults.h"
#include "machine/stream/stream.h"

namespace musasim {

namespace {

thread_local const char* t_function = "";
thread_local std::uint64_t t_number = 0;
std::atomic<std::uint64_t> g_calls{0};

}  // namespace

ApiCall::ApiCall(const char* function) noexcept : outer_(t_function) {
  if (*outer_ == '\0') {
    t_function = function;
    t_number = g_calls.fetch_add(1, std::memory_order_relaxed) + 1;
  }
}

ApiCall::~ApiCall() {
  if (*outer_ == '\0') {
    t_function = "";
    t_number = 0;
  }
}

musaError_t ApiCall::usable(bool makes_context) const noexcept {
  if (in_host_function()) {
    return musaErrorNotPermitted;
  }
  const int device = current_device();
  if (device >= device_count()) {
    return musaErrorNoDevice;
  }
  if (in_bad_fork()) {
    return musaErrorInitializationError;
  }
  if (const musaError_t dead = check_current_context(); dead != musaSuccess) {
    return dead;
  }
  if (makes_context) {
    mark_used(device);
  }
  if (*outer_ == '\0') {
    faults::on_call(device);
  }
  return static_cast<musaError_t>(device_state(device).sticky.load(std::memory_order_acquire));
}

const char* current_call() noexcept { return t_function; }

std::uint64_t current_call_number() noexcept { return t_number; }

std::uint64_t call_count() noexcept { return g_calls.load(std::memory_order_relaxed); }

}  // namespace musasim
