// One memset where the memory has no holes; else, and in a capture, the fallback.
#include "aten/native/zero.h"

#include <ATen/core/dispatch/Dispatcher.h>

#include <cstring>

#include "aten/fallback.h"
#include "torch_glue/device_type.h"
#include "torch_glue/device_work.h"

namespace musasim {

namespace {

void zero_by_fallback(const at::Tensor& self) {
  static const auto op = c10::Dispatcher::singleton().findSchemaOrThrow("aten::zero_", "");
  torch::jit::Stack stack;
  stack.emplace_back(self);
  cpu_fallback(op, &stack);
}

}  // namespace

at::Tensor& zero(at::Tensor& self) {
  check_not_in_bad_fork();
  const StreamTarget stream = current_stream_target(self.get_device());
  if (!self.is_non_overlapping_and_dense() || self._is_zerotensor() ||
      is_capturing(*stream.object)) {
    zero_by_fallback(self);
    return self;
  }
  const DeviceWork work(stream, "aten::zero_");
  if (self.numel() != 0) {
    std::memset(self.mutable_data_ptr(), 0, self.nbytes());
  }
  return self;
}

}  // namespace musasim
