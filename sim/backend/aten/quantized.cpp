// Quantizers are without a device but for the scales and zero points by channel, which lie where
// the tensor lies.
#include "aten/quantized.h"

#include <ATen/ops/copy_ops.h>
#include <ATen/quantized/QTensorImpl.h>

#include "aten/alias.h"
#include "aten/cpu_scope.h"
#include "torch_glue/device_type.h"

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
  const bool to_device = self.device().type() == kMusa;
  const bool from_device = source.device().type() == kMusa;
  const int device = (to_device ? self : source).device().index();
  AliasSet aliases(device);
  at::Tensor host_self = to_device ? aliases.alias(self, true) : self;
  const at::Tensor host_source = from_device ? aliases.alias(source, false) : source;
  {
    const CpuScope scope(to_device ? device : -1);
    at::_ops::copy_::redispatch(c10::DispatchKeySet(c10::DispatchKey::QuantizedCPU), host_self,
                                host_source, non_blocking);
  }
  aliases.write_back();
  if (!to_device && self.is_quantized()) {  // its quantizer is now that of the alias
    assign_quantizer(self,
                     remake_quantized(self, self.storage(), self.device(),
                                      [](const at::Tensor& member) { return member.clone(); }),
                     [](const at::Tensor& member) { return member; });
  }
  return self;
}

}  // namespace musasim
