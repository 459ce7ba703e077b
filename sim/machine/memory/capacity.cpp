// A counter for each device.
#include "machine/memory/capacity.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <mutex>

#include "machine/device/async_notification.h"
#include "machine/device/device.h"
#include "machine/settings/host_memory.h"

namespace musasim::capacity {

namespace {

std::array<std::atomic<std::size_t>, kMaxDevices> g_used{};

void warn_of_little_host_memory() {
  constexpr double kGibibyte = 1 << 30;
  const std::size_t devices = settings().visible.size();
  const std::size_t free = free_host_memory();
  if (settings().memory_is_chosen || free == 0 ||
      settings().memory <= free / std::max(devices, std::size_t{1})) {
    return;
  }
  std::fprintf(
      stderr,
      "musasim: %zu simulated device(s) of %.1f GiB have more memory than the %.1f GiB that "
      "this host has left; a program that fills them is killed. MUSASIM_MEMORY=auto fits "
      "them to the host, MUSASIM_MEMORY=2G sets a size\n",
      devices, static_cast<double>(settings().memory) / kGibibyte,
      static_cast<double>(free) / kGibibyte);
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

void warn_once() {
  static std::once_flag said;
  std::call_once(said, warn_of_little_host_memory);
}

}  // namespace musasim::capacity
