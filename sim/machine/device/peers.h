// Devices that may use the memory of another one. This is bookkeeping only: what a program has
// enabled is told and checked by these functions, but memory of all devices lies in one address
// space, and work that uses a peer's memory without it runs.
#pragma once

#include "driver_types.h"
#include "machine/export.h"

namespace musasim {

// Both devices must be in range. All pairs of different devices can.
MUSASIM_API bool can_access_peer(int device, int peer) noexcept;
// musaErrorPeerAccessAlreadyEnabled, musaErrorInvalidDevice for a device and itself.
MUSASIM_API musaError_t enable_peer_access(int device, int peer) noexcept;
// musaErrorPeerAccessNotEnabled.
MUSASIM_API musaError_t disable_peer_access(int device, int peer) noexcept;
// A device and itself included.
MUSASIM_API bool peer_access_enabled(int device, int peer) noexcept;
// Forgets what the device had enabled; what others have with it stays.
MUSASIM_API void reset_peers(int device) noexcept;

}  // namespace musasim
