// Whether a tensor can become one of another device in place, as CUDA's can.
#include "aten/native/shallow_copy.h"

#include "torch_glue/device_type.h"

namespace musasim {

namespace {

bool is_dense(const at::Tensor& tensor) {
  return tensor.layout() == at::kStrided && tensor.has_storage() &&
         (tensor.is_cpu() || tensor.device().type() == kMusa);
}

}  // namespace

bool has_compatible_shallow_copy_type(const at::Tensor& self, const at::Tensor& from) {
  if (is_dense(self) && is_dense(from)) {
    return true;
  }
  return self.unsafeGetTensorImpl()->has_compatible_shallow_copy_type(from.key_set());
}

}  // namespace musasim
