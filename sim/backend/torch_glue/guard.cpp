// The device guard: how c10 sees devices, streams and events.
#include <utility>

#include "musa_runtime_api.h"
#include "torch_glue/allocator.h"
#include "torch_glue/event.h"
#include "torch_glue/stream.h"
#include "torch_musa/csrc/core/GuardImpl.h"

namespace musasim {

namespace {

// The event that the next recording in this thread takes over instead of recording anything.
thread_local musaEvent_t t_adopted = nullptr;

constexpr int kTimingBit = 1 << 0;
constexpr int kBlockingBit = 1 << 4;  // clear of c10's own values
constexpr int kInterprocessBit = 1 << 5;
static_assert(static_cast<int>(c10::EventFlag::PYTORCH_DEFAULT) == 0 &&
              static_cast<int>(c10::EventFlag::BACKEND_DEFAULT) == kTimingBit);

bool has_bit(c10::EventFlag flag, int bit) { return (static_cast<int>(flag) & bit) != 0; }

musaEvent_t as_event(void* event) { return static_cast<musaEvent_t>(event); }

}  // namespace

c10::EventFlag event_flag(bool timing, bool blocking, bool interprocess) noexcept {
  return static_cast<c10::EventFlag>((timing ? kTimingBit : 0) | (blocking ? kBlockingBit : 0) |
                                     (interprocess ? kInterprocessBit : 0));
}

bool has_timing(c10::EventFlag flag) noexcept { return has_bit(flag, kTimingBit); }

musaEvent_t make_event(c10::EventFlag flag) {
  const unsigned flags = (has_timing(flag) ? 0 : musaEventDisableTiming) |
                         (has_bit(flag, kBlockingBit) ? musaEventBlockingSync : 0) |
                         (has_bit(flag, kInterprocessBit) ? musaEventInterprocess : 0);
  musaEvent_t event = nullptr;
  check(musaEventCreateWithFlags(&event, flags));
  return event;
}

void adopt(c10::Event& target, musaEvent_t event, int device) {
  t_adopted = event;
  target.record(torch_stream(device, kDefaultStream));
}

}  // namespace musasim

namespace c10::musa::impl {

using namespace musasim;

Device MUSAGuardImpl::exchangeDevice(Device device) const {
  TORCH_INTERNAL_ASSERT(device.type() == kMusa);
  return musa_device(exchange_device(checked_device_index(device.index())));
}

Device MUSAGuardImpl::getDevice() const { return musa_device(current_device()); }
void MUSAGuardImpl::setDevice(Device device) const { exchangeDevice(device); }
void MUSAGuardImpl::uncheckedSetDevice(Device device) const noexcept {
  exchange_device(device.index());
}

DeviceIndex MUSAGuardImpl::deviceCount() const noexcept {
  return static_cast<DeviceIndex>(device_count());
}

void MUSAGuardImpl::synchronizeDevice(DeviceIndex device) const {
  const DeviceScope scope(checked_device_index(device));
  check(musaDeviceSynchronize());
}

Stream MUSAGuardImpl::getStream(Device device) const {
  return current_torch_stream(device.index());
}

Stream MUSAGuardImpl::getDefaultStream(Device device) const {
  return torch_stream(device.index(), kDefaultStream);
}

Stream MUSAGuardImpl::getStreamFromGlobalPool(Device device, bool high_priority) const {
  return getNewStream(device, high_priority ? kHighestPriority : kLowestPriority);
}

Stream MUSAGuardImpl::getNewStream(Device device, int priority) const {
  const int index = checked_device_index(device.index());
  return torch_stream(index, next_pool_stream(index, priority));
}

Stream MUSAGuardImpl::exchangeStream(Stream stream) const {
  const int index = checked_device_index(stream.device_index());
  return torch_stream(index, exchange_stream(index, stream.id()));
}

bool MUSAGuardImpl::queryStream(const Stream& stream) const {
  return is_done(with_stream(stream, musaStreamQuery));
}

void MUSAGuardImpl::synchronizeStream(const Stream& stream) const {
  check(with_stream(stream, musaStreamSynchronize));
}

bool MUSAGuardImpl::isStreamCapturing(const Stream& stream) const {
  musaStreamCaptureStatus status = musaStreamCaptureStatusNone;
  check(with_stream(stream,
                    [&](musaStream_t handle) { return musaStreamIsCapturing(handle, &status); }));
  return status != musaStreamCaptureStatusNone;
}

void* MUSAGuardImpl::getStreamNativeHandle(Stream stream) const { return handle_of(stream); }

void MUSAGuardImpl::record(void** event, const Stream& stream, DeviceIndex device,
                           EventFlag flag) const {
  TORCH_CHECK(device == -1 || device == stream.device_index(), "Event device index ",
              static_cast<int>(device), " does not match recording stream's device index ",
              static_cast<int>(stream.device_index()), ".");
  if (t_adopted != nullptr) {
    *event = std::exchange(t_adopted, nullptr);
    return;
  }
  const DeviceScope scope(stream.device_index());
  if (*event == nullptr) {
    *event = make_event(flag);
  }
  check(musaEventRecord(as_event(*event), handle_of(stream)));
}

void MUSAGuardImpl::block(void* event, const Stream& stream) const {
  check(with_stream(stream, [&](musaStream_t handle) {
    return musaStreamWaitEvent(handle, as_event(event), musaEventWaitDefault);
  }));
}

bool MUSAGuardImpl::queryEvent(void* event) const {
  return event == nullptr || is_done(musaEventQuery(as_event(event)));
}

void MUSAGuardImpl::synchronizeEvent(void* event) const {
  if (event != nullptr) {
    check(musaEventSynchronize(as_event(event)));
  }
}

void MUSAGuardImpl::destroyEvent(void* event, DeviceIndex /*device*/) const noexcept {
  if (event != nullptr && !in_bad_fork()) {
    musaEventDestroy(as_event(event));
  }
}

#if __has_include(<c10/core/DeviceCapability.h>)
// Every type, as on the CPU.
DeviceCapability MUSAGuardImpl::getDeviceCapability(Device /*device*/) const { return {}; }
#endif
void MUSAGuardImpl::recordDataPtrOnStream(const DataPtr& data, const Stream& stream) const {
  record_stream(data, stream);
}

double MUSAGuardImpl::elapsedTime(void* start, void* end, DeviceIndex /*device*/) const {
  TORCH_CHECK_VALUE(start != nullptr && end != nullptr,
                    "Both events must be recorded before calculating elapsed time.");
  float milliseconds = 0;
  check(musaEventElapsedTime(&milliseconds, as_event(start), as_event(end)));
  return static_cast<double>(milliseconds);
}

namespace {
const c10::impl::DeviceGuardImplRegistrar g_registrar(kMUSA, new MUSAGuardImpl);
}

}  // namespace c10::musa::impl
