// Peer access, one bit a pair.
#include "machine/device/peers.h"

#include <atomic>
#include <cstdint>

#include "machine/device/simulated_gpus.h"

namespace musasim {

namespace {

static_assert(kMaxDevices <= 64, "one bit for each peer");
std::atomic<std::uint64_t> g_peers[kMaxDevices];

std::uint64_t bit(int peer) { return std::uint64_t{1} << peer; }

}  // namespace

bool can_access_peer(int device, int peer) noexcept { return device != peer; }

musaError_t enable_peer_access(int device, int peer) noexcept {
  if (device == peer) {
    return musaErrorInvalidDevice;
  }
  if (const musaError_t broken = what_broke(peer); broken != musaSuccess) {
    return broken;
  }
  const std::uint64_t before = g_peers[device].fetch_or(bit(peer));
  return (before & bit(peer)) != 0 ? musaErrorPeerAccessAlreadyEnabled : musaSuccess;
}

musaError_t disable_peer_access(int device, int peer) noexcept {
  const std::uint64_t before = g_peers[device].fetch_and(~bit(peer));
  return (before & bit(peer)) != 0 ? musaSuccess : musaErrorPeerAccessNotEnabled;
}

bool peer_access_enabled(int device, int peer) noexcept {
  return device == peer || (g_peers[device].load() & bit(peer)) != 0;
}

void reset_peers(int device) noexcept { g_peers[device] = 0; }

}  // namespace musasim
