// libtorchada_interposer.so: the bodies of the hooks on PyTorch's C++ functions. Libraries that load
// later bind to them by the ELF rules; the call slots of those already loaded get their addresses.
#include "interposer/interposer.h"

#include <dlfcn.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>

extern "C" {
__attribute__((visibility("default"))) torchada::Interposer torchada_interposer = {};
}

namespace torchada {
namespace {

// RTLD_NEXT does not see PyTorch's libraries, which are opened with RTLD_LOCAL.
void* find_original(hook::Index index) {
  const char* const symbol = kHooks[index].symbol;
  void* handle = dlopen(kHooks[index].library, RTLD_LAZY | RTLD_NOLOAD);
  void* original = handle == nullptr ? nullptr : dlsym(handle, symbol);
  if (original == nullptr) {
    // The caller's own library is gone: there is no function to call and nothing to return to.
    constexpr char message[] = "torchada: PyTorch calls a function that no library defines: ";
    [[maybe_unused]] auto written = write(STDERR_FILENO, message, sizeof(message) - 1);
    written = write(STDERR_FILENO, symbol, std::strlen(symbol));
    written = write(STDERR_FILENO, "\n", 1);
    std::abort();
  }
  dlclose(handle);
  torchada_interposer.originals[index].store(original, std::memory_order_release);
  return original;
}

template <hook::Index index, class Signature>
struct Original;

// Calls PyTorch's function.
template <hook::Index index, class Result, class... Arguments>
struct Original<index, Result(Arguments...)> {
  Result operator()(Arguments... arguments) const {
    void* known = torchada_interposer.originals[index].load(std::memory_order_acquire);
    void* function = known != nullptr ? known : find_original(index);
    return reinterpret_cast<Result (*)(Arguments...)>(function)(arguments...);
  }
};

namespace original {
#define TORCHADA_HOOK(name, symbol, signature, ...) \
  constexpr Original<hook::name, signature> name{};
#include "hooks.def"
}  // namespace original

template <class Signature>
using Function = Signature;

}  // namespace

// Declares each body, and exports it under the mangled name. That is an alias, not the body's own
// name: a call of the body from here could otherwise reach PyTorch's function.
#define TORCHADA_HOOK(name, symbol, signature, ...)                                               \
  __attribute__((visibility("hidden"))) Function<signature> name __asm__("torchada_" #name);      \
  extern "C" __attribute__((visibility("default"), alias("torchada_" #name))) Function<signature> \
      symbol;
#include "hooks.def"

namespace {

template <class Constructor>
void construct(DeviceBits* self, const StringHead* text, Constructor construct_original) {
  const Mode mode = torchada_interposer.mode.load(std::memory_order_acquire);  // for on_device
  if (mode == Mode::on && parse_common_device_string(text->data, text->size, self)) return;
  const bool is_read =
      mode == Mode::traced && parse_common_device_string(text->data, text->size, self);
  if (!is_read) construct_original(self, text);
  if (mode != Mode::off && self->type == kCudaType) self->type = kPrivateUse1Type;
  const bool is_cuda = text->size != 0 && text->data[0] == 'c' && self->type == kPrivateUse1Type;
  if (mode == Mode::traced && is_cuda) torchada_interposer.on_device(text->data, text->size);
}

// The key that tensors without a device get from us; 0 when PyTorch is to answer.
std::uint16_t our_default_key() {
  if (torchada_interposer.mode.load(std::memory_order_relaxed) == Mode::off) return 0;
  return torchada_interposer.default_key.load(std::memory_order_relaxed);
}

}  // namespace

void construct_device(DeviceBits* self, const StringHead* text) {
  construct(self, text, original::construct_device);
}

void construct_base_device(DeviceBits* self, const StringHead* text) {
  construct(self, text, original::construct_base_device);
}

DeviceBits default_device() {
  if (our_default_key() != 0) return {kPrivateUse1Type, -1};
  return original::default_device();
}

std::uint16_t default_key() {
  if (const std::uint16_t key = our_default_key(); key != 0) return key;
  return original::default_key();
}

}  // namespace torchada
