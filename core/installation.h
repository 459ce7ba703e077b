// The native installation: one transaction over the interposer, call slots and descriptors.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "interposer/interposer.h"
#include "patch/slot_patch.h"
#include "patch/transaction.h"

namespace torchada {

class Installation {
 public:
  // Opens libtorchada_interposer.so with RTLD_GLOBAL, so that libraries loaded from now on bind to
  // it. Needs no torch; idempotent.
  std::optional<patch::HookError> open_interposer();

  // Finds and checks everything first, then switches it on; restores all on failure. Needs torch,
  // the backend named "musa", and the GIL.
  std::optional<patch::HookError> install();
  void uninstall();

  bool is_installed() const { return installed_; }
  const Interposer* interposer() const { return interposer_; }
  const std::string& libc10() const { return libc10_; }
  // True when libc10 was global before our interposer, which libraries loaded later then miss.
  bool libc10_was_global() const { return libc10_was_global_; }
  const std::vector<patch::SlotPatch>& slot_patches() const { return slot_patches_; }
  const std::vector<std::string>& descriptors() const { return descriptors_; }

 private:
  std::optional<patch::HookError> find_originals();
  std::optional<patch::HookError> plan(patch::Transaction* transaction,
                                       std::vector<patch::SlotPatch>* slots) const;
  std::vector<patch::SlotPatch> find_slots() const;
  void plan_switch(patch::Transaction* transaction) const;

  void* interposer_library_ = nullptr;
  Interposer* interposer_ = nullptr;
  bool installed_ = false;
  bool libc10_was_global_ = false;
  std::string libc10_;
  patch::Transaction transaction_;
  std::vector<patch::SlotPatch> slot_patches_;
  std::vector<std::string> descriptors_;
};

}  // namespace torchada
