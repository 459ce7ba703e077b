// Registration of our kernels for PrivateUse1.
#include <ATen/ops/_empty_per_channel_affine_quantized_native.h>
#include <ATen/ops/_reshape_alias_native.h>
#include <ATen/ops/_to_copy_native.h>
#include <ATen/ops/as_strided_native.h>
#include <ATen/ops/convolution_backward_ops.h>
#include <ATen/ops/convolution_ops.h>
#include <ATen/ops/copy_native.h>
#include <ATen/ops/empty_like_native.h>
#include <ATen/ops/empty_quantized_native.h>
#include <ATen/ops/isnan.h>
#include <ATen/ops/nansum.h>
#include <ATen/ops/unfold_native.h>
#include <ATen/ops/view_native.h>
#include <torch/csrc/autograd/autograd_not_implemented_fallback.h>
#include <torch/library.h>

#include "aten/fallback.h"
#include "aten/native/attention.h"
#include "aten/native/convolution.h"
#include "aten/native/copy.h"
#include "aten/native/cuda_only.h"
#include "aten/native/dropout.h"
#include "aten/native/factory.h"
#include "aten/native/half_fft.h"
#include "aten/native/rnn.h"
#include "aten/native/set.h"
#include "aten/native/shallow_copy.h"
#include "aten/native/sync_batch_norm.h"
#include "aten/native/topk.h"
#include "aten/native/zero.h"
#include "aten/nested.h"
#include "aten/quantized.h"
#include "aten/widen.h"
#include "torch_glue/allocator.h"
#include "torch_glue/device_type.h"

namespace musasim {

namespace {

void record_tensor_stream(at::Tensor& self, c10::Stream stream) {
  TORCH_CHECK(stream.device_type() == kMusa,
              "record_stream: expected a MUSA stream, but got a stream of ", stream.device());
  record_stream(self.storage().data_ptr(), stream);
}

// PyTorch's own, up to 2.7 at least, asks for a kernel of ours behind the dispatcher's back.
at::Tensor& nanmean_out(const at::Tensor& self, at::OptionalIntArrayRef dim, bool keepdim,
                        std::optional<at::ScalarType> dtype, at::Tensor& out) {
  const at::Tensor count = at::isnan(self.detach()).logical_not_().sum(dim, keepdim);
  return at::nansum_out(out, self, dim, keepdim, dtype).div_(count);
}

void register_set(torch::Library& library) {
  library.impl("set_.source_Storage", TORCH_FN(set_storage));
  library.impl("set_.source_Storage_storage_offset", TORCH_FN(set_storage_offset));
  library.impl("set_.source_Tensor", TORCH_FN(set_tensor));
  library.impl("set_", TORCH_FN(set_empty));
}

// Operators with a CPU kernel of their own that other backends serve by a composite: ours take the
// CPU's, in one step. Not those whose composite carries the autograd formula (nested tensors have
// formulas of their own).
template <c10::BoxedKernel::BoxedKernelFunction* kFallback>
void prefer_cpu_kernels(torch::Library& library, c10::DispatchKey cpu, c10::DispatchKey ours) {
  auto& dispatcher = c10::Dispatcher::singleton();
  for (const c10::OperatorName& name : dispatcher.getRegistrationsForDispatchKey(cpu)) {
    if (name.name.rfind("aten::", 0) != 0) {
      continue;
    }
    const auto op = dispatcher.findOp(name);
    const auto has = [&](c10::DispatchKey key) { return op->hasKernelForDispatchKey(key); };
    const bool implicit = has(c10::DispatchKey::CompositeImplicitAutograd);
    const bool composite = implicit || has(c10::DispatchKey::CompositeExplicitAutograd) ||
                           has(c10::DispatchKey::CompositeExplicitAutogradNonFunctional);
    const bool has_formula =
        !implicit || has(c10::DispatchKey::Autograd) || cpu == c10::DispatchKey::NestedTensorCPU;
    if (composite && has_formula && !has(ours)) {
      const std::string full =
          name.name + (name.overload_name.empty() ? "" : ".") + name.overload_name;
      library.impl(full.c_str(), torch::CppFunction::makeFromBoxedFunction<kFallback>());
    }
  }
}

}  // namespace

TORCH_LIBRARY_IMPL(_, PrivateUse1, m) {
  m.fallback(torch::CppFunction::makeFromBoxedFunction<&cpu_fallback>());
}

// Not only for our own: Module.to() and `p.data = ...` ask it with a CPU tensor first.
TORCH_LIBRARY_IMPL(aten, AutogradPrivateUse1, m) {
  m.impl("_has_compatible_shallow_copy_type", TORCH_FN(has_compatible_shallow_copy_type));
  m.impl("nanmean.out", TORCH_FN(nanmean_out));
  register_half_fft(m);
}

// Operators without an autograd formula, as user libraries define them. Newer versions of torch have
// this fallback themselves, and a second one would be refused.
TORCH_LIBRARY_IMPL(_, AutogradPrivateUse1, m) {
  if (!c10::Dispatcher::singleton().hasBackendFallbackForDispatchKey(
          c10::DispatchKey::AutogradPrivateUse1)) {
    m.fallback(torch::autograd::basicAutogradNotImplementedFallback());
  }
}

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
  m.impl("empty.memory_format", TORCH_FN(empty_memory_format));
  m.impl("empty_strided", TORCH_FN(empty_strided));
  m.impl("resize_", TORCH_FN(resize));

