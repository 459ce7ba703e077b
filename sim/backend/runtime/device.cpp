// Process-wide and per-thread state of the devices.
#include "runtime/device.h"

#include <pthread.h>

#include <atomic>
#include <mutex>

namespace musasim {

namespace {

struct Frozen {
  Settings settings;
  std::string problem;
};

Frozen freeze() {
  try {
    return {read_settings(), {}};
  } catch (const SettingsError& error) {
    const Model* fallback = find_model("S4000");
    return {Settings{fallback, fallback->memory, {}}, error.what()};
  }
}

const Frozen& frozen() {
  static const Frozen state = freeze();
  return state;
}

thread_local int t_current_device = 0;
std::atomic<AddressSpace*> g_address_space{nullptr};
std::atomic<bool> g_bad_fork{false};
std::atomic<bool> g_has_context[kMaxDevices];

}  // namespace

const std::string& device_problem() { return frozen().problem; }

int device_count() noexcept { return static_cast<int>(frozen().settings.visible.size()); }

const Settings& settings() { return frozen().settings; }

int current_device() noexcept { return t_current_device; }

int exchange_device(int index) noexcept {
  const int previous = t_current_device;
  t_current_device = index;
  return previous;
}

AddressSpace& address_space() {
  // Never destroyed: tensors held by Python outlive the static objects.
  static AddressSpace* const space = [] {
    auto* created = new AddressSpace(device_count(), settings().memory);
    g_address_space.store(created, std::memory_order_release);
    return created;
  }();
  return *space;
}

int device_of_pointer(const void* pointer) noexcept {
  const AddressSpace* space = g_address_space.load(std::memory_order_acquire);
  return space == nullptr ? -1 : space->device_of(pointer);
}

void poison_fork() {
  static std::once_flag once;
  std::call_once(once, [] { pthread_atfork(nullptr, nullptr, [] { g_bad_fork = true; }); });
}

bool in_bad_fork() noexcept { return g_bad_fork.load(std::memory_order_relaxed); }

bool has_context(int index) noexcept {
  return index >= 0 && index < kMaxDevices && g_has_context[index].load();
}

void mark_context(int index) noexcept { g_has_context[index].store(true); }

}  // namespace musasim
