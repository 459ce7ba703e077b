// One list of functions; they run one at a time.
#include "machine/device/async_notification.h"

#include <algorithm>
#include <memory>
#include <mutex>
#include <vector>

#include "machine/device/simulated_gpus.h"

namespace musasim {

namespace {

struct Entry {
  int device;
  musaAsyncCallback function;
  void* data;

  musaAsyncCallbackHandle_t handle() { return reinterpret_cast<musaAsyncCallbackHandle_t>(this); }
};

struct State {
  std::mutex mutex;  // held while a function runs
  std::vector<std::unique_ptr<Entry>> entries;
};

State& state() {
  static State* const all = new State;
  return *all;
}

thread_local bool t_notifying = false;

musaError_t check(int device) {
  if (t_notifying) {
    return musaErrorNotPermitted;
  }
  return device < 0 || device >= device_count() ? musaErrorInvalidDevice : musaSuccess;
}

}  // namespace

musaError_t register_notification(int device, musaAsyncCallback function, void* data,
                                  musaAsyncCallbackHandle_t* handle) {
  if (const musaError_t error = check(device); error != musaSuccess) {
    return error;
  }
  if (function == nullptr || handle == nullptr) {
    return musaErrorInvalidValue;
  }
  State& all = state();
  const std::lock_guard<std::mutex> lock(all.mutex);
  all.entries.push_back(std::make_unique<Entry>(Entry{device, function, data}));
  *handle = all.entries.back()->handle();
  return musaSuccess;
}

musaError_t unregister_notification(int device, musaAsyncCallbackHandle_t handle) {
  if (const musaError_t error = check(device); error != musaSuccess) {
    return error;
  }
  State& all = state();
  const std::lock_guard<std::mutex> lock(all.mutex);
  const auto entry = std::find_if(all.entries.begin(), all.entries.end(), [&](const auto& each) {
    return each->device == device && each->handle() == handle;
  });
  if (entry == all.entries.end()) {
    return musaErrorInvalidValue;
  }
  all.entries.erase(entry);
  return musaSuccess;
}

void notify_over_budget(int device, std::size_t missing) noexcept {
  if (t_notifying) {
    return;  // what a notified function asks for is its own affair
  }
  State& all = state();
  const std::lock_guard<std::mutex> lock(all.mutex);
  t_notifying = true;
  for (const auto& entry : all.entries) {
    if (entry->device == device) {
      musaAsyncNotificationInfo_t info{};
      info.type = musaAsyncNotificationTypeOverBudget;
      info.info.overBudget.bytesOverBudget = missing;
      entry->function(&info, entry->data, entry->handle());
    }
  }
  t_notifying = false;
}

}  // namespace musasim
