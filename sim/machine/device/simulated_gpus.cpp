// Process-wide and per-thread state of the devices.
#include "machine/device/simulated_gpus.h"

#include <pthread.h>

#include <cstdio>
#include <cstdlib>
#include <utility>

#include "machine/faults/faults.h"
#include "machine/settings/inventory.h"

namespace musasim {

namespace {

struct Frozen {
  Settings settings;
  std::string problem;
};

void read_faults() {
  const char* rules = std::getenv("MUSASIM_FAULTS");
  const std::string problem = rules == nullptr ? "" : faults::set_rules(rules);
  if (!problem.empty()) {
    throw SettingsError(std::string("MUSASIM_FAULTS=") + rules + ": " + problem);
  }
}

std::atomic<bool> g_counted{false};

// A bad setting leaves no device, and says so at once: the C API has no words for it.
Frozen* freeze() {
  try {
    Settings settings = read_settings();
    read_faults();
    return new Frozen{std::move(settings), {}};
  } catch (const SettingsError& error) {
    std::fprintf(stderr, "musasim: the simulator has no devices: %s\n", error.what());
    const Model* fallback = find_model("S4000");
    return new Frozen{Settings{fallback, fallback->memory, false, {}}, error.what()};
  }
}

// Never destroyed: workers may outlive the static objects.
const Frozen& frozen() {
  static const Frozen* const state = [] {
    const Frozen* made = freeze();
    g_counted = true;
    return made;
  }();
  return *state;
}

constexpr int kNotChosen = -1;
thread_local int t_current_device = kNotChosen;
std::atomic<int> g_default_device{0};
thread_local bool t_used = false;
std::atomic<bool> g_bad_fork{false};

}  // namespace

int device_count() noexcept { return static_cast<int>(frozen().settings.visible.size()); }

bool devices_are_counted() noexcept { return g_counted.load(); }

const std::string& device_problem() { return frozen().problem; }

const Settings& settings() { return frozen().settings; }

DeviceState& device_state(int index) noexcept {
  static DeviceState* const states = new DeviceState[kMaxDevices];
  return states[index];
}

const Model& device_model(int) { return *frozen().settings.model; }

int current_device() noexcept {
  return t_current_device != kNotChosen ? t_current_device
                                        : g_default_device.load(std::memory_order_relaxed);
}

musaError_t set_current_device(int index) noexcept {
  if (index < 0 || index >= device_count()) {
    return musaErrorInvalidDevice;
  }
  t_current_device = index;
  return musaSuccess;
}

musaError_t set_default_devices(const int* devices, int count) noexcept {
  for (int i = 0; i < count; ++i) {
    if (devices[i] < 0 || devices[i] >= device_count()) {
      return musaErrorInvalidDevice;
    }
  }
  g_default_device = count > 0 ? devices[0] : 0;
  return musaSuccess;
}

void break_device(int index, musaError_t error) noexcept {
  int expected = musaSuccess;
  device_state(index).sticky.compare_exchange_strong(expected, error);
}

musaError_t what_broke(int index) noexcept {
  return index < 0
             ? musaSuccess
             : static_cast<musaError_t>(device_state(index).sticky.load(std::memory_order_acquire));
}

bool in_bad_fork() noexcept { return g_bad_fork.load(std::memory_order_relaxed); }

void watch_forks() noexcept {
  static std::once_flag once;
  std::call_once(once, [] { pthread_atfork(nullptr, nullptr, [] { g_bad_fork = true; }); });
}

bool used_by_this_thread() noexcept { return t_used; }

void forget_use_by_this_thread() noexcept { t_used = false; }

void begin_use(int index) noexcept {
  t_used = true;
  DeviceState& state = device_state(index);
  if (!state.has_context.load(std::memory_order_relaxed)) {
    watch_forks();
    state.has_context.store(true, std::memory_order_relaxed);
  }
}

}  // namespace musasim
