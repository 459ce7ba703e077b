// libtorchada_interposer.so: our c10::Device::Device(const std::string&), which later libraries bind
// to by the ELF rules and whose address is written into the call slots of those already loaded.
#include "device/interposer.h"

#include <dlfcn.h>
#include <link.h>
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

__attribute__((visibility("default"))) torchada::Interposer torchada_interposer = {
    reinterpret_cast<void*>(&torchada_construct_device), {nullptr}, {false}};
}

namespace {

// dlsym on a handle also searches what that library needs, so any user of libc10 leads to it.
void* constructor_behind(const char* library) {
  void* handle = dlopen(library, RTLD_LAZY | RTLD_NOLOAD);
  if (handle == nullptr) return nullptr;
  void* found = dlsym(handle, TORCHADA_DEVICE_CTOR);
  dlclose(handle);
  return found == torchada_interposer.constructor ? nullptr : found;
}

int search_object(dl_phdr_info* info, std::size_t, void* found) {
  void* constructor = constructor_behind(info->dlpi_name);
  *static_cast<void**>(found) = constructor;
  return constructor != nullptr;
}

// RTLD_NEXT does not see libc10, which torch opens with RTLD_LOCAL.
void* resolve_original() {
  void* found = constructor_behind("libc10.so");
  if (found == nullptr) dl_iterate_phdr(search_object, &found);
  if (found == nullptr) {
    // The caller's own dependency is gone: there is no constructor to call and nothing to return to.
    constexpr char message[] = "torchada: no library defines c10::Device::Device(std::string)\n";
    if (write(STDERR_FILENO, message, sizeof(message) - 1) < 0) std::abort();
    std::abort();
  }
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
