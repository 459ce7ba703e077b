// The device guard of MUSA: what PyTorch's guards of any device call.
#pragma once

#include <c10/core/impl/DeviceGuardImplInterface.h>

#if __has_include(<c10/core/DeviceCapability.h>)
#include <c10/core/DeviceCapability.h>
#endif

#include "torch_musa/csrc/core/MUSAStream.h"

namespace c10::musa::impl {

struct C10_MUSA_API MUSAGuardImpl final : public c10::impl::DeviceGuardImplInterface {
  static constexpr DeviceType static_type = kMUSA;

  MUSAGuardImpl() = default;
  explicit MUSAGuardImpl(DeviceType type) { TORCH_INTERNAL_ASSERT(type == kMUSA); }

  DeviceType type() const override { return kMUSA; }

  Device exchangeDevice(Device device) const override;
  Device getDevice() const override;
  void setDevice(Device device) const override;
  void uncheckedSetDevice(Device device) const noexcept override;
  DeviceIndex deviceCount() const noexcept override;
  void synchronizeDevice(DeviceIndex device) const override;

  Stream getStream(Device device) const override;
  Stream getDefaultStream(Device device) const override;
  Stream getStreamFromGlobalPool(Device device, bool high_priority = false) const override;
  Stream getNewStream(Device device, int priority = 0) const override;
  Stream exchangeStream(Stream stream) const override;
  bool queryStream(const Stream& stream) const override;
  void synchronizeStream(const Stream& stream) const override;
  // No `override` here and below: older versions of torch do not ask.
  bool isStreamCapturing(const Stream& stream) const;
  void* getStreamNativeHandle(Stream stream) const;

  void record(void** event, const Stream& stream, DeviceIndex device,
              EventFlag flag) const override;
  void block(void* event, const Stream& stream) const override;
  bool queryEvent(void* event) const override;
  void synchronizeEvent(void* event) const override;
  void destroyEvent(void* event, DeviceIndex device) const noexcept override;
  double elapsedTime(void* start, void* end, DeviceIndex device) const override;
  void recordDataPtrOnStream(const DataPtr& data, const Stream& stream) const override;
#if __has_include(<c10/core/DeviceCapability.h>)
  DeviceCapability getDeviceCapability(Device device) const;
#endif
};

}  // namespace c10::musa::impl
