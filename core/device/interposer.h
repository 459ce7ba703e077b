// Contract between the core module and libtorchada_interposer.so.
//
// The interposer is a library of its own because it is opened with RTLD_GLOBAL: whatever it depends
// on becomes visible to every library loaded later, so it depends on libc alone.
#pragma once

#include <atomic>

namespace torchada {

// Mangled names of c10::Device::Device(const std::string&), the complete and the base constructor.
#define TORCHADA_DEVICE_CTOR \
  "_ZN3c106DeviceC1ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE"
#define TORCHADA_DEVICE_BASE_CTOR \
  "_ZN3c106DeviceC2ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE"

struct Interposer {
  // libc10's constructor; resolved on the first call when nobody has set it.
  std::atomic<void*> original;
  // False: the constructor passes everything through.
  std::atomic<bool> active;
};

}  // namespace torchada

// The one control symbol that the interposer exports next to the two constructors.
#define TORCHADA_INTERPOSER_SYMBOL "torchada_interposer"
