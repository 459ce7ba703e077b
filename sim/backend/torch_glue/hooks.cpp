// The functions, besides operators, by which PyTorch asks the backend.
#include "torch_glue/hooks.h"

#include <ATen/detail/PrivateUse1HooksInterface.h>

#include "memory/host.h"
#include "torch_glue/allocator.h"
#include "torch_glue/device_type.h"
#include "torch_glue/generator.h"
#include "torch_glue/storage_resize.h"

namespace musasim {

namespace {

struct MusaHooks final : public at::PrivateUse1HooksInterface {
  void init() const override {
    check_not_in_bad_fork();
    checked_device_index(0);
  }
  // No `override`: torch 2.7 has the first two only in the base class of the base class.
  bool isBuilt() const final { return true; }
  bool isAvailable() const final { return device_count() > 0; }
  bool hasPrimaryContext(c10::DeviceIndex device) const override { return has_context(device); }

  const at::Generator& getDefaultGenerator(c10::DeviceIndex device) const override {
    return default_generator(device);
  }
  at::Generator getNewGenerator(c10::DeviceIndex device) const override {
    return new_generator(device);
  }

  at::Device getDeviceFromPtr(void* data) const override {
    const int device = device_reaching(data);
    TORCH_CHECK(device >= 0, "The pointer ", data,
                " is host memory that is not pinned: it does not belong to any MUSA device");
    return musa_device(device);
  }
  at::Allocator* getPinnedMemoryAllocator() const override { return pinned_allocator(); }
  bool isPinnedPtr(const void* data) const override { return caching::is_pinned(data); }
  void resizePrivateUse1Bytes(const c10::Storage& storage, size_t size) const override {
    resize_storage(*storage.unsafeGetStorageImpl(), size);
  }

  c10::DeviceIndex deviceCount() const override {
    return static_cast<c10::DeviceIndex>(device_count());
  }
  void setCurrentDevice(c10::DeviceIndex device) const override {
    exchange_device(checked_device_index(device));
  }
  c10::DeviceIndex getCurrentDevice() const override {
    return static_cast<c10::DeviceIndex>(current_device());
  }
  c10::DeviceIndex exchangeDevice(c10::DeviceIndex device) const override {
    return static_cast<c10::DeviceIndex>(exchange_device(checked_device_index(device)));
  }
  c10::DeviceIndex maybeExchangeDevice(c10::DeviceIndex device) const override {
    return device < 0 ? getCurrentDevice() : exchangeDevice(device);
  }
};

}  // namespace

void register_hooks() {
  static const bool registered = [] {
    at::RegisterPrivateUse1HooksInterface(new MusaHooks);  // torch keeps it for good
    return true;
  }();
  (void)registered;
}

}  // namespace musasim
