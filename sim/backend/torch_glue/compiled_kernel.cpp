// Running a generated kernel in its stream's turn.
#include "torch_glue/compiled_kernel.h"

#include "machine/device/device_scope.h"
#include "machine/library.h"
#include "torch_glue/device_work.h"

namespace musasim {

void CompiledKernel::run(int device, const std::vector<KernelWord>& words) const {
  const DeviceScope scope(device);
  const StreamTarget stream = current_stream_target(device);
  if (is_capturing(*stream.object)) {
    // Not run now: what it would write cannot be told, and so not be put back.
    check(launch_work(stream.handle, name_.c_str(), [entry = entry_, words] {
      entry(words.data());
      return musaSuccess;
    }));
    return;
  }
  const DeviceWork work(stream, name_.c_str());
  entry_(words.data());
}

}  // namespace musasim
