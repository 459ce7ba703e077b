// CUB's questions about the current device.
#pragma once

#include <cstddef>

#include "cub/config.cuh"

namespace cub {

inline int CurrentDevice() {
  int device = -1;
  return musaGetDevice(&device) == musaSuccess ? device : -1;
}
inline int DeviceCount() {
  int count = -1;
  return musaGetDeviceCount(&count) == musaSuccess ? count : -1;
}
// 100 * major + 10 * minor.
inline musaError_t SmVersion(int& version, int device = CurrentDevice()) {
  int major = 0;
  int minor = 0;
  musaError_t error = musaDeviceGetAttribute(&major, musaDevAttrComputeCapabilityMajor, device);
  if (error == musaSuccess) {
    error = musaDeviceGetAttribute(&minor, musaDevAttrComputeCapabilityMinor, device);
  }
  version = 100 * major + 10 * minor;
  return error;
}
inline musaError_t PtxVersion(int& version) { return SmVersion(version); }
inline musaError_t SyncStream(musaStream_t stream) { return musaStreamSynchronize(stream); }
template <class Kernel>
musaError_t MaxSmOccupancy(int& blocks, Kernel kernel, int block_threads, int shared_bytes = 0) {
  return musaOccupancyMaxActiveBlocksPerMultiprocessor(
      &blocks, reinterpret_cast<const void*>(kernel), block_threads,
      static_cast<std::size_t>(shared_bytes));
}

}  // namespace cub
