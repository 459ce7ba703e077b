// The memory of tensors, for those who need some of it without a tensor.
#pragma once

#include <c10/core/Allocator.h>
#include <c10/core/CachingDeviceAllocator.h>
#include <torch/version.h>

#include <functional>
#include <string>
#include <utility>

#include "torch_musa/csrc/core/MUSAGraphsC10Utils.h"
#include "torch_musa/csrc/core/MUSAStream.h"

namespace c10::musa::MUSACachingAllocator {

using c10::CachingDeviceAllocator::DeviceStats;

// torch.accelerator's memory functions ask a DeviceAllocator, which torch has since 2.9.
#if TORCH_VERSION_MAJOR > 2 || TORCH_VERSION_MINOR >= 9
using AllocatorBase = c10::DeviceAllocator;
#else
class C10_MUSA_API AllocatorBase : public c10::Allocator {
 public:
  virtual bool initialized() = 0;
  virtual void emptyCache(MempoolId_t pool = {0, 0}) = 0;
  virtual void recordStream(const DataPtr& data, Stream stream) = 0;
  virtual DeviceStats getDeviceStats(DeviceIndex device) = 0;
  virtual void resetAccumulatedStats(DeviceIndex device) = 0;
  virtual void resetPeakStats(DeviceIndex device) = 0;
  // Free and total bytes.
  virtual std::pair<size_t, size_t> getMemoryInfo(DeviceIndex device) = 0;
};
#endif

class C10_MUSA_API MUSAAllocator : public AllocatorBase {
 public:
  // On the current device, for its current stream or for the one that is named; null for no bytes.
  virtual void* raw_alloc(size_t nbytes) = 0;
  virtual void* raw_alloc_with_stream(size_t nbytes, musaStream_t stream) = 0;
  virtual void raw_delete(void* ptr) = 0;

  virtual void init(int device_count) = 0;
  // The part of the device's memory that may be used, from 0 to 1.
  virtual double getMemoryFraction(DeviceIndex device) = 0;
  virtual void setMemoryFraction(double fraction, DeviceIndex device) = 0;
  // The size of the largest block that is kept for reuse.
  virtual void cacheInfo(DeviceIndex device, size_t* largestBlock) = 0;
  // The beginning of the runtime's allocation that the pointer lies in, and its size.
  virtual void* getBaseAllocation(void* ptr, size_t* size) = 0;

  // Meanwhile what the filter takes comes from the pool.
  virtual void beginAllocateToPool(DeviceIndex device, MempoolId_t mempool_id,
                                   std::function<bool(musaStream_t)> filter) = 0;
  virtual void endAllocateToPool(DeviceIndex device, MempoolId_t mempool_id) = 0;
  virtual void releasePool(DeviceIndex device, MempoolId_t mempool_id) = 0;

  virtual std::string name() = 0;
};

C10_MUSA_API MUSAAllocator* get();

inline void* raw_alloc(size_t nbytes) { return get()->raw_alloc(nbytes); }
inline void* raw_alloc_with_stream(size_t nbytes, musaStream_t stream) {
  return get()->raw_alloc_with_stream(nbytes, stream);
}
inline void raw_delete(void* ptr) { get()->raw_delete(ptr); }
inline void init(int device_count) { get()->init(device_count); }
inline double getMemoryFraction(DeviceIndex device) { return get()->getMemoryFraction(device); }
inline void setMemoryFraction(double fraction, DeviceIndex device) {
  get()->setMemoryFraction(fraction, device);
}
inline void emptyCache(MempoolId_t pool = {0, 0}) { get()->emptyCache(pool); }
inline void cacheInfo(DeviceIndex device, size_t* largestBlock) {
  get()->cacheInfo(device, largestBlock);
}
inline void* getBaseAllocation(void* ptr, size_t* size) {
  return get()->getBaseAllocation(ptr, size);
}
// The memory is used again only when the stream is done with what it holds when it is freed.
inline void recordStream(const DataPtr& data, MUSAStream stream) {
  get()->recordStream(data, stream.unwrap());
}
inline DeviceStats getDeviceStats(DeviceIndex device) { return get()->getDeviceStats(device); }
inline void resetAccumulatedStats(DeviceIndex device) { get()->resetAccumulatedStats(device); }
inline void resetPeakStats(DeviceIndex device) { get()->resetPeakStats(device); }
inline void beginAllocateToPool(DeviceIndex device, MempoolId_t mempool_id,
                                std::function<bool(musaStream_t)> filter) {
  get()->beginAllocateToPool(device, mempool_id, std::move(filter));
}
inline void endAllocateToPool(DeviceIndex device, MempoolId_t mempool_id) {
  get()->endAllocateToPool(device, mempool_id);
}
inline void releasePool(DeviceIndex device, MempoolId_t mempool_id) {
  get()->releasePool(device, mempool_id);
}
inline std::string name() { return get()->name(); }

}  // namespace c10::musa::MUSACachingAllocator
