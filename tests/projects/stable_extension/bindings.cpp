#include "ops.h"

#include <torch/csrc/stable/library.h>

STABLE_TORCH_LIBRARY(stable_extension, m) {
  m.def("scale(Tensor(a!) out, Tensor x, float factor) -> ()");
  m.def("flat_like(Tensor x, int rows) -> Tensor");
  m.def("dense(Tensor x, float? unused) -> (Tensor, int)");
}

STABLE_TORCH_LIBRARY_IMPL(stable_extension, CUDA, m) {
  m.impl("scale", TORCH_BOX(&scale));
  m.impl("flat_like", TORCH_BOX(&flat_like));
  m.impl("dense", TORCH_BOX(&dense));
}
