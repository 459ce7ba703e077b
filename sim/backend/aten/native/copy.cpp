// copy_ and the operators that PyTorch builds other copies on.
#include "aten/native/copy.h"

#include <ATen/ops/_local_scalar_dense_native.h>
#include <ATen/ops/copy_ops.h>

#include <cstring>

#include "aten/alias.h"
#include "aten/cpu_scope.h"
#include "torch_glue/device_work.h"

namespace musasim {

namespace {

bool is_plain_copy(const at::Tensor& target, const at::Tensor& source) {
  return target.scalar_type() == source.scalar_type() && target.layout() == at::kStrided &&
         source.layout() == at::kStrided && target.sizes() == source.sizes() &&
         target.is_contiguous() && source.is_contiguous() && target.is_conj() == source.is_conj() &&
         target.is_neg() == source.is_neg() && !source._is_zerotensor() && !source.is_quantized();
}

at::Tensor host_side(AliasSet& aliases, const at::Tensor& tensor, bool written) {
  return tensor.device().type() == kMusa ? aliases.alias(tensor, written) : tensor;
}

}  // namespace

at::Tensor& copy(at::Tensor& self, const at::Tensor& source, bool non_blocking) {
  if (self.is_same(source)) {
    return self;
  }
  check_not_in_bad_fork();
  const at::Device device = self.device().type() == kMusa ? self.device() : source.device();
  const DeviceWork work(device.index(), "aten::copy_");
  if (is_plain_copy(self, source)) {
    std::memmove(self.mutable_data_ptr(), source.const_data_ptr(), self.nbytes());
    return self;
  }
  AliasSet aliases(device.index());
  at::Tensor host_self = host_side(aliases, self, true);
  const at::Tensor host_source = host_side(aliases, source, false);
  const CpuScope scope(device.index());
  at::_ops::copy_::redispatch(c10::DispatchKeySet(c10::DispatchKey::CPU), host_self, host_source,
                              non_blocking);
  return self;
}

at::Scalar local_scalar(const at::Tensor& self) {
  check_not_in_bad_fork();
  const DeviceWork work(self.get_device(), "aten::_local_scalar_dense");
  return at::native::_local_scalar_dense_cpu(self);
}

at::Tensor copy_from(const at::Tensor& self, const at::Tensor& target, bool non_blocking) {
  at::Tensor result = target;
  return copy(result, self, non_blocking);
}

at::Tensor copy_from_and_resize(const at::Tensor& self, const at::Tensor& target) {
  at::Tensor result = target;
  if (result.sizes() != self.sizes()) {
    result.resize_(self.sizes());
  }
  return copy(result, self, false);
}

}  // namespace musasim
