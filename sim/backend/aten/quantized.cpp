// Quantizers are without a device but for the scales and zero points by channel, which lie where
// the tensor lies.
#include "aten/quantized.h"

#include <ATen/ops/copy_ops.h>
#include <ATen/quantized/QTensorImpl.h>

#include "aten/alias.h"
#include "aten/cpu_scope.h"
#include "aten/fallback.h"
#include "torch_glue/copy_bytes.h"
#include "torch_glue/device_work.h"

namespace musasim {

namespace {

template <class Kind>
at::QuantizerPtr remake_by_channel(const at::QuantizerPtr& quantizer, const MemberMap& map) {
  const auto* source = static_cast<const Kind*>(quantizer.get());
  return c10::make_intrusive<Kind>(source->scalar_type(), map(source->scales()),
                                   map(source->zero_points()), source->axis());
}

at::QuantizerPtr mapped(const at::QuantizerPtr& quantizer, const MemberMap& map) {
  if (dynamic_cast<const at::PerChannelAffineFloatQParamsQuantizer*>(quantizer.get()) != nullptr) {
    return remake_by_channel<at::PerChannelAffineFloatQParamsQuantizer>(quantizer, map);
  }
  if (dynamic_cast<const at::PerChannelAffineQuantizer*>(quantizer.get()) != nullptr) {
    return remake_by_channel<at::PerChannelAffineQuantizer>(quantizer, map);
  }
  return quantizer;
}

// -1 for the host.
int device_index_of(const at::Tensor& tensor) {
  return tensor.device().type() == kMusa ? tensor.get_device() : -1;
}

// By the CPU's kernel, in the turn of a device's stream: between two devices, of the source's.
void copy_now(const at::Tensor& self, const at::Tensor& source, int to, int from) {
  const DeviceWork work(from < 0 ? to : from, InlineCopy{self.nbytes(), to, from});
  AliasSet aliases(to < 0 ? from : to);
  at::Tensor host_self = to < 0 ? self : aliases.alias(self, true);
  const at::Tensor host_source = from < 0 ? source : aliases.alias(source, false);
  {
    const CpuScope scope(to);
    at::_ops::copy_::redispatch(c10::DispatchKeySet(c10::DispatchKey::QuantizedCPU), host_self,
                                host_source, false);
  }
  aliases.write_back();
  if (to < 0 && self.is_quantized()) {  // its quantizer is now that of the alias
    assign_quantizer(self,
                     remake_quantized(self, self.storage(), self.device(),
                                      [](const at::Tensor& member) { return member.clone(); }),
                     [](const at::Tensor& member) { return member; });
  }
}

}  // namespace

at::Tensor remake_quantized(const at::Tensor& source, c10::Storage storage, c10::Device device,
                            const MemberMap& map) {
  const c10::DispatchKeySet keys(device.type() == kMusa ? c10::DispatchKey::QuantizedPrivateUse1
                                                        : c10::DispatchKey::QuantizedCPU);
  at::Tensor target = at::detail::make_tensor<at::QTensorImpl>(
      std::move(storage), keys, source.dtype(),
      mapped(at::get_qtensorimpl(source)->quantizer(), map));
  target.unsafeGetTensorImpl()->set_sizes_and_strides(source.sizes(), source.strides(),
                                                      source.storage_offset());
  return target;
}

void assign_quantizer(const at::Tensor& target, const at::Tensor& source, const MemberMap& map) {
  const at::QuantizerPtr quantizer = at::get_qtensorimpl(source)->quantizer();
  at::QTensorImpl* impl = at::get_qtensorimpl(target);
  if (quantizer != impl->quantizer()) {
    impl->set_quantizer_(mapped(quantizer, map));
  }
}

at::Tensor& copy_quantized(at::Tensor& self, const at::Tensor& source, bool non_blocking) {
  check_not_in_bad_fork();
  const int to = device_index_of(self);
  const int from = device_index_of(source);
  if (to == from) {  // as any operator
    static const c10::OperatorHandle op =
        c10::Dispatcher::singleton().findSchemaOrThrow("aten::copy_", "");
    torch::jit::Stack stack{self, source, non_blocking};
    quantized_fallback(op, &stack);
  } else if (to >= 0 && from >= 0) {
    const BetweenDevices order(to, from);
    copy_now(self, source, to, from);
  } else {
    copy_now(self, source, to, from);
  }
  return self;
}

}  // namespace musasim
