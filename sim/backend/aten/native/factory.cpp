// empty, empty_strided, resize_.
#include "aten/native/factory.h"

#include <ATen/Context.h>
#include <ATen/EmptyTensor.h>
#include <ATen/native/Resize.h>
#include <ATen/native/TensorFactories.h>
#include <ATen/ops/resize_native.h>
#include <c10/core/DeviceGuard.h>

#include <algorithm>

#include "torch_glue/allocator.h"
#include "torch_glue/device_type.h"
#include "torch_glue/storage_resize.h"

namespace musasim {

namespace {

constexpr c10::DispatchKeySet kFactoryKeys(c10::DispatchKey::PrivateUse1);

// Checks what a factory is asked for; answers with the device that it has to make current.
c10::Device checked_device(std::optional<at::Device> device, std::optional<at::Layout> layout,
                           std::optional<bool> pin_memory) {
  TORCH_CHECK(layout.value_or(at::kStrided) == at::kStrided,
              "empty: expected the strided layout on a MUSA device, got ", *layout);
  TORCH_CHECK(!pin_memory.value_or(false), "Only dense CPU tensors can be pinned");
  return musa_device(checked_device_index(device.has_value() ? device->index() : -1));
}

// With deterministic algorithms what nobody wrote is recognizable, as on other devices.
bool fills_what_nobody_wrote() {
  const at::Context& context = at::globalContext();
  return context.deterministicAlgorithms() && context.deterministicFillUninitializedMemory();
}

at::Tensor filled_if_deterministic(at::Tensor made) {
  if (fills_what_nobody_wrote()) {
    at::native::fill_empty_deterministic_(made);
  }
  return made;
}

}  // namespace

at::Tensor empty_memory_format(at::IntArrayRef size, std::optional<at::ScalarType> dtype,
                               std::optional<at::Layout> layout, std::optional<at::Device> device,
                               std::optional<bool> pin_memory,
                               std::optional<at::MemoryFormat> memory_format) {
  const c10::DeviceGuard guard(checked_device(device, layout, pin_memory));
  return filled_if_deterministic(at::detail::empty_generic(
      size, device_allocator(), kFactoryKeys, c10::dtype_or_default(dtype), memory_format));
}

at::Tensor empty_strided(at::IntArrayRef size, at::IntArrayRef stride,
                         std::optional<at::ScalarType> dtype, std::optional<at::Layout> layout,
                         std::optional<at::Device> device, std::optional<bool> pin_memory) {
  const c10::DeviceGuard guard(checked_device(device, layout, pin_memory));
  return filled_if_deterministic(at::detail::empty_strided_generic(
      size, stride, device_allocator(), kFactoryKeys, c10::dtype_or_default(dtype)));
}

const at::Tensor& resize(const at::Tensor& self, at::IntArrayRef size,
                         std::optional<at::MemoryFormat> memory_format) {
  // The CPU kernel would move the contents on the host: here only shape and strides are left to it.
  const c10::DeviceGuard guard(self.device());
  const std::size_t before = self.storage().nbytes();
  const bool valid = std::all_of(size.begin(), size.end(), [](int64_t n) { return n >= 0; });
  if (valid && self.sizes() != size) {
    const std::size_t needed = at::detail::computeStorageNbytesContiguous(
        size, self.dtype().itemsize(), static_cast<std::size_t>(self.storage_offset()));
    if (needed > before) {
      resize_storage(*self.storage().unsafeGetStorageImpl(), needed);
    }
  }
  at::native::resize_(self, size, memory_format);
  if (fills_what_nobody_wrote()) {
    at::native::fill_resize_deterministic_(self, static_cast<int64_t>(before));
  }
  return self;
}

}  // namespace musasim
