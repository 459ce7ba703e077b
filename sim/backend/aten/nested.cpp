// Over NestedTensorImpl, whose shapes cannot change: another device is another tensor.
#include "aten/nested.h"

#include <ATen/NestedTensorImpl.h>

#include "torch_glue/allocator.h"
#include "torch_glue/device_type.h"

namespace musasim {

namespace {

at::Tensor in_host_memory(const at::Tensor& shapes) {
  return device_of_pointer(shapes.const_data_ptr()) < 0 ? shapes : shapes.clone();
}

}  // namespace

at::Tensor remake_nested(const at::Tensor& source, c10::Storage storage, c10::Device device) {
  // The autograd key of nested tensors does not follow from the backend's.
  c10::DispatchKeySet keys(c10::DispatchKey::NestedTensorCPU);
  if (device.type() == kMusa) {
    keys = c10::DispatchKeySet(
        {c10::DispatchKey::NestedTensorPrivateUse1, c10::DispatchKey::AutogradNestedTensor});
  }
  const auto* impl = at::native::get_nested_tensor_impl(source);
  return at::detail::make_tensor<at::native::NestedTensorImpl>(
      std::move(storage), keys, source.dtype(), in_host_memory(impl->get_nested_sizes()),
      in_host_memory(impl->get_nested_strides()), in_host_memory(impl->get_storage_offsets()));
}

at::Tensor nested_sizes(const at::Tensor& self) {
  return at::native::get_nested_tensor_impl(self)->get_nested_sizes();
}

at::Tensor nested_strides(const at::Tensor& self) {
  return at::native::get_nested_tensor_impl(self)->get_nested_strides();
}

at::Tensor nested_offsets(const at::Tensor& self) {
  return at::native::get_nested_tensor_impl(self)->get_storage_offsets();
}

}  // namespace musasim
