// The device guard: how c10 sees devices, streams and events.
#include <c10/core/impl/DeviceGuardImplInterface.h>
#include <torch/version.h>

#include <utility>

#include "musa_runtime_api.h"
#include "torch_glue/allocator.h"
#include "torch_glue/event.h"
#include "torch_glue/stream.h"

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

struct MusaGuardImpl final : public c10::impl::DeviceGuardImplInterface {
  c10::DeviceType type() const override { return kMusa; }

  c10::Device exchangeDevice(c10::Device device) const override {
    TORCH_INTERNAL_ASSERT(device.type() == kMusa);
    return musa_device(exchange_device(checked_device_index(device.index())));
  }
  c10::Device getDevice() const override { return musa_device(current_device()); }
  void setDevice(c10::Device device) const override { exchangeDevice(device); }
  void uncheckedSetDevice(c10::Device device) const noexcept override {
    exchange_device(device.index());
  }
  c10::DeviceIndex deviceCount() const noexcept override {
    return static_cast<c10::DeviceIndex>(device_count());
  }
  void synchronizeDevice(const c10::DeviceIndex device) const override {
    const DeviceScope scope(checked_device_index(device));
    check(musaDeviceSynchronize());
  }

  c10::Stream getStream(c10::Device device) const override {
    return current_torch_stream(device.index());
  }
  c10::Stream getDefaultStream(c10::Device device) const override {
    return torch_stream(device.index(), kDefaultStream);
  }
  c10::Stream getStreamFromGlobalPool(c10::Device device, bool high_priority) const override {
    return getNewStream(device, high_priority ? kHighestPriority : kLowestPriority);
  }
  c10::Stream getNewStream(c10::Device device, int priority) const override {
    const int index = checked_device_index(device.index());
    return torch_stream(index, next_pool_stream(index, priority));
  }
  c10::Stream exchangeStream(c10::Stream stream) const override {
    const int index = checked_device_index(stream.device_index());
    return torch_stream(index, exchange_stream(index, stream.id()));
  }
  bool queryStream(const c10::Stream& stream) const override {
    return is_done(with_stream(stream, musaStreamQuery));
  }
  void synchronizeStream(const c10::Stream& stream) const override {
    check(with_stream(stream, musaStreamSynchronize));
  }
  // No `override` here and below: older versions of torch do not ask.
  bool isStreamCapturing(const c10::Stream& stream) const {
    musaStreamCaptureStatus status = musaStreamCaptureStatusNone;
    check(with_stream(stream,
                      [&](musaStream_t handle) { return musaStreamIsCapturing(handle, &status); }));
    return status != musaStreamCaptureStatusNone;
  }
  void* getStreamNativeHandle(const c10::Stream stream) const { return handle_of(stream); }

  void record(void** event, const c10::Stream& stream, const c10::DeviceIndex device,
              const c10::EventFlag flag) const override {
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
  void block(void* event, const c10::Stream& stream) const override {
    check(with_stream(stream, [&](musaStream_t handle) {
      return musaStreamWaitEvent(handle, as_event(event), musaEventWaitDefault);
    }));
  }
  bool queryEvent(void* event) const override {
    return event == nullptr || is_done(musaEventQuery(as_event(event)));
  }
  void synchronizeEvent(void* event) const override {
    if (event != nullptr) {
      check(musaEventSynchronize(as_event(event)));
    }
  }
  void destroyEvent(void* event, const c10::DeviceIndex /*device*/) const noexcept override {
    if (event != nullptr && !in_bad_fork()) {
      musaEventDestroy(as_event(event));
    }
  }
#if __has_include(<c10/core/DeviceCapability.h>)
  // Every type, as on the CPU.
  c10::DeviceCapability getDeviceCapability(c10::Device /*device*/) const { return {}; }
#endif
  void recordDataPtrOnStream(const c10::DataPtr& data, const c10::Stream& stream) const override {
    record_stream(data, stream);
  }
  double elapsedTime(void* start, void* end, const c10::DeviceIndex /*device*/) const override {
    TORCH_CHECK_VALUE(start != nullptr && end != nullptr,
                      "Both events must be recorded before calculating elapsed time.");
    float milliseconds = 0;
    check(musaEventElapsedTime(&milliseconds, as_event(start), as_event(end)));
    return static_cast<double>(milliseconds);
  }
};

const c10::impl::DeviceGuardImplRegistrar g_registrar(kMusa, new MusaGuardImpl);

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
