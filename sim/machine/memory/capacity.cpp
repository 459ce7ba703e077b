// A counter for each device.
#include "machine/memory/capacity.h"

#include <array>
#include <atomic>

#include "machine/device/async_notification.h"
#include "machine/device/device.h"

namespace musasim::capacity {

namespace {

std::array<std::atomic<std::size_t>, kMaxDevices> g_used{};

std::atomic<std::size_t>& used(int device) { return g_used[static_cast<std::size_t>(device)]; }

}  // namespace

bool take(int device, std::size_t bytes) noexcept {
  const std::size_t total = total_bytes(device);
  std::size_t before = used(device).load(std::memory_order_relaxed);
  do {
    if (bytes > total - before) {
      return false;
    }
  } while (!used(device).compare_exchange_weak(before, before + bytes));
  return true;
}

void give_back(int device, std::size_t bytes) noexcept { used(device).fetch_sub(bytes); }

musaError_t refuse(int device, std::size_t bytes) noexcept {
  const std::size_t left = free_bytes(device);
  if (bytes > left) {
    notify_over_budget(device, bytes - left);
  }
  return musaErrorMemoryAllocation;
}

std::size_t free_bytes(int device) noexcept { return total_bytes(device) - used(device).load(); }

std::size_t total_bytes(int) noexcept { return settings().memory; }

}  // namespace musasim::capacity
