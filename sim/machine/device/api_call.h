// One call of a public function, from any of the libraries: its name for reports, its count for
// faults, and the conditions under which every call fails.
#pragma once

#include <cstdint>

#include "driver_types.h"
#include "machine/export.h"

namespace musasim {

// Lives on the stack for the time of the call. Nested calls (a library that uses the runtime) keep
// the name of the outermost one.
class MUSASIM_API ApiCall {
 public:
  explicit ApiCall(const char* function) noexcept;
  ~ApiCall();
  ApiCall(const ApiCall&) = delete;
  ApiCall& operator=(const ApiCall&) = delete;

  // musaSuccess, or the error that every call on the current device gives now: no device at all, a
  // forked child, a device that is lost or broken. Functions that only ask (error strings, device
  // counts, versions) do not need it. `makes_context`: the call makes the device's context if there
  // is none yet, as those of the runtime do.
  musaError_t usable(bool makes_context = true) const noexcept;

 private:
  const char* outer_;
};

// Name of the public function that the calling thread is in, and its number in this process (from
// 1); "" and 0 outside of one, for example on a stream's worker.
MUSASIM_API const char* current_call() noexcept;
MUSASIM_API std::uint64_t current_call_number() noexcept;
// The number of the latest call of this process; 0 before the first.
MUSASIM_API std::uint64_t call_count() noexcept;

}  // namespace musasim
