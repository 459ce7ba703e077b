// copy_ and the operators that PyTorch builds other copies on.
#include "aten/native/copy.h"

#include <ATen/MemoryOverlap.h>
#include <ATen/ops/_local_scalar_dense_native.h>
#include <ATen/ops/copy_ops.h>
#include <ATen/ops/empty_strided.h>

#include "aten/alias.h"
#include "aten/cpu_scope.h"
#include "aten/fallback.h"
#include "torch_glue/copy_bytes.h"
#include "torch_glue/device_work.h"

namespace musasim {

namespace {

// Both lie in memory alike, without gaps and overlaps.
bool same_layout(const at::Tensor& target, const at::Tensor& source) {
  return target.sizes() == source.sizes() &&
         ((target.is_contiguous() && source.is_contiguous()) ||
          (target.strides() == source.strides() && target.is_non_overlapping_and_dense()));
}

// The bytes can be copied as they are.
bool is_plain_copy(const at::Tensor& target, const at::Tensor& source) {
  return target.scalar_type() == source.scalar_type() && target.layout() == at::kStrided &&
         source.layout() == at::kStrided && same_layout(target, source) &&
         target.is_conj() == source.is_conj() && target.is_neg() == source.is_neg() &&
         !source._is_zerotensor() && !source.is_quantized();
}

// -1 for the host.
int device_index_of(const at::Tensor& tensor) {
  return tensor.device().type() == kMusa ? tensor.get_device() : -1;
}

at::Tensor host_side(AliasSet& aliases, const at::Tensor& tensor, bool written) {
  return tensor.device().type() == kMusa ? aliases.alias(tensor, written) : tensor;
}

// By the CPU's kernel, in the turn of the device's stream.
void convert_now(const at::Tensor& self, const at::Tensor& source, int device) {
  AliasSet aliases(device);
  const at::Tensor host_self = host_side(aliases, self, true);
  const at::Tensor host_source = host_side(aliases, source, false);
  const CpuScope scope(device);
  at::Tensor target = host_self;
  at::_ops::copy_::redispatch(c10::DispatchKeySet(c10::DispatchKey::CPU), target, host_source,
                              false);
}

// Copies that convert or rearrange.
void convert(const at::Tensor& self, const at::Tensor& source, int to, int from) {
  if (to < 0 || from < 0) {
    const int device = to < 0 ? from : to;
    const DeviceWork work(device, InlineCopy{self.nbytes(), to, from});
    convert_now(self, source, device);
  } else {
    const DeviceWork work(from, "aten::copy_");
    convert_now(self, source, from);
  }
}

// Within a device, on a stream that is being captured: as any operator.
bool captured(const at::Tensor& self, const at::Tensor& source, int to, int from) {
  if (to != from || !is_capturing(*current_stream_target(to).object)) {
    return false;
  }
  static const c10::OperatorHandle op =
      c10::Dispatcher::singleton().findSchemaOrThrow("aten::copy_", "");
  torch::jit::Stack stack{self, source, false};
  cpu_fallback(op, &stack);
  return true;
}

// From the host without waiting: converted there at once, as CUDA does it, so that only bytes are
// left for the stream. A target with gaps is no such thing.
bool converted_ahead(const at::Tensor& self, const at::Tensor& source, int to, int from) {
  const bool plain = self.layout() == at::kStrided && source.layout() == at::kStrided &&
                     !self.is_quantized() && !source.is_quantized() && !self.is_conj() &&
                     !self.is_neg() && self.is_non_overlapping_and_dense();
  if (from >= 0 || to < 0 || !plain || is_capturing(*current_stream_target(to).object)) {
    return false;
  }
  at::Tensor ready =
      at::empty_strided(self.sizes(), self.strides(), self.options().device(at::kCPU));
  ready.copy_(source);
  copy_bytes({self.mutable_data_ptr(), to}, {ready.mutable_data_ptr(), from}, self.nbytes(), true);
  return true;
}

}  // namespace

at::Tensor& copy(at::Tensor& self, const at::Tensor& source, bool non_blocking) {
  if (self.is_same(source)) {
    return self;
  }
  check_not_in_bad_fork();
  const int to = device_index_of(self);
  const int from = device_index_of(source);
  if (is_plain_copy(self, source)) {
    if (to == from) {
      at::assert_no_partial_overlap(self, source);
    }
    copy_bytes({self.mutable_data_ptr(), to}, {const_cast<void*>(source.const_data_ptr()), from},
               self.nbytes(), non_blocking);
  } else if (to >= 0 && from >= 0 && to != from) {
    const BetweenDevices order(to, from);
    convert(self, source, to, from);
  } else if (!captured(self, source, to, from) &&
             !(non_blocking && converted_ahead(self, source, to, from))) {
    convert(self, source, to, from);
  }
  return self;
}

at::Scalar local_scalar(const at::Tensor& self) {
  check_not_in_bad_fork();
  const int device = self.get_device();
  const DeviceWork work(device, InlineCopy{self.nbytes(), -1, device});
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
