// The device guard: how c10 sees current devices, streams and events of ours.
#include <c10/core/impl/DeviceGuardImplInterface.h>
#include <torch/version.h>

#include <utility>

#include "runtime/event.h"
#include "runtime/stream.h"
#include "torch_glue/device_type.h"

namespace musasim {

namespace {

c10::Stream stream_of(c10::Device device, StreamNumber number) {
  return c10::Stream(c10::Stream::UNSAFE, musa_device(checked_device_index(device.index())),
                     number);
}

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

  c10::Stream getStream(c10::Device device) const override {
    const int index = checked_device_index(device.index());
    return stream_of(device, current_stream(index));
  }
  c10::Stream getDefaultStream(c10::Device device) const override {
    return stream_of(device, kDefaultStream);
  }
  c10::Stream getStreamFromGlobalPool(c10::Device device, bool high_priority) const override {
    return getNewStream(device, high_priority ? kHighestPriority : kLowestPriority);
  }
  c10::Stream getNewStream(c10::Device device, int priority) const override {
    const int index = checked_device_index(device.index());
    return stream_of(device, next_pool_stream(index, priority));
  }
  c10::Stream exchangeStream(c10::Stream stream) const override {
    return stream_of(stream.device(), exchange_stream(stream.device_index(), stream.id()));
  }
  bool queryStream(const c10::Stream& /*stream*/) const override { return true; }
  void synchronizeStream(const c10::Stream& /*stream*/) const override {}
  void synchronizeDevice(const c10::DeviceIndex /*device*/) const override {}
#if TORCH_VERSION_MAJOR > 2 || TORCH_VERSION_MINOR >= 10
  void* getStreamNativeHandle(const c10::Stream stream) const override {
    return reinterpret_cast<void*>(stream_handle(stream.device_index(), stream.id()));
  }
#endif

  void record(void** event, const c10::Stream& stream, const c10::DeviceIndex device,
              const c10::EventFlag flag) const override {
    TORCH_CHECK(device == -1 || device == stream.device_index(), "Event device index ",
                static_cast<int>(device), " does not match recording stream's device index ",
                static_cast<int>(stream.device_index()), ".");
    if (*event == nullptr) {
      *event = new Event{flag == c10::EventFlag::BACKEND_DEFAULT, stream.device_index()};
    }
    static_cast<Event*>(*event)->time = Event::Clock::now();
  }
  void block(void* /*event*/, const c10::Stream& /*stream*/) const override {}
  bool queryEvent(void* /*event*/) const override { return true; }
  void synchronizeEvent(void* /*event*/) const override {}
  void destroyEvent(void* event, const c10::DeviceIndex /*device*/) const noexcept override {
    delete static_cast<Event*>(event);
  }
  double elapsedTime(void* start, void* end, const c10::DeviceIndex /*device*/) const override {
    const auto* first = static_cast<const Event*>(start);
    const auto* last = static_cast<const Event*>(end);
    TORCH_CHECK_VALUE(first != nullptr && last != nullptr,
                      "Both events must be recorded before calculating elapsed time.");
    TORCH_CHECK_VALUE(first->timing && last->timing,
                      "Both events must be created with argument 'enable_timing=True'.");
    return first->milliseconds_to(*last);
  }
};

const c10::impl::DeviceGuardImplRegistrar g_registrar(kMusa, new MusaGuardImpl);

}  // namespace

}  // namespace musasim
