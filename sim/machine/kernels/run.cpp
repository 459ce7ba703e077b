// Runs kernels: asks for faults, provides shared memory and variables, calls the entry.
#include "machine/kernels/run.h"

#include <atomic>
#include <memory>
#include <new>

#include "machine/device/access.h"
#include "machine/device/simulated_gpus.h"
#include "machine/faults/faults.h"
#include "machine/kernels/attributes.h"
#include "machine/kernels/module.h"
#include "machine/memory/pieces.h"

namespace musasim {

namespace {

constexpr std::size_t kSharedAlignment = 128;
constexpr std::size_t kDynamicAlignment = 16;

struct FreeShared {
  void operator()(void* pointer) const noexcept {
    ::operator delete(pointer, std::align_val_t{kSharedAlignment});
  }
};
using SharedMemory = std::unique_ptr<void, FreeShared>;

SharedMemory allocate_shared(std::size_t bytes) {
  return SharedMemory(bytes == 0 ? nullptr
                                 : ::operator new(bytes, std::align_val_t{kSharedAlignment}));
}

unsigned long long next_number() noexcept {
  static std::atomic<unsigned long long> launches{0};
  return launches.fetch_add(1, std::memory_order_relaxed) + 1;
}

musasimLaunch describe(const Kernel& kernel, const KernelParams& params, int device) {
  musasimLaunch launch{};
  launch.abi = MUSASIM_KERNEL_ABI;
  launch.warp_size = static_cast<unsigned>(launch_limits(device).warp_size);
  launch.grid = {params.grid.x, params.grid.y, params.grid.z};
  launch.block = {params.block.x, params.block.y, params.block.z};
  launch.dynamic_shared_bytes = params.shared_bytes;
  launch.static_shared_bytes = kernel.row().static_shared_bytes;
  launch.dynamic_shared_offset =
      (launch.static_shared_bytes + kDynamicAlignment - 1) / kDynamicAlignment * kDynamicAlignment;
  launch.device = device;
  launch.cooperative = params.cooperative ? 1 : 0;
  launch.number = next_number();
  launch.kernel = &kernel.row();
  return launch;
}

musaError_t run(const Kernel& kernel, const KernelParams& params, int device) {
  musasimLaunch launch = describe(kernel, params, device);
  const musaError_t error = kernel.module().variables_on(device, &launch.variables);
  if (error != musaSuccess) {
    return error;
  }
  const SharedMemory shared =
      allocate_shared(launch.dynamic_shared_offset + launch.dynamic_shared_bytes);
  launch.shared_memory = shared.get();
  int status = musaSuccess;
  launch.error = &status;
  const pieces::OfLaunch moment(params.moment);
  const KernelAccess access(device, kernel.shown_name().c_str());
  kernel.row().entry(&launch, params.arguments->pointers());
  return static_cast<musaError_t>(__atomic_load_n(&status, __ATOMIC_RELAXED));
}

}  // namespace

musaError_t run_kernel(const Kernel& kernel, const KernelParams& params) noexcept {
  const int device = current_device();
  const musaError_t fault = faults::on_kernel(device, kernel.shown_name().c_str());
  if (fault != musaSuccess) {
    return fault;
  }
  try {
    return run(kernel, params, device);
  } catch (const std::bad_alloc&) {
    return musaErrorMemoryAllocation;
  } catch (...) {
    return musaErrorLaunchFailure;
  }
}

}  // namespace musasim
