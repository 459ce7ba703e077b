// The composites refuse half precision by device: they are called in float, and the result narrowed.
#include "aten/native/half_fft.h"

#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/stack.h>

namespace musasim {

namespace {

constexpr const char* kTransforms[] = {
    "fft_fft",  "fft_ifft",  "fft_rfft",  "fft_irfft",  "fft_hfft",  "fft_ihfft",
    "fft_fft2", "fft_ifft2", "fft_rfft2", "fft_irfft2", "fft_hfft2", "fft_ihfft2",
    "fft_fftn", "fft_ifftn", "fft_rfftn", "fft_irfftn", "fft_hfftn", "fft_ihfftn",
};

void transform(const c10::OperatorHandle& op, torch::jit::Stack* stack) {
  const std::size_t first = stack->size() - op.schema().arguments().size();
  const at::Tensor input = (*stack)[first].toTensor();
  const bool half = input.scalar_type() == at::kHalf || input.scalar_type() == at::kComplexHalf;
  if (half) {
    (*stack)[first] =
        input.to(c10::isComplexType(input.scalar_type()) ? at::kComplexFloat : at::kFloat);
  }
  // The composite itself: it is what the CPU has, too, and dispatches anew from there.
  op.redispatchBoxed(c10::DispatchKeySet(c10::DispatchKey::CPU), stack);
  if (half) {
    const at::Tensor result = stack->back().toTensor();
    stack->back() = result.to(result.is_complex() ? at::kComplexHalf : at::kHalf);
  }
}

}  // namespace

void register_half_fft(torch::Library& library) {
  for (const char* name : kTransforms) {
    library.impl(name, torch::CppFunction::makeFromBoxedFunction<&transform>());
  }
}

}  // namespace musasim
