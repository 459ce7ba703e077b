// Devices, and errors of the runtime, for C++ extensions.
#include "musa_runtime_api.h"
#include "torch_glue/allocator.h"
#include "torch_glue/device_type.h"
#include "torch_glue/error.h"
#include "torch_glue/stream.h"
#include "torch_musa/csrc/core/MUSAFunctions.h"
#include "torch_musa/csrc/core/MUSAMiscFunctions.h"

namespace c10::musa {

void c10_musa_check_implementation(std::int32_t error, const char* filename,
                                   const char* function_name, int line_number,
                                   bool /*include_device_assertions*/) {
  if (C10_UNLIKELY(error != static_cast<std::int32_t>(musaSuccess))) {
    musasim::raise_error(static_cast<musaError_t>(error),
                         {function_name, filename, static_cast<std::uint32_t>(line_number)});
  }
}

const char* get_musa_check_suffix() noexcept { return ""; }

std::mutex* getFreeMutex() {
  static auto* const mutex = new std::mutex;
  return mutex;
}

DeviceIndex current_device() {
  return static_cast<DeviceIndex>(musasim::checked_device_index(musasim::current_device()));
}

void set_device(DeviceIndex device) { C10_MUSA_CHECK(SetDevice(device)); }

void Synchronize() { device_synchronize(); }

std::int32_t GetDriverVersion() {
  int version = -1;
  return musaDriverGetVersion(&version) == musaSuccess ? version : -1;
}

bool is_musa_available() { return device_count() > 0; }

DeviceIndex device_count() noexcept { return static_cast<DeviceIndex>(musasim::device_count()); }

DeviceIndex device_count_ensure_non_zero() {
  musasim::checked_device_index(-1);
  return device_count();
}

musaError_t GetDeviceCount(int* dev_count) { return musaGetDeviceCount(dev_count); }

musaError_t GetDevice(DeviceIndex* device) {
  int index = -1;
  const musaError_t error = musaGetDevice(&index);
  if (error == musaSuccess) {
    *device = static_cast<DeviceIndex>(index);
  }
  return error;
}

musaError_t SetDevice(DeviceIndex device) { return musaSetDevice(device); }

musaError_t MaybeSetDevice(DeviceIndex device) {
  return device < 0 ? musaSuccess : musaSetDevice(device);
}

DeviceIndex ExchangeDevice(DeviceIndex to_device) {
  return to_device < 0 ? DeviceIndex{-1}
                       : static_cast<DeviceIndex>(
                             musasim::exchange_device(musasim::checked_device_index(to_device)));
}

DeviceIndex MaybeExchangeDevice(DeviceIndex to_device) { return ExchangeDevice(to_device); }

void SetTargetDevice() {}

bool hasPrimaryContext(DeviceIndex device_index) { return musasim::has_context(device_index); }

std::optional<DeviceIndex> getDeviceIndexWithPrimaryContext() {
  if (hasPrimaryContext(current_device())) {
    return current_device();
  }
  for (DeviceIndex index = 0; index < device_count(); ++index) {
    if (hasPrimaryContext(index)) {
      return index;
    }
  }
  return std::nullopt;
}

void device_synchronize() { C10_MUSA_CHECK(musaDeviceSynchronize()); }

void stream_synchronize(musaStream_t stream) { C10_MUSA_CHECK(musaStreamSynchronize(stream)); }

void memcpy_and_sync(void* dst, const void* src, std::int64_t nbytes, musaMemcpyKind kind,
                     musaStream_t stream) {
  C10_MUSA_CHECK(musaMemcpyAsync(dst, src, static_cast<std::size_t>(nbytes), kind, stream));
  stream_synchronize(stream);
}

Device getDeviceFromPtr(void* ptr) {
  const int device = musasim::device_reaching(ptr);
  TORCH_CHECK(device >= 0,
              "The specified pointer resides on host memory and is not registered with "
              "any MUSA device.");
  return musasim::musa_device(device);
}

bool isPinnedPtr(const void* data) {
  musaPointerAttributes attributes{};
  if (musaPointerGetAttributes(&attributes, data) != musaSuccess) {
    static_cast<void>(musaGetLastError());
    return false;
  }
  return attributes.type == musaMemoryTypeHost;
}

}  // namespace c10::musa
