// Redirects the call slots of loaded libraries, and gives them back.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "elf/loaded_object.h"
#include "patch/memory_pages.h"
#include "patch/transaction.h"

namespace torchada::patch {

// A call slot of a loaded library: the pointer it held before, and the one it is to hold.
struct SlotPatch {
  std::string library;
  std::string symbol;
  ElfW(Addr) library_base;
  elf::Slot slot;
  void* previous;
  void* replacement;
  elf::Callee callee;
};

using ObjectFilter = std::function<bool(const elf::LoadedObject&)>;

// Slots for `symbol` in the libraries that `wanted` accepts and that do not hold `replacement` yet.
std::vector<SlotPatch> plan_slot_patches(std::string_view symbol, void* replacement,
                                         const ObjectFilter& wanted,
                                         elf::Callee callee = elf::Callee::another);

// Writes the replacement into the slot. Returns an empty string, or the reason why not.
std::string apply_slot_patch(const SlotPatch& patch);

// Gives the slot its previous pointer back when its library is still loaded where it was and the
// slot still holds the replacement. Returns an empty string, or the reason why not.
std::string undo_slot_patch(const SlotPatch& patch);

// Adds a step that applies the patch, and undoes it. A slot that cannot be given back keeps our
// function, which passes everything through.
void add_slot_patch(const SlotPatch& patch, Transaction* transaction);

}  // namespace torchada::patch
