// The native installation: one transaction over the interposer, call slots and descriptors.
#include "installation.h"

#include <dlfcn.h>

#include <cstdlib>

#include "descriptors/descriptors.h"
#include "log.h"
#include "perspective/asker.h"

namespace torchada {
namespace {

using patch::HookError;
using patch::Transaction;

constexpr const char kInterposerFile[] = "libtorchada_interposer.so";
constexpr const char kLibc10[] = "libc10.so";
constexpr const char kLibtorchPython[] = "libtorch_python.so";

std::string dl_error() {
  const char* text = dlerror();
  return text == nullptr ? "unknown dynamic loader error" : text;
}

std::string path_of(const void* address) {
  Dl_info info{};
  return dladdr(address, &info) != 0 && info.dli_fname != nullptr ? info.dli_fname : "";
}

// The interposer lies beside this module.
std::string interposer_path() {
  static const char marker = 0;
  const std::string self = path_of(&marker);
  return self.substr(0, self.rfind('/') + 1) + kInterposerFile;
}

bool is_slot_owner(const elf::LoadedObject& object) {
  return !object.has_file_name(kLibc10) && !object.has_file_name(kInterposerFile);
}

bool is_libtorch_python(const elf::LoadedObject& object) {
  return object.has_file_name(kLibtorchPython);
}

std::string self_test() {
  const Object cuda = descriptors::make_device("cuda:1");
  const Object cpu = descriptors::make_device("cpu");
  if (!cuda || !cpu) return take_exception_text();
  const DeviceBits bits = descriptors::bits_of_device(cuda.get());
  if (bits.type != kPrivateUse1Type || bits.index != 1) {
    return "the self-test failed: torch.device('cuda:1') does not call the hook";
  }
  if (descriptors::bits_of_device(cpu.get()).type != kCpuType) {
    return "the self-test failed: torch.device('cpu') is no longer a CPU device";
  }
  return {};
}

}  // namespace

std::optional<HookError> Installation::open_interposer() {
  if (interposer_ != nullptr) return std::nullopt;
  const std::string path = interposer_path();
  // Whoever made libc10 global earlier stands before us in every later look-up.
  libc10_was_global_ = dlsym(RTLD_DEFAULT, TORCHADA_DEVICE_CTOR) != nullptr;
  void* handle = dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL);
  if (handle == nullptr) return HookError{path, TORCHADA_DEVICE_CTOR, dl_error()};
  auto* interposer = static_cast<Interposer*>(dlsym(handle, TORCHADA_INTERPOSER_SYMBOL));
  if (interposer == nullptr) return HookError{path, TORCHADA_INTERPOSER_SYMBOL, dl_error()};
  interposer_library_ = handle;
  interposer_ = interposer;
  log_debug("loaded " + path + " with RTLD_GLOBAL");
  return std::nullopt;
}

// A slot that was never called holds the PLT stub, so the original comes from a look-up.
std::optional<HookError> Installation::find_original() {
  void* handle = dlopen(kLibc10, RTLD_LAZY | RTLD_NOLOAD);
  if (handle == nullptr) return HookError{kLibc10, TORCHADA_DEVICE_CTOR, dl_error()};
  void* original = dlsym(handle, TORCHADA_DEVICE_CTOR);
  dlclose(handle);
  if (original == nullptr) return HookError{kLibc10, TORCHADA_DEVICE_CTOR, dl_error()};
  libc10_ = path_of(original);
  interposer_->original.store(original, std::memory_order_release);
  return std::nullopt;
}

std::vector<patch::SlotPatch> Installation::find_slots() const {
  std::vector<patch::SlotPatch> slots;
  const auto add = [&](const char* symbol, const patch::ObjectFilter& wanted, elf::Callee callee) {
    void* replacement = dlsym(interposer_library_, symbol);
    for (patch::SlotPatch& slot : patch::plan_slot_patches(symbol, replacement, wanted, callee)) {
      slots.push_back(std::move(slot));
    }
  };
#define TORCHADA_SLOT_HOOK(symbol) add(symbol, is_slot_owner, elf::Callee::another);
#define TORCHADA_OWN_SLOT_HOOK(symbol) add(symbol, is_libtorch_python, elf::Callee::own);
#include "hooks.def"
#undef TORCHADA_SLOT_HOOK
#undef TORCHADA_OWN_SLOT_HOOK
  return slots;
}

void Installation::plan_switch(Transaction* transaction) const {
  Interposer* interposer = interposer_;
  transaction->add({kInterposerFile, TORCHADA_DEVICE_CTOR,
                    [=]() -> std::string {
                      interposer->active.store(true);
                      return {};
                    },
                    [=] { interposer->active.store(false); }});
  transaction->add({kLibc10, TORCHADA_DEVICE_CTOR, self_test, [] {}});
}

std::optional<HookError> Installation::plan(Transaction* transaction,
                                            std::vector<patch::SlotPatch>* slots) const {
  *slots = find_slots();
  for (const patch::SlotPatch& slot : *slots) patch::add_slot_patch(slot, transaction);
  if (auto error = descriptors::plan_device(transaction)) return error;
  if (auto error = descriptors::plan_tensor(transaction)) return error;
  if (auto error = descriptors::plan_type_string(transaction)) return error;
  if (auto error = descriptors::plan_legacy_types(transaction)) return error;
  if (auto error = descriptors::plan_default_type(transaction, interposer_)) return error;
  if (auto error = descriptors::plan_storage(transaction)) return error;
  if (auto error = descriptors::plan_streams(transaction)) return error;
  plan_switch(transaction);
  return std::nullopt;
}

std::optional<HookError> Installation::install() {
  if (installed_) return std::nullopt;
#ifdef Py_GIL_DISABLED
  return HookError{"python", "Py_GIL_DISABLED", "free-threaded Python is not supported"};
#endif
  perspective::configure_from_environment();
  if (auto error = open_interposer()) return error;
  if (libc10_was_global_) {
    return HookError{
        kLibc10, TORCHADA_DEVICE_CTOR,
        "libc10 was loaded with RTLD_GLOBAL before torchada was, so libraries that are "
        "loaded later would bypass the hook; import torchada before torch"};
  }
  if (auto error = find_original()) return error;
  Transaction transaction;
  const char* fail_at = std::getenv("TORCHADA_TEST_FAIL_HOOK");
  if (fail_at != nullptr) transaction.fail_at(fail_at);
  std::vector<patch::SlotPatch> slots;
  if (auto error = plan(&transaction, &slots)) return error;
  if (auto error = transaction.commit()) return error;
  transaction_ = std::move(transaction);
  slot_patches_ = std::move(slots);
  descriptors_ = transaction_.symbols_of("torch.");
  installed_ = true;
  log_debug("installed the hooks: " + std::to_string(slot_patches_.size()) + " call slots, " +
            std::to_string(descriptors_.size()) + " members of types");
  return std::nullopt;
}

void Installation::uninstall() {
  if (!installed_) return;
  transaction_.roll_back();
  transaction_ = Transaction();
  slot_patches_.clear();
  descriptors_.clear();
  installed_ = false;
  log_debug("uninstalled");
}

}  // namespace torchada
