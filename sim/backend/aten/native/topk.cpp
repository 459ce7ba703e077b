#include "aten/native/topk.h"

#include <ATen/ops/amax.h>
#include <ATen/ops/amin.h>
#include <ATen/ops/sort.h>

#include "aten/fallback.h"
#include "machine/stream/inline_work.h"
#include "torch_glue/stream.h"

namespace musasim {

namespace {

// Whether elements that were left out equal one that was taken, in any of the rows.
bool is_a_choice(const at::Tensor& self, const at::Tensor& taken, int64_t dim, bool largest) {
  const at::Tensor last = largest ? taken.amin(dim, true) : taken.amax(dim, true);
  const at::Tensor all = self.eq(last).sum(dim), of_taken = taken.eq(last).sum(dim);
  return all.ne(of_taken).any().item<bool>();
}

void take_first(const at::Tensor& self, int64_t dim, bool largest, at::Tensor values,
                at::Tensor indices) {
  const auto [in_order, places] = at::sort(self, /*stable=*/true, dim, /*descending=*/largest);
  values.copy_(in_order.narrow(dim, 0, values.size(dim)));
  indices.copy_(places.narrow(dim, 0, values.size(dim)));
}

}  // namespace

void topk(const c10::OperatorHandle& op, torch::jit::Stack* stack) {
  const auto arguments = torch::jit::last(*stack, op.schema().arguments().size());
  const at::Tensor self = arguments[0].toTensor();
  const int64_t k = arguments[1].toInt(), dim = arguments[2].toInt();
  const bool largest = arguments[3].toBool();
  cpu_fallback(op, stack);
  if (k == 0 || self.dim() == 0 || self.numel() == 0) {
    return;
  }
  const auto results = torch::jit::last(*stack, 2);
  // A graph chooses for values that come later, so it cannot look whether it has to.
  const bool is_recorded = is_capturing(*current_stream_target(self.device().index()).object);
  if (is_recorded || is_a_choice(self, results[0].toTensor(), dim, largest)) {
    take_first(self, dim, largest, results[0].toTensor(), results[1].toTensor());
  }
}

}  // namespace musasim
