// libtorchada_interposer.so: our c10::Device::Device(const std::string&), which later libraries bind
// to by the ELF rules and whose address is written into the call slots of those already loaded.
#include "device/interposer.h"

#include <dlfcn.h>
#include <unistd.h>

#include <cstdlib>

#include "device/device_string.h"

namespace {

// Head of libstdc++'s std::string under the C++11 ABI, which the mangled name pins. Spelled out
// because calling std::string's members would make this library depend on libstdc++.
struct StringHead {
  const char* data;
  std::size_t size;
};

using Constructor = void (*)(torchada::DeviceBits*, const StringHead*);

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

__attribute__((visibility("default"))) torchada::Interposer torchada_interposer = {{nullptr},
                                                                                   {false}};
}

namespace {

// RTLD_NEXT does not see libc10, which torch opens with RTLD_LOCAL.
void* resolve_original() {
  void* handle = dlopen("libc10.so", RTLD_LAZY | RTLD_NOLOAD);
  void* found = handle == nullptr ? nullptr : dlsym(handle, TORCHADA_DEVICE_CTOR);
  if (found == nullptr) {
    // The caller's own dependency is gone: there is no constructor to call and nothing to return to.
    constexpr char message[] = "torchada: no library defines c10::Device::Device(std::string)\n";
    [[maybe_unused]] const auto written = write(STDERR_FILENO, message, sizeof(message) - 1);
    std::abort();
  }
  dlclose(handle);
  torchada_interposer.original.store(found, std::memory_order_release);
  return found;
}

}  // namespace

void torchada_construct_device(torchada::DeviceBits* self, const StringHead* text) {
  const bool active = torchada_interposer.active.load(std::memory_order_relaxed);
  if (active && torchada::parse_common_device_string(text->data, text->size, self)) return;
  void* original = torchada_interposer.original.load(std::memory_order_acquire);
  if (original == nullptr) original = resolve_original();
  reinterpret_cast<Constructor>(original)(self, text);
  if (active && self->type == torchada::kCudaType) self->type = torchada::kPrivateUse1Type;
}