  m.impl("as_strided", TORCH_FN(at::native::as_strided_tensorimpl));
  m.impl("view", TORCH_FN(at::native::view));
  m.impl("_reshape_alias", TORCH_FN(at::native::_reshape_alias));
  m.impl("unfold", TORCH_FN(at::native::unfold));
  register_set(m);

  m.impl("copy_", TORCH_FN(copy));
  m.impl("_copy_from", TORCH_FN(copy_from));
  m.impl("_copy_from_and_resize", TORCH_FN(copy_from_and_resize));
  m.impl("_local_scalar_dense", TORCH_FN(local_scalar));
  m.impl("_has_compatible_shallow_copy_type", TORCH_FN(has_compatible_shallow_copy_type));
  m.impl("zero_", TORCH_FN(zero));
  m.impl("nanmean.out", TORCH_FN(nanmean_out));
  m.impl("native_dropout", TORCH_FN(native_dropout));
  m.impl("record_stream", TORCH_FN(record_tensor_stream));
  for (const char* name : {"topk", "topk.values"}) {
    m.impl(name, torch::CppFunction::makeFromBoxedFunction<&topk>());
  }

  register_sync_batch_norm(m);
  m.impl("_thnn_fused_lstm_cell", TORCH_FN(lstm_cell));
  m.impl("_thnn_fused_lstm_cell_backward_impl", TORCH_FN(lstm_cell_backward));
  m.impl("_thnn_fused_gru_cell", TORCH_FN(gru_cell));
  m.impl("_thnn_fused_gru_cell_backward", TORCH_FN(gru_cell_backward));

  register_attention(m);
  register_cuda_only(m);
  register_half_fft(m);

  // Their composites choose by device and know nothing of ours.
  m.impl("convolution", torch::CppFunction::makeFromBoxedFunction<&convolution>());
  register_overrideable_convolution(m);
  for (const char* name : {"convolution_backward", "conj_physical_", "mode.values"}) {
    m.impl(name, torch::CppFunction::makeFromBoxedFunction<&cpu_fallback>());
  }
  for (const char* name : kWidenedOperators) {
    m.impl(name, torch::CppFunction::makeFromBoxedFunction<&widened_fallback>());
  }
  m.impl("native_layer_norm", torch::CppFunction::makeFromBoxedFunction<&widened_statistics>());
  prefer_cpu_kernels<&cpu_fallback>(m, c10::DispatchKey::CPU, c10::DispatchKey::PrivateUse1);
}

TORCH_LIBRARY_IMPL(_, SparsePrivateUse1, m) {
  m.fallback(torch::CppFunction::makeFromBoxedFunction<&sparse_fallback>());
}

TORCH_LIBRARY_IMPL(aten, SparsePrivateUse1, m) {
  prefer_cpu_kernels<&sparse_fallback>(m, c10::DispatchKey::SparseCPU,
                                       c10::DispatchKey::SparsePrivateUse1);
}

TORCH_LIBRARY_IMPL(_, SparseCsrPrivateUse1, m) {
  m.fallback(torch::CppFunction::makeFromBoxedFunction<&sparse_csr_fallback>());
}

TORCH_LIBRARY_IMPL(aten, SparseCsrPrivateUse1, m) {
  prefer_cpu_kernels<&sparse_csr_fallback>(m, c10::DispatchKey::SparseCsrCPU,
                                           c10::DispatchKey::SparseCsrPrivateUse1);
}

TORCH_LIBRARY_IMPL(_, QuantizedPrivateUse1, m) {
  m.fallback(torch::CppFunction::makeFromBoxedFunction<&quantized_fallback>());
}

TORCH_LIBRARY_IMPL(aten, QuantizedPrivateUse1, m) {
  m.impl("copy_", TORCH_FN(copy_quantized));
  m.impl("empty_quantized", TORCH_FN(at::native::empty_quantized));
  m.impl("_empty_per_channel_affine_quantized",
         TORCH_FN(at::native::empty_per_channel_affine_quantized));
  register_set(m);
  prefer_cpu_kernels<&quantized_fallback>(m, c10::DispatchKey::QuantizedCPU,
                                          c10::DispatchKey::QuantizedPrivateUse1);
}

TORCH_LIBRARY_IMPL(_, NestedTensorPrivateUse1, m) {
  m.fallback(torch::CppFunction::makeFromBoxedFunction<&nested_fallback>());
}

TORCH_LIBRARY_IMPL(aten, NestedTensorPrivateUse1, m) {
  m.impl("_nested_tensor_size", TORCH_FN(nested_sizes));
  m.impl("_nested_tensor_strides", TORCH_FN(nested_strides));
  m.impl("_nested_tensor_storage_offsets", TORCH_FN(nested_offsets));
  m.impl("_to_copy", TORCH_FN(at::native::_to_copy_nested));
  m.impl("empty_like", TORCH_FN(at::native::empty_like_nested));
  m.impl("copy_", TORCH_FN(at::native::copy_nested_));
  prefer_cpu_kernels<&nested_fallback>(m, c10::DispatchKey::NestedTensorCPU,
                                       c10::DispatchKey::NestedTensorPrivateUse1);
}

}  // namespace musasim
