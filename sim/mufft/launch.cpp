// Putting a plan's work on its devices.
#include "mufft/launch.h"

#include <optional>
#include <utility>

#include "machine/device/access.h"
#include "machine/device/device_scope.h"
#include "machine/device/simulated_gpus.h"
#include "machine/stream/event.h"

namespace musasim::fft {
namespace {

// Lets what `to` gets from now on wait for what `from` holds. Streams are (device, stream).
using DeviceStream = std::pair<int, musaStream_t>;

musaError_t record_on(DeviceStream from, musaEvent_t* event) {
  const DeviceScope scope(from.first);
  const musaError_t error = create_event(event, musaEventDisableTiming);
  return error != musaSuccess ? error : record_event(*event, from.second, 0);
}

musaError_t join(DeviceStream from, DeviceStream to) {
  musaEvent_t event = nullptr;
  musaError_t error = record_on(from, &event);
  if (error == musaSuccess) {
    const DeviceScope scope(to.first);
    error = wait_event(to.second, event, 0);
  }
  if (event != nullptr) destroy_event(event);
  return error;
}

// The device and stream on which the plan's work runs.
DeviceStream home_of(const mufftHandle_t& plan) {
  const int first = plan.part_device(0);
  if (plan.stream == nullptr) return {first, nullptr};
  const DeviceScope scope(first);  // default streams are those of the current device
  const int device = stream_device(plan.stream);
  return {device < 0 ? first : device, plan.stream};
}

}  // namespace

musaError_t launch_on_devices(const mufftHandle_t& plan, const char* name,
                              std::function<musaError_t()> work) {
  const DeviceStream home = home_of(plan);
  const DeviceScope scope(home.first);
  const std::size_t parts = plan.part_count();
  if (parts > 1 && is_capturing(home.second)) return musaErrorStreamCaptureUnsupported;
  for (std::size_t part = 0; part < parts; ++part) {
    const int device = plan.part_device(part);
    if (device == home.first) continue;
    const musaError_t error = join({device, nullptr}, home);
    if (error != musaSuccess) return error;
  }
  musaError_t error = launch_work(home.second, name, std::move(work));
  for (std::size_t part = 0; part < parts && error == musaSuccess; ++part) {
    const int device = plan.part_device(part);
    if (device != home.first) error = join(home, {device, nullptr});
  }
  return error;
}

musaError_t wait_on_devices(const mufftHandle_t& plan) {
  const DeviceStream home = home_of(plan);
  const DeviceScope scope(home.first);
  return wait_for(home.second);
}

std::function<musaError_t()> transform_work(const mufftHandle_t& plan, const char* name, Buffer in,
                                            Buffer out, bool inverse) {
  return [kernel = plan.kernel, name, in = std::move(in), out = std::move(out), inverse] {
    std::optional<KernelAccess> access;
    const bool calls_back = in.callback != nullptr || out.callback != nullptr;
    if (calls_back) access.emplace(current_device(), name);
    execute(*kernel, in, out, inverse);
    return musaSuccess;
  };
}

}  // namespace musasim::fft
