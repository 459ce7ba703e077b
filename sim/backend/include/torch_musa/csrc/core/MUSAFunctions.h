// Devices, and waiting for them.
#pragma once

#include <c10/core/Device.h>
#include <musa_runtime_api.h>

#include <optional>

#include "torch_musa/csrc/core/Device.h"
#include "torch_musa/csrc/core/MUSAException.h"

namespace c10::musa {

// The version as musaDriverGetVersion() has it; -1 where there is none.
C10_MUSA_API std::int32_t GetDriverVersion();
C10_MUSA_API bool is_musa_available();
// 0 where something is wrong with the devices.
C10_MUSA_API DeviceIndex device_count() noexcept;
// Throws where there is none.
C10_MUSA_API DeviceIndex device_count_ensure_non_zero();

C10_MUSA_API musaError_t GetDeviceCount(int* dev_count);
C10_MUSA_API musaError_t GetDevice(DeviceIndex* device);
C10_MUSA_API musaError_t SetDevice(DeviceIndex device);
// Nothing happens for a negative index.
C10_MUSA_API musaError_t MaybeSetDevice(DeviceIndex device);
// The previous device; a negative index changes nothing and gives -1.
C10_MUSA_API DeviceIndex ExchangeDevice(DeviceIndex to_device);
C10_MUSA_API DeviceIndex MaybeExchangeDevice(DeviceIndex to_device);
C10_MUSA_API void SetTargetDevice();

// The device has been used.
C10_MUSA_API bool hasPrimaryContext(DeviceIndex device_index);
// A device that has been used, the current one if it is among them.
C10_MUSA_API std::optional<DeviceIndex> getDeviceIndexWithPrimaryContext();

C10_MUSA_API void device_synchronize();
C10_MUSA_API void stream_synchronize(musaStream_t stream);
// Copies, and waits for the stream.
C10_MUSA_API void memcpy_and_sync(void* dst, const void* src, std::int64_t nbytes,
                                  musaMemcpyKind kind, musaStream_t stream);

// The device whose memory it is; throws for other memory.
C10_MUSA_API Device getDeviceFromPtr(void* ptr);
C10_MUSA_API bool isPinnedPtr(const void* data);

}  // namespace c10::musa
