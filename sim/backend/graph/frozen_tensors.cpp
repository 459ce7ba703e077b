// Making frozen tensors.
#include "graph/frozen_tensors.h"

#include <c10/core/TensorImpl.h>

#include "aten/nested.h"
#include "aten/quantized.h"
#include "aten/sparse.h"
#include "torch_glue/allocator.h"
#include "torch_glue/device_type.h"

namespace musasim::graph {

namespace {

constexpr c10::DispatchKeySet kValueKeys({c10::DispatchKey::Conjugate, c10::DispatchKey::Negative,
                                          c10::DispatchKey::ZeroTensor});

void keep_storage(void* /*pointer*/) {}

}  // namespace

c10::Storage Freezer::freeze(const c10::Storage& storage, bool written) {
  c10::StorageImpl* const original = storage.unsafeGetStorageImpl();
  for (const auto& [from, frozen] : storages_) {
    if (from == original) {
      return frozen;
    }
  }
  void* const data = written ? original->mutable_data() : const_cast<void*>(original->data());
  c10::Storage frozen(c10::make_intrusive<c10::StorageImpl>(
      c10::StorageImpl::use_byte_size_t(), original->sym_nbytes(),
      c10::DataPtr(data, data, &keep_storage, c10::DeviceType::CPU), cpu_allocator(),
      original->resizable()));
  storages_.emplace_back(original, frozen);
  return frozen;
}

at::Tensor Freezer::freeze(const at::Tensor& tensor, bool written) {
  if (is_sparse_layout(tensor)) {
    return remake_sparse(tensor, c10::DeviceType::CPU,
                         [&](const at::Tensor& member) { return freeze(member, written); });
  }
  if (tensor.is_nested()) {
    return remake_nested(tensor, freeze(tensor.storage(), written), c10::DeviceType::CPU);
  }
  if (tensor.is_quantized()) {
    return remake_quantized(tensor, freeze(tensor.storage(), written), c10::DeviceType::CPU,
                            [&](const at::Tensor& member) {
                              return member.device().type() == kMusa ? freeze(member, written)
                                                                     : member;
                            });
  }
  const c10::TensorImpl* const original = tensor.unsafeGetTensorImpl();
  const auto keys = c10::DispatchKeySet(c10::DispatchKey::CPU) | (original->key_set() & kValueKeys);
  at::Tensor frozen = at::detail::make_tensor<c10::TensorImpl>(
      c10::TensorImpl::VIEW, freeze(original->storage(), written), keys, original->dtype());
  c10::TensorImpl* const impl = frozen.unsafeGetTensorImpl();
  impl->set_sizes_and_strides(original->sizes(), original->strides(), original->storage_offset());
  if (original->is_wrapped_number()) {
    impl->set_wrapped_number(true);
  }
  return frozen;
}

}  // namespace musasim::graph
