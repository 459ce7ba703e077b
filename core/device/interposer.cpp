// libtorchada_interposer.so: our c10::Device::Device(const std::string&) and PyTorch's default device,
// which later libraries bind to by the ELF rules and whose addresses are written into the call slots
// of those already loaded.
#include "device/interposer.h"

#include <dlfcn.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>

#include "device/device_string.h"

namespace {

// Head of libstdc++'s std::string under the C++11 ABI, which the mangled name pins. Spelled out
// because calling std::string's members would make this library depend on libstdc++.
struct StringHead {
  const char* data;
  std::size_t size;
};

using Constructor = void (*)(torchada::DeviceBits*, const StringHead*);
using DefaultDevice = torchada::DeviceBits (*)();
using DefaultKey = std::uint16_t (*)();

}  // namespace

extern "C" {

__attribute__((visibility("hidden"))) void torchada_construct_device(torchada::DeviceBits* self,
                                                                     const StringHead* text);

// An alias, not the function itself: &alias could be resolved to libc10's when that came first.
__attribute__((visibility("default"), alias("torchada_construct_device"))) void
_ZN3c106DeviceC1ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE(torchada::DeviceBits*,
                                                                        const StringHead*);
__attribute__((visibility("default"), alias("torchada_construct_device"))) void
_ZN3c106DeviceC2ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE(torchada::DeviceBits*,
                                                                        const StringHead*);

__attribute__((visibility("hidden"))) torchada::DeviceBits torchada_default_device();
__attribute__((visibility("hidden"))) std::uint16_t torchada_default_key();

__attribute__((visibility("default"), alias("torchada_default_device"))) torchada::DeviceBits
_ZN5torch7tensors18get_default_deviceEv();
__attribute__((visibility("default"), alias("torchada_default_key"))) std::uint16_t
_ZN5torch7tensors24get_default_dispatch_keyEv();

__attribute__((visibility("default"))) torchada::Interposer torchada_interposer = {
    {nullptr}, {false}, {nullptr}, {nullptr}, {0}};
}

namespace {

// RTLD_NEXT does not see PyTorch's libraries, which are opened with RTLD_LOCAL.
void* original_of(std::atomic<void*>* known, const char* library, const char* symbol) {
  void* original = known->load(std::memory_order_acquire);
  if (original != nullptr) return original;
  void* handle = dlopen(library, RTLD_LAZY | RTLD_NOLOAD);
  original = handle == nullptr ? nullptr : dlsym(handle, symbol);
  if (original == nullptr) {
    // The caller's own library is gone: there is no function to call and nothing to return to.
    constexpr char message[] = "torchada: PyTorch calls a function that no library defines: ";
    [[maybe_unused]] auto written = write(STDERR_FILENO, message, sizeof(message) - 1);
    written = write(STDERR_FILENO, symbol, std::strlen(symbol));
    written = write(STDERR_FILENO, "\n", 1);
    std::abort();
  }
  dlclose(handle);
  known->store(original, std::memory_order_release);
  return original;
}

// The key that tensors without a device get from us; 0 when PyTorch is to answer.
std::uint16_t our_default_key() {
  if (!torchada_interposer.active.load(std::memory_order_relaxed)) return 0;
  return torchada_interposer.default_key.load(std::memory_order_relaxed);
}

}  // namespace

void torchada_construct_device(torchada::DeviceBits* self, const StringHead* text) {
  const bool active = torchada_interposer.active.load(std::memory_order_relaxed);
  if (active && torchada::parse_common_device_string(text->data, text->size, self)) return;
  void* original = original_of(&torchada_interposer.original, "libc10.so", TORCHADA_DEVICE_CTOR);
  reinterpret_cast<Constructor>(original)(self, text);
  if (active && self->type == torchada::kCudaType) self->type = torchada::kPrivateUse1Type;
}

torchada::DeviceBits torchada_default_device() {
  if (our_default_key() != 0) return {torchada::kPrivateUse1Type, -1};
  void* original = original_of(&torchada_interposer.original_default_device, "libtorch_python.so",
                               TORCHADA_DEFAULT_DEVICE);
  return reinterpret_cast<DefaultDevice>(original)();
}

std::uint16_t torchada_default_key() {
  if (const std::uint16_t key = our_default_key(); key != 0) return key;
  void* original = original_of(&torchada_interposer.original_default_key, "libtorch_python.so",
                               TORCHADA_DEFAULT_KEY);
  return reinterpret_cast<DefaultKey>(original)();
}
