// The GPU and the memory of a device. Kernels run on the host's processors, so no part is ever busy.
#include "mtml/handles.h"

using namespace musasim::mtml;
using musasim::used_by_this_process;

namespace {

constexpr int kMegahertz = 1000;

}  // namespace

MtmlReturn mtmlDeviceInitGpu(const MtmlDevice* dev, MtmlGpu** gpu) {
  return answer(dev, gpu, [&] { return &device_at(dev->index)->gpu; });
}

MtmlReturn mtmlDeviceFreeGpu(MtmlGpu* gpu) { return released(gpu); }

MtmlReturn mtmlGpuGetUtilization(const MtmlGpu* gpu, unsigned int* utilization) {
  return answer(gpu, utilization, [] { return 0; });
}

MtmlReturn mtmlGpuGetEngineUtilization(const MtmlGpu* gpu, MtmlGpuEngine engine,
                                       unsigned int* utilization) {
  if (engine < MTML_GPU_ENGINE_GEOMETRY || engine >= MTML_GPU_ENGINE_MAX) {
    return MTML_ERROR_INVALID_ARGUMENT;
  }
  return answer(gpu, utilization, [] { return 0; });
}

MtmlReturn mtmlGpuGetClock(const MtmlGpu* gpu, unsigned int* clockMhz) {
  return answer(gpu, clockMhz, [] { return inventory().model->limits.clock_khz / kMegahertz; });
}

MtmlReturn mtmlGpuGetMaxClock(const MtmlGpu* gpu, unsigned int* clockMhz) {
  return mtmlGpuGetClock(gpu, clockMhz);
}

MtmlReturn mtmlDeviceInitMemory(const MtmlDevice* dev, MtmlMemory** mem) {
  return answer(dev, mem, [&] { return &device_at(dev->index)->memory; });
}

MtmlReturn mtmlDeviceFreeMemory(MtmlMemory* mem) { return released(mem); }

MtmlReturn mtmlMemoryGetTotal(const MtmlMemory* mem, unsigned long long* total) {
  return answer(mem, total, [] { return inventory().memory; });
}

// Each process has devices of its own, so that this process's use is all there is.
MtmlReturn mtmlMemoryGetUsed(const MtmlMemory* mem, unsigned long long* used) {
  return answer(mem, used, [&] { return used_by_this_process(mem->device); });
}

MtmlReturn mtmlMemoryGetUtilization(const MtmlMemory* mem, unsigned int* utilization) {
  return answer(mem, utilization,
                [&] { return used_by_this_process(mem->device) * 100 / inventory().memory; });
}

MtmlReturn mtmlMemoryGetClock(const MtmlMemory* mem, unsigned int* clockMhz) {
  return answer(mem, clockMhz,
                [] { return inventory().model->limits.memory_clock_khz / kMegahertz; });
}

MtmlReturn mtmlMemoryGetMaxClock(const MtmlMemory* mem, unsigned int* clockMhz) {
  return mtmlMemoryGetClock(mem, clockMhz);
}

MtmlReturn mtmlMemoryGetBusWidth(const MtmlMemory* mem, unsigned int* busWidth) {
  return answer(mem, busWidth, [] { return inventory().model->limits.bus_bits; });
}

MtmlReturn mtmlMemoryGetEccMode(const MtmlMemory* mem, MtmlEccMode* currentMode,
                                MtmlEccMode* pendingMode) {
  const auto none = [] { return MTML_MEMORY_ECC_DISABLE; };
  const MtmlReturn first = answer(mem, currentMode, none);
  return first != MTML_SUCCESS ? first : answer(mem, pendingMode, none);
}
