// Work of the libraries above the runtime on streams.
#include "machine/library.h"

#include <new>

#include "machine/device/access.h"
#include "machine/device/simulated_gpus.h"
#include "machine/faults/faults.h"
#include "machine/stream/stream.h"

namespace musasim {

namespace {

musaError_t run_library_work(const std::function<musaError_t()>& work) {
  try {
    return work();
  } catch (const DeviceFault& fault) {
    return fault.error;
  } catch (const std::bad_alloc&) {
    return musaErrorMemoryAllocation;
  }
}

Operation kernel_of(const char* name, std::function<musaError_t()> work) {
  Operation operation;
  operation.kind = OperationKind::kKernel;
  operation.name = name;
  operation.params = KernelParams();
  operation.run = [name = std::string(name), work = std::move(work)]() -> musaError_t {
    const int device = current_device();
    const musaError_t fault = faults::on_kernel(device, name.c_str());
    if (fault != musaSuccess) {
      return fault;
    }
    const KernelAccess access(device, name.c_str(), KernelAccess::Code::kLibrary);
    return run_library_work(work);
  };
  return operation;
}

}  // namespace

musaError_t launch_work(musaStream_t stream, const char* name, std::function<musaError_t()> work) {
  return submit_kernel(stream, kernel_of(name, std::move(work)));
}

musaError_t launch_joint_work(musaStream_t stream, const char* name,
                              std::function<musaError_t()> work) {
  return submit(stream, kernel_of(name, std::move(work)));
}

musaError_t wait_for(musaStream_t stream) { return synchronize_stream(stream); }

}  // namespace musasim
