// cub::CachingDeviceAllocator: keeps what is freed for the next request of the same size class.
#pragma once

#include <cstddef>
#include <map>
#include <mutex>

#include "cub/config.cuh"

namespace cub {

class CachingDeviceAllocator {
 public:
  static constexpr int INVALID_DEVICE_ORDINAL = -1;

  explicit CachingDeviceAllocator(bool = false, bool = false) {}
  CachingDeviceAllocator(unsigned, unsigned = 1, unsigned = 0, std::size_t = 0, bool = false,
                         bool = false) {}
  ~CachingDeviceAllocator() { FreeAllCached(); }
  CachingDeviceAllocator(const CachingDeviceAllocator&) = delete;
  CachingDeviceAllocator& operator=(const CachingDeviceAllocator&) = delete;

  musaError_t DeviceAllocate(void** memory, std::size_t bytes, musaStream_t stream = nullptr) {
    (void)stream;
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto found = cached_.lower_bound(bytes);
    if (found != cached_.end() && found->first <= 2 * bytes) {
      *memory = found->second;
      live_[*memory] = found->first;
      cached_.erase(found);
      return musaSuccess;
    }
    const musaError_t error = musaMalloc(memory, bytes);
    if (error == musaSuccess) live_[*memory] = bytes;
    return error;
  }
  // The memory may still be in use by the stream: waits for the device before it goes to another.
  musaError_t DeviceFree(void* memory) {
    const musaError_t error = musaDeviceSynchronize();
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto found = live_.find(memory);
    if (found == live_.end()) return musaErrorInvalidValue;
    cached_.emplace(found->second, memory);
    live_.erase(found);
    return error;
  }
  musaError_t FreeAllCached() {
    const std::lock_guard<std::mutex> lock(mutex_);
    musaError_t result = musaSuccess;
    for (const auto& each : cached_) {
      const musaError_t error = musaFree(each.second);
      if (error != musaSuccess) result = error;
    }
    cached_.clear();
    return result;
  }

 private:
  std::mutex mutex_;
  std::multimap<std::size_t, void*> cached_;
  std::map<void*, std::size_t> live_;
};

}  // namespace cub
