// Properties of devices, handles and errors of libraries, for C++ extensions.
#include "torch_musa/csrc/aten/musa/MUSAContext.h"

#include <array>
#include <mutex>

#include "machine/settings/settings.h"
#include "torch_glue/allocator.h"
#include "torch_glue/device_type.h"
#include "torch_glue/library_handles.h"

namespace at::musa {

musaDeviceProp* getDeviceProperties(c10::DeviceIndex device) {
  static auto* const known = new std::array<musaDeviceProp, musasim::kMaxDevices>;
  static auto* const once = new std::array<std::once_flag, musasim::kMaxDevices>;
  const auto index = static_cast<std::size_t>(musasim::checked_device_index(device));
  std::call_once((*once)[index], [index] {
    C10_MUSA_CHECK(musaGetDeviceProperties(&(*known)[index], static_cast<int>(index)));
  });
  return &(*known)[index];
}

musaDeviceProp* getCurrentDeviceProperties() { return getDeviceProperties(-1); }

int warp_size() { return getCurrentDeviceProperties()->warpSize; }

bool canDeviceAccessPeer(c10::DeviceIndex device, c10::DeviceIndex peer_device) {
  int can = 0;
  C10_MUSA_CHECK(musaDeviceCanAccessPeer(&can, musasim::checked_device_index(device),
                                         musasim::checked_device_index(peer_device)));
  return can != 0;
}

c10::Allocator* getMUSADeviceAllocator() { return musasim::device_allocator(); }

mublasHandle_t getCurrentMUSABlasHandle() { return musasim::current_blas_handle(); }
mublasLtHandle_t getCurrentMUSABlasLtHandle() { return musasim::current_blaslt_handle(); }
musparseHandle_t getCurrentMUSASparseHandle() { return musasim::current_sparse_handle(); }
musolverDnHandle_t getCurrentMUSASolverDnHandle() { return musasim::current_solver_handle(); }
void clearMublasWorkspaces() {}

std::int64_t getNumGPUs() { return c10::musa::device_count(); }

bool is_available() { return c10::musa::is_musa_available(); }

std::uint32_t getMUSAArch() { return getMUSAArch(-1); }

std::uint32_t getMUSAArch(c10::DeviceIndex device) {
  const musaDeviceProp* const properties = getDeviceProperties(device);
  return static_cast<std::uint32_t>(properties->major * 100 + properties->minor * 10);
}

}  // namespace at::musa
