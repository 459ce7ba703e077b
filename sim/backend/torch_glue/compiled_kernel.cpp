// Running a generated kernel in its stream's turn.
#include "torch_glue/compiled_kernel.h"

#include "machine/device/device_scope.h"
#include "torch_glue/device_work.h"

namespace musasim {

void CompiledKernel::run(int device, const std::vector<KernelWord>& words) const {
  const DeviceScope scope(device);
  const DeviceWork work(device, name_.c_str());
  entry_(words.data());
}

}  // namespace musasim
