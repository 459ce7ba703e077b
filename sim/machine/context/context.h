// Driver contexts. A context chooses a device for a thread. It owns the memory, streams, events and
// modules that were made while it was current; those of one context may be used in any other one of
// the device.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <set>

#include "driver_types.h"
#include "machine/export.h"

namespace musasim {

class Module;

// Its address is the MUcontext.
struct Context {
  int device = 0;
  bool primary = false;
  unsigned long long id = 0;
  std::atomic<unsigned> flags{0};  // of created ones; the primary one has those of the device
  std::atomic<bool> alive{true};

  std::mutex mutex;
  std::set<Module*> modules;  // loaded in it, unloaded with it
};
using ContextPtr = std::shared_ptr<Context>;

// --- the driver ---

// muInit. musaErrorNoDevice, musaErrorInvalidValue for flags.
MUSASIM_API musaError_t initialize_driver(unsigned flags);
// By muInit, or by the runtime, which does it at its first use.
MUSASIM_API bool driver_initialized() noexcept;

// --- contexts ---

// Empty when it is no living context.
MUSASIM_API ContextPtr find_context(const void* handle) noexcept;
// Made current. `device` must be in range.
MUSASIM_API musaError_t create_context(int device, unsigned flags, ContextPtr* context);
// musaErrorDeviceUninitialized (invalid context) for a dead or primary one. The device's work ends
// first; then goes what the context owns. If it is the calling thread's current one, it is taken off
// its stack.
MUSASIM_API musaError_t destroy_context(const void* handle);

// The module is unloaded: the context that it was loaded in does not do so again.
MUSASIM_API void forget_loaded(Module* module);

MUSASIM_API ContextPtr primary_context(int device);
// The primary context is kept, and made if need be, until it is released as often. The last release
// resets it, unless the runtime uses it.
MUSASIM_API ContextPtr retain_primary(int device);
MUSASIM_API musaError_t release_primary(int device);
// Whether a program keeps the primary context, or the runtime uses it.
MUSASIM_API bool primary_is_active(int device) noexcept;

// Frees all that the primary context owns and what belongs to no context, as musaDeviceReset and
// muDevicePrimaryCtxReset do, after the device's work has ended. Unless somebody keeps the context,
// it is dead then: the next use makes a new one. A broken device stays broken.
MUSASIM_API musaError_t reset_device(int device);

// --- what belongs to a context ---

// Contexts as owners: their ids, but 0 for primary ones.
using OwnerId = unsigned long long;

// The owner of what the calling thread makes now.
MUSASIM_API OwnerId current_owner() noexcept;
// The context of that owner on the device; empty when it is dead.
MUSASIM_API ContextPtr context_of_owner(int device, OwnerId owner);
// musaErrorContextIsDestroyed when the thread's current context is a created one that is dead.
musaError_t check_current_context() noexcept;

// --- the calling thread's stack of contexts ---

// The top of the stack; after runtime calls of the thread: the primary context of its device.
// Empty when there is neither.
MUSASIM_API ContextPtr current_context();
// nullptr: takes the top off. musaErrorDeviceUninitialized for a dead context.
MUSASIM_API musaError_t set_current_context(const void* handle);
MUSASIM_API musaError_t push_context(const void* handle);
// musaErrorDeviceUninitialized when the stack is empty.
MUSASIM_API musaError_t pop_context(ContextPtr* context);
// musaSetDevice: the primary context of the device becomes the thread's current one.
MUSASIM_API musaError_t use_primary_context(int device);

}  // namespace musasim
