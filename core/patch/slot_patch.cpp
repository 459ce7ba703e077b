// Redirects the call slots of loaded libraries, and gives them back.
#include "patch/slot_patch.h"

#include <algorithm>

#include "log.h"

namespace torchada::patch {
namespace {

// False when the library was unloaded, or another one mapped there, since the slot was patched.
bool is_still_loaded(const SlotPatch& patch) {
  for (const elf::LoadedObject& object : elf::loaded_objects()) {
    if (object.base() != patch.library_base || object.path() != patch.library) continue;
    const std::vector<elf::Slot> slots = object.find_slots(patch.symbol, patch.callee);
    return std::find(slots.begin(), slots.end(), patch.slot) != slots.end();
  }
  return false;
}

// Slots are data, which the dynamic linker makes read-only in RELRO alone.
Page page_of(const elf::Slot& slot) { return slot.in_relro ? Page::read_only : Page::writable; }

}  // namespace

std::vector<SlotPatch> plan_slot_patches(std::string_view symbol, void* replacement,
                                         const ObjectFilter& wanted, elf::Callee callee) {
  std::vector<SlotPatch> patches;
  for (const elf::LoadedObject& object : elf::loaded_objects()) {
    if (!wanted(object)) continue;
    for (const elf::Slot& slot : object.find_slots(symbol, callee)) {
      if (*slot.address == replacement) continue;
      patches.push_back({object.path(), std::string(symbol), object.base(), slot, *slot.address,
                         replacement, callee});
    }
  }
  return patches;
}

std::string apply_slot_patch(const SlotPatch& patch) {
  return write_pointer(patch.slot.address, patch.replacement, page_of(patch.slot));
}

std::string undo_slot_patch(const SlotPatch& patch) {
  if (!is_still_loaded(patch) || *patch.slot.address != patch.replacement) return {};
  return write_pointer(patch.slot.address, patch.previous, page_of(patch.slot));
}

void add_slot_patch(const SlotPatch& patch, Transaction* transaction) {
  const auto undo = [patch] {
    const std::string failure = undo_slot_patch(patch);
    if (!failure.empty()) {
      log_debug("could not restore the call slot of " + patch.symbol + " in " + patch.library +
                ": " + failure);
    }
  };
  const auto apply = [patch] { return apply_slot_patch(patch); };
  transaction->add({patch.library, patch.symbol, apply, undo});
}

}  // namespace torchada::patch
