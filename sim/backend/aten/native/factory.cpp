// empty, empty_strided, resize_.
#include "aten/native/factory.h"

#include <ATen/Context.h>
#include <ATen/EmptyTensor.h>
#include <ATen/native/Resize.h>
#include <ATen/native/TensorFactories.h>
#include <ATen/ops/resize_native.h>
#include <c10/core/DeviceGuard.h>

#include <algorithm>

#include "machine/memory/access.h"
#include "torch_glue/allocator.h"
#include "torch_glue/device_work.h"

namespace musasim {

namespace {

constexpr c10::DispatchKeySet kKeys(c10::DispatchKey::PrivateUse1);

// Checks what a factory is asked for; answers with the device that it has to make current.
c10::Device checked_device(std::optional<at::Device> device, std::optional<at::Layout> layout,
                           std::optional<bool> pin_memory) {
  TORCH_CHECK(layout.value_or(at::kStrided) == at::kStrided,
              "empty: expected the strided layout on a MUSA device, got ", *layout);
  TORCH_CHECK(!pin_memory.value_or(false), "Only dense CPU tensors can be pinned");
  return musa_device(checked_device_index(device.has_value() ? device->index() : -1));
}

// With deterministic algorithms what nobody wrote is recognizable, as on other devices.
at::Tensor filled_if_deterministic(at::Tensor made) {
  const at::Context& context = at::globalContext();
  if (context.deterministicAlgorithms() && context.deterministicFillUninitializedMemory()) {
    at::native::fill_empty_deterministic_(made);
  }
  return made;
}

// Each replay moves again what the storage holds.
const at::Tensor& captured_resize(const at::Tensor& self, at::IntArrayRef size,
                                  std::optional<at::MemoryFormat> memory_format,
                                  musaStream_t stream) {
  const KernelAccess access(self.get_device(), "aten::resize_");
  const void* const old = self.storage().data();
  const std::size_t bytes = self.storage().nbytes();
  at::native::resize_(self, size, memory_format);
  const c10::Storage& storage = self.storage();
  if (storage.data() != old && bytes != 0 && storage.nbytes() != 0) {
    check(musaMemcpyAsync(storage.mutable_data(), old, std::min(bytes, storage.nbytes()),
                          musaMemcpyDeviceToDevice, stream));
  }
  return self;
}

}  // namespace

at::Tensor empty_memory_format(at::IntArrayRef size, std::optional<at::ScalarType> dtype,
                               std::optional<at::Layout> layout, std::optional<at::Device> device,
                               std::optional<bool> pin_memory,
                               std::optional<at::MemoryFormat> memory_format) {
  const c10::DeviceGuard guard(checked_device(device, layout, pin_memory));
  return filled_if_deterministic(at::detail::empty_generic(
      size, device_allocator(), kKeys, c10::dtype_or_default(dtype), memory_format));
}

at::Tensor empty_strided(at::IntArrayRef size, at::IntArrayRef stride,
                         std::optional<at::ScalarType> dtype, std::optional<at::Layout> layout,
                         std::optional<at::Device> device, std::optional<bool> pin_memory) {
  const c10::DeviceGuard guard(checked_device(device, layout, pin_memory));
  return filled_if_deterministic(at::detail::empty_strided_generic(
      size, stride, device_allocator(), kKeys, c10::dtype_or_default(dtype)));
}

const at::Tensor& resize(const at::Tensor& self, at::IntArrayRef size,
                         std::optional<at::MemoryFormat> memory_format) {
  // The CPU kernel touches only shape and storage, and asks the storage's own allocator.
  const c10::DeviceGuard guard(self.device());
  const StreamTarget stream = current_stream_target(self.get_device());
  if (C10_UNLIKELY(is_capturing(*stream.object))) {
    return captured_resize(self, size, memory_format, stream.handle);
  }
  const DeviceWork work(stream, "aten::resize_");  // what it holds may move
  return at::native::resize_(self, size, memory_format);
}

}  // namespace musasim
