// torch::stable::Device, which torch 2.9 does not have.
#pragma once

#if __has_include_next(<torch/csrc/stable/device.h>)
#include_next <torch/csrc/stable/device.h>
#else
#include <torch/headeronly/core/DeviceType.h>

#include <cstdint>

namespace torch::stable {

using DeviceIndex = int32_t;
using torch::headeronly::DeviceType;

class Device {
 public:
  Device(DeviceType type, DeviceIndex index = -1) : type_(type), index_(index) {}

  bool operator==(const Device& other) const noexcept {
    return type_ == other.type_ && index_ == other.index_;
  }
  bool operator!=(const Device& other) const noexcept { return !(*this == other); }

  DeviceType type() const noexcept { return type_; }
  DeviceIndex index() const noexcept { return index_; }
  void set_index(DeviceIndex index) { index_ = index; }
  bool has_index() const noexcept { return index_ != -1; }
  bool is_cuda() const noexcept { return type_ == DeviceType::CUDA; }
  bool is_privateuseone() const noexcept { return type_ == DeviceType::PrivateUse1; }
  bool is_cpu() const noexcept { return type_ == DeviceType::CPU; }

 private:
  DeviceType type_;
  DeviceIndex index_;
};

}  // namespace torch::stable
#endif
