// Running a generated kernel in its stream's turn.
#include "torch_glue/compiled_kernel.h"

#include <c10/core/DeviceGuard.h>

#include "torch_glue/device_type.h"

namespace musasim {

void CompiledKernel::run(int device, std::vector<KernelWord> words) const {
  const c10::DeviceGuard guard(musa_device(device));
  entry_(words.data());
}

}  // namespace musasim
