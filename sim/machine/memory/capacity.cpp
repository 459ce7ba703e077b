// A counter for each device.
#include "machine/memory/capacity.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <limits>
#include <mutex>

#include "machine/device/async_notification.h"
#include "machine/device/properties.h"
#include "machine/device/simulated_gpus.h"
#include "machine/settings/host_memory.h"
#include "machine/settings/inventory.h"

namespace musasim::capacity {

namespace {

std::array<std::atomic<std::size_t>, kMaxDevices> g_used{};

// The memory that the host had left for a device at the first allocation; no limit where the user has chosen
// the size of the devices.
std::size_t part_of_host() {
  const std::size_t free = settings().memory_is_chosen ? 0 : free_host_memory();
  if (free == 0) return std::numeric_limits<std::size_t>::max();
  return free / std::max(settings().visible.size(), std::size_t{1});
}

// Said once, on stderr: a program that takes half of it, as a server does at its start, is likely to use it.
void warn_of_large_share(std::size_t taken) {
  static const std::size_t part = part_of_host();
  static std::once_flag said;
  if (taken <= part / 2) return;
  std::call_once(said, [taken] {
    constexpr double kGibibyte = 1 << 30;
    std::fprintf(
        stderr,
        "musasim: this program takes %.1f GiB of a simulated device of %.1f GiB, and this "
        "host has %.1f GiB left for each device; a program that fills more is killed. "
        "MUSASIM_MEMORY=auto fits the devices to the host, MUSASIM_MEMORY=2G sets a size\n",
        static_cast<double>(taken) / kGibibyte, static_cast<double>(settings().memory) / kGibibyte,
        static_cast<double>(part) / kGibibyte);
  });
}

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
  warn_of_large_share(before + bytes);
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

std::size_t musasim::used_by_this_process(int physical) noexcept {
  for (int index = 0; devices_are_counted() && index < device_count(); ++index) {
    if (physical_index(index) == physical) {
      return capacity::total_bytes(index) - capacity::free_bytes(index);
    }
  }
  return 0;
}
