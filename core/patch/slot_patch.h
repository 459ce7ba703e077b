// Redirecting the call slots of loaded libraries, and giving them back.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "elf/loaded_object.h"

namespace torchada::patch {

// A call slot of a loaded library and the pointer it held before we wrote to it.
struct SlotPatch {
  std::string library;
  std::string symbol;
  ElfW(Addr) library_base;
  elf::Slot slot;
  void* previous;
};

using ObjectFilter = std::function<bool(const elf::LoadedObject&)>;

// Slots for any of `symbols` in the libraries that `wanted` accepts and that do not hold
// `replacement` yet.
std::vector<SlotPatch> plan_slot_patches(const std::vector<std::string_view>& symbols,
                                         void* replacement, const ObjectFilter& wanted);

// Writes `replacement` into the slot; an empty string or the reason why not.
std::string apply_slot_patch(const SlotPatch& patch, void* replacement);

// Gives the slot its previous pointer back when its library is still loaded where it was and the
// slot still holds `replacement`. An empty string or the reason why not.
std::string undo_slot_patch(const SlotPatch& patch, void* replacement);

}  // namespace torchada::patch
