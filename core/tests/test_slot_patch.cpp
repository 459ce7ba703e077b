// Call slots of libraries are found, redirected and given back, however they are bound.
#include "patch/slot_patch.h"

#include <dlfcn.h>
#include <sys/mman.h>

#include <string>

#include "check.h"
#include "page_protection.h"
#include "patch/memory_pages.h"

namespace {

using namespace torchada;
using patch::SlotPatch;

int replacement_value() { return 2; }
void* const kReplacement = reinterpret_cast<void*>(&replacement_value);

struct Caller {
  explicit Caller(const std::string& name, int flags = RTLD_LAZY)
      : file("lib" + name + ".so"),
        handle(dlopen((std::string(TEST_LIBRARIES) + "/" + file).c_str(), flags)) {
    CHECK(handle != nullptr);
    call = reinterpret_cast<int (*)()>(dlsym(handle, "call_provided_value"));
  }
  Caller(const Caller&) = delete;
  ~Caller() { close(); }
  void close() {
    if (handle != nullptr) dlclose(handle);
    handle = nullptr;
  }

  std::vector<SlotPatch> plan() const {
    return patch::plan_slot_patches(
        "provided_value", kReplacement,
        [this](const elf::LoadedObject& object) { return object.has_file_name(file); });
  }

  std::string file;
  void* handle;
  int (*call)();
};

void check_redirect_and_undo(const Caller& caller, elf::SlotKind kind, bool in_relro) {
  const std::vector<SlotPatch> plan = caller.plan();
  CHECK(plan.size() == 1);
  if (plan.size() != 1) return;
  const SlotPatch& slot = plan.front();
  CHECK(slot.slot.kind == kind);
  CHECK(slot.slot.in_relro == in_relro);
  const auto protection = protection_of(slot.slot.address);
  CHECK(protection == (in_relro ? PROT_READ : PROT_READ | PROT_WRITE));

  CHECK(patch::apply_slot_patch(slot).empty());
  CHECK(caller.call() == 2);
  CHECK(protection_of(slot.slot.address) == protection);
  CHECK(caller.plan().empty());

  CHECK(patch::undo_slot_patch(slot).empty());
  CHECK(*slot.slot.address == slot.previous);
  CHECK(caller.call() == 1);
  CHECK(protection_of(slot.slot.address) == protection);
}

TEST(lazily_bound_slot_before_its_first_call) {
  check_redirect_and_undo(Caller("caller_lazy"), elf::SlotKind::jump_slot, false);
}

TEST(lazily_bound_slot_after_its_first_call) {
  const Caller caller("caller_lazy");
  CHECK(caller.call() == 1);
  check_redirect_and_undo(caller, elf::SlotKind::jump_slot, false);
}

TEST(slot_bound_at_load_time_lies_in_relro) {
  check_redirect_and_undo(Caller("caller_now"), elf::SlotKind::jump_slot, true);
}

TEST(call_without_plt_uses_the_got) {
  check_redirect_and_undo(Caller("caller_noplt"), elf::SlotKind::glob_dat, true);
}

TEST(a_library_with_the_old_hash_table_is_read_too) {
  check_redirect_and_undo(Caller("caller_sysv"), elf::SlotKind::jump_slot, true);
}

TEST(a_slot_of_an_unloaded_library_is_not_touched) {
  Caller caller("caller_now");
  const std::vector<SlotPatch> plan = caller.plan();
  CHECK(plan.size() == 1);
  if (plan.size() != 1) return;
  CHECK(patch::apply_slot_patch(plan.front()).empty());
  caller.close();
  CHECK(!protection_of(plan.front().slot.address));
  CHECK(patch::undo_slot_patch(plan.front()).empty());
}

TEST(a_slot_that_somebody_else_changed_is_left_to_them) {
  const Caller caller("caller_lazy");
  const std::vector<SlotPatch> plan = caller.plan();
  CHECK(plan.size() == 1);
  if (plan.size() != 1) return;
  const SlotPatch& slot = plan.front();
  CHECK(patch::apply_slot_patch(slot).empty());
  const auto other = reinterpret_cast<void*>(+[] { return 3; });
  CHECK(patch::write_pointer(slot.slot.address, other, patch::Page::writable).empty());
  CHECK(patch::undo_slot_patch(slot).empty());
  CHECK(*slot.slot.address == other);
}

TEST(calls_of_a_function_of_its_own_are_found_when_asked_for) {
  const Caller caller("caller_lazy");
  void* provider = dlopen((std::string(TEST_LIBRARIES) + "/libprovider.so").c_str(), RTLD_LAZY);
  CHECK(provider != nullptr);
  const auto call = reinterpret_cast<int (*)()>(dlsym(provider, "call_own_value"));
  const auto is_provider = [](const elf::LoadedObject& object) {
    return object.has_file_name("libprovider.so");
  };
  CHECK(patch::plan_slot_patches("own_value", kReplacement, is_provider).empty());
  const std::vector<SlotPatch> plan =
      patch::plan_slot_patches("own_value", kReplacement, is_provider, elf::Callee::own);
  CHECK(plan.size() == 1);
  if (plan.size() != 1) return;
  CHECK(patch::apply_slot_patch(plan.front()).empty());
  CHECK(call() == 2);
  CHECK(patch::undo_slot_patch(plan.front()).empty());
  CHECK(call() == 1);
}

TEST(every_loaded_library_can_be_read) {
  bool found_libc = false;
  for (const elf::LoadedObject& object : elf::loaded_objects()) {
    CHECK(object.find_slots("no_such_symbol_anywhere").empty());
    found_libc = found_libc || object.has_file_name("libc.so.6");
  }
  CHECK(found_libc);
}

}  // namespace

TEST_MAIN()
