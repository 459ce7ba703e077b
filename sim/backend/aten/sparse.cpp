// COO and compressed layouts.
#include "aten/sparse.h"

#include <ATen/SparseCsrTensorImpl.h>
#include <ATen/SparseTensorImpl.h>
#include <c10/core/DeviceGuard.h>

#include "torch_glue/device_type.h"

namespace musasim {

namespace {

at::SparseTensorImpl* coo(const at::Tensor& tensor) {
  return static_cast<at::SparseTensorImpl*>(tensor.unsafeGetTensorImpl());
}

at::SparseCsrTensorImpl* compressed(const at::Tensor& tensor) {
  return static_cast<at::SparseCsrTensorImpl*>(tensor.unsafeGetTensorImpl());
}

bool is_coo(const at::Tensor& tensor) { return tensor.layout() == at::kSparse; }

c10::DispatchKeySet keys_of(const at::Tensor& source, c10::Device device) {
  const bool musa = device.type() == kMusa;
  if (is_coo(source)) {
    return c10::DispatchKeySet(musa ? c10::DispatchKey::SparsePrivateUse1
                                    : c10::DispatchKey::SparseCPU);
  }
  return c10::DispatchKeySet(musa ? c10::DispatchKey::SparseCsrPrivateUse1
                                  : c10::DispatchKey::SparseCsrCPU);
}

}  // namespace

at::Tensor remake_sparse(const at::Tensor& source, c10::Device device, const MemberMap& map) {
  // A new COO tensor makes its first members, empty ones, on the current device.
  const c10::DeviceGuard guard(device);
  const c10::DispatchKeySet keys = keys_of(source, device);
  at::Tensor target = is_coo(source)
                          ? at::detail::make_tensor<at::SparseTensorImpl>(keys, source.dtype())
                          : at::detail::make_tensor<at::SparseCsrTensorImpl>(
                                keys, device, source.layout(), source.dtype());
  assign_sparse(target, source, map);
  return target;
}

void assign_sparse(const at::Tensor& target, const at::Tensor& source, const MemberMap& map) {
  if (is_coo(source)) {
    const at::SparseTensorImpl* from = coo(source);
    at::SparseTensorImpl* to = coo(target);
    to->raw_resize_(from->sparse_dim(), from->dense_dim(), from->sizes());
    to->set_indices_and_values_unsafe(map(from->indices()), map(from->values()));
    to->set_coalesced(from->coalesced());
  } else {
    const at::SparseCsrTensorImpl* from = compressed(source);
    compressed(target)->set_member_tensors(map(from->compressed_indices()),
                                           map(from->plain_indices()), map(from->values()),
                                           from->sizes());
  }
}

}  // namespace musasim
