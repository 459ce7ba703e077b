// The libraries that were initialized, and the table of devices that their handles point into.
#include "mtml/handles.h"

#include <array>
#include <cstdio>
#include <functional>
#include <mutex>
#include <set>

#include "machine/settings/settings.h"

struct MtmlLibrary {};
struct MtmlSystem {};

namespace musasim::mtml {

namespace {

struct State {
  std::mutex mutex;
  std::set<const MtmlLibrary*> libraries;
  Inventory inventory{};
  MtmlSystem system;
  std::array<MtmlDevice, kMaxDevices> devices{};
};

// Never destroyed: programs may ask while they end.
State& state() {
  static State* const all = [] {
    auto* made = new State;
    for (int i = 0; i < kMaxDevices; ++i) {
      made->devices[static_cast<std::size_t>(i)] = MtmlDevice{i, {i}, {i}};
    }
    return made;
  }();
  return *all;
}

// The device that this address would be in; compared as numbers, as a dead handle may be anything.
template <class Handle>
bool is_part_of_a_device(const Handle* handle, const Handle* (*part)(const MtmlDevice&)) {
  State& all = state();
  const std::lock_guard lock(all.mutex);
  for (int i = 0; !all.libraries.empty() && i < all.inventory.devices; ++i) {
    if (part(all.devices[static_cast<std::size_t>(i)]) == handle) return true;
  }
  return false;
}

}  // namespace

const Inventory& inventory() { return state().inventory; }

bool is_live(const MtmlLibrary* library) {
  const std::lock_guard lock(state().mutex);
  return state().libraries.count(library) != 0;
}

bool is_live(const MtmlSystem* system) {
  const std::lock_guard lock(state().mutex);
  return system == &state().system && !state().libraries.empty();
}

bool is_live(const MtmlDevice* device) {
  return is_part_of_a_device<MtmlDevice>(device, [](const MtmlDevice& d) { return &d; });
}

bool is_live(const MtmlGpu* gpu) {
  return is_part_of_a_device<MtmlGpu>(gpu, [](const MtmlDevice& d) { return &d.gpu; });
}

bool is_live(const MtmlMemory* memory) {
  return is_part_of_a_device<MtmlMemory>(memory, [](const MtmlDevice& d) { return &d.memory; });
}

MtmlDevice* device_at(int index) { return &state().devices[static_cast<std::size_t>(index)]; }

}  // namespace musasim::mtml

using musasim::mtml::state;

MtmlReturn mtmlLibraryInit(MtmlLibrary** lib) {
  if (lib == nullptr) {
    return MTML_ERROR_INVALID_ARGUMENT;
  }
  auto& all = state();
  const std::lock_guard lock(all.mutex);
  if (all.libraries.empty()) {
    try {
      all.inventory = musasim::read_inventory();
    } catch (const musasim::SettingsError& error) {
      std::fprintf(stderr, "musasim: the simulator has no devices: %s\n", error.what());
      return MTML_ERROR_DRIVER_NOT_LOADED;
    }
  }
  *lib = new MtmlLibrary;
  all.libraries.insert(*lib);
  return MTML_SUCCESS;
}

MtmlReturn mtmlLibraryShutDown(MtmlLibrary* lib) {
  auto& all = state();
  const std::lock_guard lock(all.mutex);
  if (all.libraries.erase(lib) == 0) {
    return MTML_ERROR_INVALID_ARGUMENT;
  }
  delete lib;
  return MTML_SUCCESS;
}

MtmlReturn mtmlLibraryInitSystem(const MtmlLibrary* lib, MtmlSystem** sys) {
  return musasim::mtml::answer(lib, sys, [] { return &state().system; });
}
