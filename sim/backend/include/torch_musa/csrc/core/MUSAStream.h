// Streams of MUSA devices: PyTorch's, with the runtime's handle.
#pragma once

#include <c10/core/DeviceGuard.h>
#include <c10/core/Stream.h>
#include <musa_runtime_api.h>

#include <iosfwd>
#include <tuple>

#include "torch_musa/csrc/aten/utils/Utils.h"
#include "torch_musa/csrc/core/Device.h"
#include "torch_musa/csrc/core/MUSAException.h"
#include "torch_musa/csrc/core/MUSAFunctions.h"

namespace c10::musa {

using at::musa::kMUSA;

constexpr int max_compile_time_stream_priorities = 4;

class C10_MUSA_API MUSAStream {
 public:
  enum Unchecked { UNCHECKED };

  // Throws for a stream of another device type.
  explicit MUSAStream(Stream stream) : stream_(stream) {
    TORCH_CHECK(stream.device_type() == kMUSA, "MUSAStream: expected a MUSA stream, but got ",
                stream);
  }
  MUSAStream(Unchecked /*tag*/, Stream stream) : stream_(stream) {}

  bool operator==(const MUSAStream& other) const noexcept { return stream_ == other.stream_; }
  bool operator!=(const MUSAStream& other) const noexcept { return stream_ != other.stream_; }

  // The runtime's handle: that of the default stream is null on each device, so the stream's device
  // has to be current where it is used.
  musaStream_t stream() const;
  operator musaStream_t() const { return stream(); }
  operator Stream() const { return stream_; }
  Stream unwrap() const { return stream_; }

  DeviceType device_type() const { return kMUSA; }
  DeviceIndex device_index() const { return stream_.device_index(); }
  Device device() const { return Device(kMUSA, device_index()); }
  StreamId id() const { return stream_.id(); }

  // All its work is done.
  bool query() const;
  // Waits for its work.
  void synchronize() const;
  int priority() const;
  // The lowest and the highest.
  static std::tuple<int, int> priority_range();

  StreamData3 pack3() const { return stream_.pack3(); }
  static MUSAStream unpack3(StreamId stream_id, DeviceIndex device_index, DeviceType device_type) {
    return MUSAStream(Stream::unpack3(stream_id, device_index, device_type));
  }

 private:
  Stream stream_;
};

// In all of these a device of -1 is the current one.

// The next stream of the pool of that priority.
C10_MUSA_API MUSAStream getStreamFromPool(bool isHighPriority = false,
                                          DeviceIndex device_index = -1);
C10_MUSA_API MUSAStream getStreamFromPool(int priority, DeviceIndex device_index = -1);
// A stream that was made elsewhere.
C10_MUSA_API MUSAStream getStreamFromExternal(musaStream_t ext_stream, DeviceIndex device_index);
C10_MUSA_API MUSAStream getDefaultMUSAStream(DeviceIndex device_index = -1);
// The calling thread's: PyTorch's operators run on it.
C10_MUSA_API MUSAStream getCurrentMUSAStream(DeviceIndex device_index = -1);
// The stream becomes its device's current one; the current device stays.
C10_MUSA_API void setCurrentMUSAStream(MUSAStream stream);

C10_MUSA_API std::ostream& operator<<(std::ostream& out, const MUSAStream& stream);

}  // namespace c10::musa

template <>
struct std::hash<c10::musa::MUSAStream> {
  std::size_t operator()(c10::musa::MUSAStream stream) const noexcept {
    return std::hash<c10::Stream>{}(stream.unwrap());
  }
};
