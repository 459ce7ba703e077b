// set_: the CPU kernels do not look at the data, so they serve device tensors as they are.
#include "aten/native/set.h"

#include <ATen/ops/set_native.h>
#include <c10/core/DeviceGuard.h>

#include "torch_glue/allocator.h"
#include "torch_glue/device_type.h"

namespace musasim {

at::Tensor& set_storage(at::Tensor& self, at::Storage source) {
  const auto elements = static_cast<int64_t>(source.nbytes() / self.dtype().itemsize());
  return set_storage_offset(self, std::move(source), 0, {elements}, {1});
}

at::Tensor& set_storage_offset(at::Tensor& self, at::Storage source, int64_t offset,
                               at::IntArrayRef size, at::IntArrayRef stride) {
  const c10::DeviceGuard guard(self.device());
  return at::native::set_storage_cpu_(self, std::move(source), offset, size, stride);
}

at::Tensor& set_tensor(at::Tensor& self, const at::Tensor& source) {
  return self.is_same(source) ? self
                              : set_storage_offset(self, source.storage(), source.storage_offset(),
                                                   source.sizes(), source.strides());
}

at::Tensor& set_empty(at::Tensor& self) {
  const c10::DeviceGuard guard(self.device());
  c10::Storage empty(c10::Storage::use_byte_size_t(), 0, device_allocator(), true);
  return set_storage_offset(self, std::move(empty), 0, {0}, {1});
}

}  // namespace musasim
