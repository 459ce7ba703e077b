// Devices' memories in one process: ranges, reports, fractions, threads, forks.
#include "runtime/device_memory.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <thread>
#include <vector>

#include "runtime/device.h"
#include "runtime/pinned.h"
#include "testing/check.h"

using namespace musasim;

namespace {

constexpr std::size_t kMiB = std::size_t{1} << 20;

void each_device_has_its_own_range() {
  OutOfMemory report{};
  void* first = device_memory(0).allocate(1000, &report);
  void* second = device_memory(1).allocate(1000, &report);
  CHECK(device_of_pointer(first) == 0 && device_of_pointer(second) == 1);
  CHECK(device_memory(1).stats().allocated_bytes[kAll].current == 1024);
  free_device_pointer(first);
  free_device_pointer(second);
  free_device_pointer(nullptr);
  CHECK(device_memory(1).stats().allocated_bytes[kAll].current == 0);
}

void a_refusal_is_reported_with_numbers() {
  OutOfMemory report{};
  void* held = device_memory(0).allocate(40 * kMiB, &report);
  CHECK(device_memory(0).allocate(0, &report) == nullptr && report.requested == 0);
  CHECK(device_memory(0).allocate(30 * kMiB, &report) == nullptr);
  CHECK(report.requested == 30 * kMiB && report.capacity == 64 * kMiB);
  CHECK(report.allocated == 40 * kMiB && report.free == 24 * kMiB && report.cached == 0);
  free_device_pointer(held);
}

void a_fraction_lowers_the_limit() {
  OutOfMemory report{};
  device_memory(0).set_fraction(0.25);
  CHECK(device_memory(0).allocate(20 * kMiB, &report) == nullptr);
  CHECK(report.allowed == 16 * kMiB);
  device_memory(0).set_fraction(1.0);
  void* pointer = device_memory(0).allocate(20 * kMiB, &report);
  CHECK(pointer != nullptr);
  free_device_pointer(pointer);
}

void unused_memory_of_all_devices_is_released() {
  OutOfMemory report{};
  void* held = device_memory(0).allocate(kMiB, &report);
  free_device_pointer(device_memory(0).allocate(20 * kMiB, &report));
  free_device_pointer(device_memory(1).allocate(1000, &report));
  release_cached_memory();
  CHECK(device_memory(0).stats().reserved_bytes[kAll].current == 2 * kMiB);
  CHECK(device_memory(1).stats().reserved_bytes[kAll].current == 0);
  free_device_pointer(held);
}

void threads_can_share_a_device() {
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([] {
      OutOfMemory report{};
      CHECK(current_device() == 0);
      exchange_device(1);
      for (int step = 0; step < 2000; ++step) {
        void* pointer = device_memory(1).allocate(512 + static_cast<std::size_t>(step), &report);
        CHECK(pointer != nullptr);
        free_device_pointer(pointer);
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  CHECK(current_device() == 0);
  CHECK(device_memory(1).stats().allocation[kAll].current == 0);
}

void pinned_ranges_are_known() {
  auto* pinned = static_cast<char*>(allocate_pinned(5000));
  CHECK(is_pinned(pinned) && is_pinned(pinned + 4999) && !is_pinned(pinned - 1));
  char host[64];
  CHECK(!is_pinned(host) && register_host(host, sizeof host) && is_pinned(host + 63));
  CHECK(!register_host(host + 8, 8) && !unregister_host(pinned));
  CHECK(unregister_host(host) && !is_pinned(host));
  free_pinned(pinned);
  CHECK(!is_pinned(pinned));
}

void a_fork_is_noticed_in_the_child_only() {
  poison_fork();
  const pid_t child = fork();
  if (child == 0) {
    _exit(in_bad_fork() ? 0 : 1);
  }
  int status = 1;
  waitpid(child, &status, 0);
  CHECK(status == 0 && !in_bad_fork());
}

}  // namespace

TEST(device_memory) {
  setenv("MUSASIM_DEVICES", "2", 1);
  setenv("MUSASIM_MEMORY", "64M", 1);
  CHECK(device_count() == 2 && device_of_pointer(&environ) == -1);
  each_device_has_its_own_range();
  a_refusal_is_reported_with_numbers();
  a_fraction_lowers_the_limit();
  unused_memory_of_all_devices_is_released();
  threads_can_share_a_device();
  pinned_ranges_are_known();
  a_fork_is_noticed_in_the_child_only();
}

TEST_MAIN()
