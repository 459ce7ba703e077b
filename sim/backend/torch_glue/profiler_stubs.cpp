// Events around operators, for PyTorch's profiler where Kineto does not know the device.
#include <c10/core/impl/VirtualGuardImpl.h>
#include <c10/util/ApproximateClock.h>
#include <torch/csrc/profiler/stubs/base.h>

#include "torch_glue/device_type.h"

namespace musasim {

namespace {

using torch::profiler::impl::ProfilerVoidEventStub;

c10::impl::VirtualGuardImpl guard() { return c10::impl::VirtualGuardImpl(kMusa); }

struct RecordedEvent {
  void* event = nullptr;
  c10::DeviceIndex device = 0;

  RecordedEvent() = default;
  ~RecordedEvent() { guard().destroyEvent(event, device); }
  RecordedEvent(const RecordedEvent&) = delete;
  RecordedEvent& operator=(const RecordedEvent&) = delete;
};

class MusaProfilerStubs final : public torch::profiler::impl::ProfilerStubs {
 public:
  void record(c10::DeviceIndex* device, ProfilerVoidEventStub* event,
              std::int64_t* cpu_ns) const override {
    const c10::impl::VirtualGuardImpl devices = guard();
    const c10::Device current = devices.getDevice();
    const auto recorded = std::make_shared<RecordedEvent>();
    recorded->device = current.index();
    devices.record(&recorded->event, devices.getStream(current), current.index(),
                   c10::EventFlag::BACKEND_DEFAULT);
    if (device != nullptr) {
      *device = current.index();
    }
    if (cpu_ns != nullptr) {
      *cpu_ns = c10::getTime();
    }
    *event = recorded;
  }

  // Microseconds.
  float elapsed(const ProfilerVoidEventStub* start,
                const ProfilerVoidEventStub* end) const override {
    const auto* first = static_cast<const RecordedEvent*>(start->get());
    const auto* last = static_cast<const RecordedEvent*>(end->get());
    const c10::impl::VirtualGuardImpl devices = guard();
    devices.synchronizeEvent(first->event);
    devices.synchronizeEvent(last->event);
    const double milliseconds = devices.elapsedTime(first->event, last->event, first->device);
    return static_cast<float>(milliseconds * 1000.0);
  }

  // For a tool that shows ranges on the device's timeline; there is none.
  void mark(const char* /*name*/) const override {}
  void rangePush(const char* /*name*/) const override {}
  void rangePop() const override {}
  bool enabled() const override { return true; }

  void onEachDevice(std::function<void(int)> visit) const override {
    const c10::impl::VirtualGuardImpl devices = guard();
    const c10::Device before = devices.getDevice();
    for (c10::DeviceIndex index = 0; index < devices.deviceCount(); ++index) {
      devices.setDevice(musa_device(index));
      visit(index);
    }
    devices.setDevice(before);
  }

  void synchronize() const override {
    const c10::impl::VirtualGuardImpl devices = guard();
    devices.synchronizeDevice(devices.getDevice().index());
  }
};

struct StubsRegistration {
  StubsRegistration() {
    static MusaProfilerStubs stubs;
    torch::profiler::impl::registerPrivateUse1Methods(&stubs);
  }
};

const StubsRegistration g_stubs_registration;

}  // namespace

}  // namespace musasim
