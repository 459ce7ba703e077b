// The devices of the machine, whatever a process sees and uses of them: for management tools.
#pragma once

#include <cstddef>

#include "machine/export.h"
#include "machine/settings/model.h"

namespace musasim {

struct Inventory {
  const Model* model;
  std::size_t memory;  // bytes of one device
  int devices;         // those that MUSA_VISIBLE_DEVICES hides included
};

// Reads the environment, as it is now: the devices of this process stay uncounted. Throws SettingsError.
MUSASIM_API Inventory read_inventory();

// The devices of this process are counted: what the environment says from now on does not matter to it.
bool devices_are_counted() noexcept;

// Bytes that this process has of a device of the machine; 0 while it has counted no devices.
MUSASIM_API std::size_t used_by_this_process(int physical) noexcept;

}  // namespace musasim
