// The native installation: one transaction over the interposer, call slots and descriptors.
#include "installation.h"

#include <dlfcn.h>

#include <cstdlib>

#include "descriptors/descriptors.h"
#include "log.h"
#include "perspective/asker.h"
#include "trace/calls.h"

namespace torchada {
namespace {

using patch::HookError;
using patch::Transaction;

constexpr const char kInterposerFile[] = "libtorchada_interposer.so";
// Messages about the switch and the self-test name this hook.
constexpr const Hook& kConstructor = kHooks[hook::construct_device];

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

// PyTorch's function; null with a text for dl_error() where there is none.
void* find_function(const Hook& hook) {
  void* handle = dlopen(hook.library, RTLD_LAZY | RTLD_NOLOAD);
  if (handle == nullptr) return nullptr;
  void* function = dlsym(handle, hook.symbol);
  dlclose(handle);
  return function;
}

bool calls(const elf::LoadedObject& object, const Hook& hook) {
  const bool is_its_library = object.has_file_name(hook.library);
  if (hook.callers == Callers::itself) return is_its_library;
  return !is_its_library && !object.has_file_name(kInterposerFile);
}

std::string self_test(void* interposer_library) {
  for (const Hook& hook : kHooks) {
    if (dlsym(RTLD_DEFAULT, hook.symbol) == dlsym(interposer_library, hook.symbol)) continue;
    return std::string("the self-test failed: libraries loaded later would bypass ") + hook.symbol;
  }
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
  // A libc10 that was made global earlier comes before the interposer in every later look-up.
  libc10_was_global_ = dlsym(RTLD_DEFAULT, kConstructor.symbol) != nullptr;
  void* handle = dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL);
  if (handle == nullptr) return HookError{path, kConstructor.symbol, dl_error()};
  auto* interposer = static_cast<Interposer*>(dlsym(handle, TORCHADA_INTERPOSER_SYMBOL));
  if (interposer == nullptr) return HookError{path, TORCHADA_INTERPOSER_SYMBOL, dl_error()};
  interposer_library_ = handle;
  interposer_ = interposer;
  log_debug("loaded " + path + " with RTLD_GLOBAL");
  return std::nullopt;
}

// A slot that was never called holds the PLT stub, so the originals come from a look-up.
std::optional<HookError> Installation::find_originals() {
  for (const Hook& hook : kHooks) {
    void* original = find_function(hook);
    // A library that lacks the function does not call it either.
    if (original == nullptr && hook.callers == Callers::itself) continue;
    if (original == nullptr) return HookError{hook.library, hook.symbol, dl_error()};
    interposer_->originals[&hook - kHooks].store(original, std::memory_order_release);
  }
  libc10_ = path_of(interposer_->originals[hook::construct_device].load());
  return std::nullopt;
}

std::vector<patch::SlotPatch> Installation::find_slots() const {
  std::vector<patch::SlotPatch> slots;
  for (const Hook& hook : kHooks) {
    void* replacement = dlsym(interposer_library_, hook.symbol);
    const auto wanted = [&](const elf::LoadedObject& object) { return calls(object, hook); };
    const bool is_own = hook.callers == Callers::itself;
    const elf::Callee callee = is_own ? elf::Callee::own : elf::Callee::another;
    for (auto& slot : patch::plan_slot_patches(hook.symbol, replacement, wanted, callee)) {
      slots.push_back(std::move(slot));
    }
  }
  return slots;
}

void Installation::plan_switch(Transaction* transaction) const {
  Interposer* interposer = interposer_;
  void* library = interposer_library_;
  transaction->add({kInterposerFile, kConstructor.symbol,
                    [=]() -> std::string {
                      interposer->on_device = trace::on_device;
                      interposer->mode.store(trace::is_wanted() ? Mode::traced : Mode::on);
                      return {};
                    },
                    [=] { interposer->mode.store(Mode::off); }});
  const auto test = [=] { return self_test(library); };
  transaction->add({kConstructor.library, kConstructor.symbol, test, [] {}});
}

std::optional<HookError> Installation::plan(Transaction* transaction,
                                            std::vector<patch::SlotPatch>* slots) const {
  *slots = find_slots();
  for (const patch::SlotPatch& slot : *slots) patch::add_slot_patch(slot, transaction);
#define TORCHADA_TYPE_HOOK(name) \
  if (auto error = descriptors::plan_##name(transaction, interposer_)) return error;
#include "hooks.def"
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
        kConstructor.library, kConstructor.symbol,
        "libc10 was loaded with RTLD_GLOBAL before torchada was, so libraries that are "
        "loaded later would bypass the hook; import torchada before torch"};
  }
  if (auto error = find_originals()) return error;
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
