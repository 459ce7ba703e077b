// What a context owns, when it goes. Internal to machine/context.
#pragma once

#include "machine/context/context.h"

namespace musasim {

// Those that were loaded in the context.
void unload_modules(Context& context);
// Streams, events, arrays and memory. Nothing of it may be in use any more.
void free_owned(int device, OwnerId owner);

bool has_created_context(int device) noexcept;
// The primary context dies, unless somebody keeps it.
void retire_primary(int device);

}  // namespace musasim
