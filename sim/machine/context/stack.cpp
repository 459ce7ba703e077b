// The calling thread's stack of contexts. The top one's device is the thread's current device,
// unless the runtime has chosen another one since.
#include "machine/context/stack.h"

#include <vector>

#include "machine/device/simulated_gpus.h"

namespace musasim {

namespace {

struct Entry {
  ContextPtr context;
  int outer_device;  // the thread's device below it
};

// A plain pointer, so that destructors of other objects may still make calls when the thread ends.
thread_local std::vector<Entry>* t_stack = nullptr;

struct StackEnd {
  ~StackEnd() {
    delete t_stack;
    t_stack = nullptr;
  }
};

std::vector<Entry>& stack() {
  if (t_stack == nullptr) {
    static thread_local StackEnd end;
    static_cast<void>(end);
    t_stack = new std::vector<Entry>;
  }
  return *t_stack;
}

void choose(const ContextPtr& context) { set_current_device(context->device); }

void push(ContextPtr context) {
  const int outer = current_device();
  choose(context);
  stack().push_back({std::move(context), outer});
}

ContextPtr pop() {
  const Entry entry = std::move(stack().back());
  stack().pop_back();
  set_current_device(entry.outer_device);
  return entry.context;
}

void replace(ContextPtr context) {
  if (stack().empty()) {
    push(std::move(context));
    return;
  }
  choose(context);
  stack().back().context = std::move(context);
}

}  // namespace

OwnerId current_owner() noexcept {
  if (t_stack == nullptr || t_stack->empty()) {
    return 0;
  }
  const Context& top = *t_stack->back().context;
  return top.primary || top.device != current_device() ? 0 : top.id;
}

musaError_t check_current_context() noexcept {
  const bool dead = current_owner() != 0 && !t_stack->back().context->alive;
  return dead ? musaErrorContextIsDestroyed : musaSuccess;
}

ContextPtr current_context() {
  if (stack().empty()) {
    return used_by_this_thread() ? primary_context(current_device()) : nullptr;
  }
  ContextPtr& top = stack().back().context;
  // A primary context that was reset lives again when the runtime has used its device since.
  const bool renewed = top->primary && !top->alive && primary_is_active(current_device());
  if (top->device != current_device() || renewed) {
    top = primary_context(current_device());
  }
  return top;
}

musaError_t set_current_context(const void* handle) {
  if (handle == nullptr) {
    if (!stack().empty()) {
      pop();
    }
    forget_use_by_this_thread();
    return musaSuccess;
  }
  ContextPtr context = find_context(handle);
  if (!context) {
    return musaErrorDeviceUninitialized;
  }
  replace(std::move(context));
  return musaSuccess;
}

musaError_t push_context(const void* handle) {
  ContextPtr context = find_context(handle);
  if (!context) {
    return musaErrorDeviceUninitialized;
  }
  if (stack().empty() && used_by_this_thread()) {
    push(primary_context(current_device()));
  }
  push(std::move(context));
  return musaSuccess;
}

musaError_t pop_context(ContextPtr* context) {
  *context = current_context();
  if (!*context) {
    return musaErrorDeviceUninitialized;
  }
  if (!stack().empty()) {
    pop();
  }
  if (stack().empty()) {
    forget_use_by_this_thread();
  }
  return musaSuccess;
}

musaError_t use_primary_context(int device) {
  if (device < 0 || device >= device_count()) {
    return musaErrorInvalidDevice;
  }
  if (stack().empty()) {
    return set_current_device(device);
  }
  replace(primary_context(device));
  return musaSuccess;
}

void forget_current(const Context& context) {
  if (!stack().empty() && stack().back().context.get() == &context) {
    pop();
    if (stack().empty()) {
      forget_use_by_this_thread();
    }
  }
}

}  // namespace musasim
