// The contexts: created ones and the primary one of each device.
#include <unordered_map>

#include "machine/context/context.h"
#include "machine/context/owned.h"
#include "machine/context/stack.h"
#include "machine/device/simulated_gpus.h"

namespace musasim {

namespace {

struct Contexts {
  std::mutex mutex;
  std::unordered_map<const void*, ContextPtr> living;
  ContextPtr primary[kMaxDevices];
  int retained[kMaxDevices] = {};
  std::mutex primaries;  // held while one is retained or released as a whole
  unsigned long long next_id = 1;
};

Contexts& contexts() {
  static Contexts* const all = new Contexts;
  return *all;
}

std::atomic<bool> g_initialized{false};

// Callers hold the lock.
ContextPtr make_context(Contexts& all, int device, bool primary) {
  auto context = std::make_shared<Context>();
  context->device = device;
  context->primary = primary;
  context->id = all.next_id++;
  all.living[context.get()] = context;
  return context;
}

ContextPtr& primary_of(Contexts& all, int device) {
  ContextPtr& context = all.primary[device];
  if (!context) {
    context = make_context(all, device, true);
  }
  return context;
}

}  // namespace

musaError_t initialize_driver(unsigned flags) {
  if (flags != 0) {
    return musaErrorInvalidValue;
  }
  if (device_count() == 0) {
    return musaErrorNoDevice;
  }
  if (in_bad_fork()) {
    return musaErrorInitializationError;
  }
  g_initialized = true;
  return musaSuccess;
}

bool driver_initialized() noexcept {
  if (g_initialized.load(std::memory_order_relaxed)) {
    return true;
  }
  for (int device = 0; device < device_count(); ++device) {
    if (device_state(device).has_context.load(std::memory_order_relaxed)) {
      return true;
    }
  }
  return false;
}

ContextPtr find_context(const void* handle) noexcept {
  Contexts& all = contexts();
  const std::lock_guard<std::mutex> lock(all.mutex);
  const auto found = all.living.find(handle);
  return found == all.living.end() ? nullptr : found->second;
}

musaError_t create_context(int device, unsigned flags, ContextPtr* context) {
  {
    Contexts& all = contexts();
    const std::lock_guard<std::mutex> lock(all.mutex);
    *context = make_context(all, device, false);
  }
  (*context)->flags = flags;
  watch_forks();
  return push_context(context->get());
}

void forget_loaded(Module* module) {
  Contexts& all = contexts();
  const std::lock_guard<std::mutex> lock(all.mutex);
  for (const auto& [handle, context] : all.living) {
    const std::lock_guard<std::mutex> own(context->mutex);
    context->modules.erase(module);
  }
}

ContextPtr remove_created(const void* handle) {
  Contexts& all = contexts();
  const std::lock_guard<std::mutex> lock(all.mutex);
  const auto found = all.living.find(handle);
  if (found == all.living.end() || found->second->primary) {
    return nullptr;
  }
  ContextPtr context = std::move(found->second);
  all.living.erase(found);
  context->alive = false;
  return context;
}

ContextPtr primary_context(int device) {
  Contexts& all = contexts();
  const std::lock_guard<std::mutex> lock(all.mutex);
  return primary_of(all, device);
}

ContextPtr retain_primary(int device) {
  watch_forks();
  Contexts& all = contexts();
  const std::lock_guard<std::mutex> whole(all.primaries);
  const std::lock_guard<std::mutex> lock(all.mutex);
  ++all.retained[device];
  return primary_of(all, device);
}

musaError_t let_go_of_primary(int device) {
  Contexts& all = contexts();
  const std::lock_guard<std::mutex> lock(all.mutex);
  if (all.retained[device] == 0) {
    return musaErrorDeviceUninitialized;
  }
  --all.retained[device];
  return musaSuccess;
}

std::mutex& primaries_mutex() noexcept { return contexts().primaries; }

bool has_created_context(int device) noexcept {
  Contexts& all = contexts();
  const std::lock_guard<std::mutex> lock(all.mutex);
  for (const auto& [handle, context] : all.living) {
    if (!context->primary && context->device == device) {
      return true;
    }
  }
  return false;
}

void retire_primary(int device) {
  Contexts& all = contexts();
  const std::lock_guard<std::mutex> lock(all.mutex);
  ContextPtr& context = all.primary[device];
  if (context && all.retained[device] == 0) {
    context->alive = false;
    all.living.erase(context.get());
    context = nullptr;
  }
}

ContextPtr context_of_owner(int device, OwnerId owner) {
  if (owner == 0) {
    return primary_context(device);
  }
  Contexts& all = contexts();
  const std::lock_guard<std::mutex> lock(all.mutex);
  for (const auto& [handle, context] : all.living) {
    if (context->id == owner) {
      return context;
    }
  }
  return nullptr;
}

void mark_used(int index) noexcept {
  if (current_owner() == 0 || index != current_device()) {  // else in a context of the program
    begin_use(index);
  }
}

bool primary_is_active(int device) noexcept {
  if (device_state(device).has_context.load(std::memory_order_relaxed)) {
    return true;
  }
  Contexts& all = contexts();
  const std::lock_guard<std::mutex> lock(all.mutex);
  return all.retained[device] > 0;
}

}  // namespace musasim
