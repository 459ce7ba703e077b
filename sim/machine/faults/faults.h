// Faults on demand: rules from MUSASIM_FAULTS or musasimSetFaults(), asked at the places where the
// platform could fail. Deterministic: rules count events, nothing is random. The grammar is in
// include/musasim/faults.h.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

#include "driver_types.h"
#include "machine/export.h"

namespace musasim::faults {

// The result of the next allocation of `bytes` on the device: musaSuccess or the fault's error.
MUSASIM_API musaError_t on_allocation(int device, std::size_t bytes) noexcept;

// The result of the kernel's launch when it comes to run, on the stream's worker.
MUSASIM_API musaError_t on_kernel(int device, const char* name) noexcept;

struct CopyFault {
  musaError_t error = musaSuccess;
  std::chrono::milliseconds delay{0};
};
// The result of a copy when it comes to run; `delay` is slept first.
MUSASIM_API CopyFault on_copy(int device, musaMemcpyKind kind, std::size_t bytes) noexcept;

struct RankFault {
  bool dropped = false;  // the rank never takes part again: no message, no heartbeat
  std::chrono::milliseconds delay{0};
};
// The fault of the rank at its next collective or point-to-point operation.
MUSASIM_API RankFault on_collective(int rank) noexcept;

// The result of instantiating a graph where so many executable graphs live.
MUSASIM_API musaError_t on_instantiation(std::size_t live) noexcept;

// Counts a public call on the device; may break it (device_lost). Called by ApiCall.
MUSASIM_API void on_call(int device) noexcept;

// Replaces all rules; "" is none. The message of what is wrong in it, "" when nothing is (and then
// only are they replaced).
MUSASIM_API std::string set_rules(const std::string& text);

}  // namespace musasim::faults
