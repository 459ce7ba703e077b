// The simulated devices of this process: how many, which is current, whether a fork spoiled them.
#pragma once

#include <string>

#include "machine/settings/settings.h"
#include "runtime/address_space.h"

namespace musasim {

// Why there are no devices although some were asked for (a bad setting); empty otherwise.
const std::string& device_problem();

// Number of visible devices. The first call reads the environment, and its answer stays.
int device_count() noexcept;

// Of the first call; with a bad setting: the default model and no devices.
const Settings& settings();

// Index of the calling thread's current device; starts at 0.
int current_device() noexcept;
// The previous one. The index is not checked.
int exchange_device(int index) noexcept;

// The addresses of all devices; reserved at the first call.
AddressSpace& address_space();

// Index of the device that owns the address, -1 when none does. Reserves nothing.
int device_of_pointer(const void* pointer) noexcept;

// From now on a forked child finds in_bad_fork() true: its parent's device is not usable there.
void poison_fork();
bool in_bad_fork() noexcept;

// A device's own state exists (its first memory was asked for).
bool has_context(int index) noexcept;
void mark_context(int index) noexcept;

}  // namespace musasim
