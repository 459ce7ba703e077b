// Contract between the core module and libtorchada_interposer.so.
//
// The interposer is a library of its own because it is opened with RTLD_GLOBAL: whatever it depends
// on becomes visible to every library loaded later, so it depends on libc alone.
#pragma once

#include <atomic>
#include <cstdint>

namespace torchada {

// Mangled names of c10::Device::Device(const std::string&), the complete and the base constructor.
#define TORCHADA_DEVICE_CTOR \
  "_ZN3c106DeviceC1ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE"
#define TORCHADA_DEVICE_BASE_CTOR \
  "_ZN3c106DeviceC2ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE"
// torch::tensors::get_default_device() and get_default_dispatch_key() of libtorch_python: where a
// tensor is created whose device nobody names.
#define TORCHADA_DEFAULT_DEVICE "_ZN5torch7tensors18get_default_deviceEv"
#define TORCHADA_DEFAULT_KEY "_ZN5torch7tensors24get_default_dispatch_keyEv"

struct Interposer {
  // libc10's constructor; resolved on the first call when nobody has set it.
  std::atomic<void*> original;
  // False: everything is passed through.
  std::atomic<bool> active;
  // libtorch_python's functions; resolved like the constructor.
  std::atomic<void*> original_default_device;
  std::atomic<void*> original_default_key;
  // c10::DispatchKey of the tensors that torch.set_default_tensor_type("torch.cuda.FloatTensor")
  // asked for; 0 (Undefined) where PyTorch's own default holds.
  std::atomic<std::uint16_t> default_key;
};

}  // namespace torchada

// The one control symbol that the interposer exports next to the functions.
#define TORCHADA_INTERPOSER_SYMBOL "torchada_interposer"
