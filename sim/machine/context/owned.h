// Frees what a context owns, when it goes. Internal to machine/context and machine/teardown.cpp.
#pragma once

#include <mutex>

#include "machine/context/context.h"

namespace musasim {

// Unloads the modules that were loaded in the context.
void unload_modules(Context& context);
// Streams, events, arrays and memory. Nothing of it may be in use any more.
void free_owned(int device, OwnerId owner);

// Takes the context out of the living ones; empty when it was none that may be destroyed.
ContextPtr remove_created(const void* handle);
// Held while a primary context is retained or released as a whole.
std::mutex& primaries_mutex() noexcept;
// One who retained it does not any more; musaErrorDeviceUninitialized when nobody did.
musaError_t let_go_of_primary(int device);
bool has_created_context(int device) noexcept;
// Ends the primary context, unless a program keeps it.
void retire_primary(int device);

}  // namespace musasim
