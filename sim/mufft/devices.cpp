// The devices of a plan, and how a line is laid out on them.
#include <algorithm>

#include "machine/device/simulated_gpus.h"
#include "mufft/plan.h"
#include "mufft/spread.h"
#include "mufftXt.h"

namespace musasim::fft {
namespace {

constexpr int kMostDevices = 16;

int bits_of(std::size_t power) {
  int bits = 0;
  while ((std::size_t{1} << bits) < power) ++bits;
  return bits;
}

mufftXt1dFactors described(std::size_t length, const Factors& factors) {
  const auto number = [](std::size_t n) { return static_cast<long long>(n); };
  const std::size_t string = length / factors.strings;
  const std::size_t substring = string / factors.factor2;
  mufftXt1dFactors all{};
  all.size = number(length);
  all.stringCount = number(factors.strings);
  all.stringLength = number(string);
  all.substringLength = number(substring);
  all.factor1 = number(factors.factor1);
  all.factor2 = number(factors.factor2);
  all.stringMask = all.stringCount - 1;
  all.substringMask = all.substringLength - 1;
  all.factor1Mask = all.factor1 - 1;
  all.factor2Mask = all.factor2 - 1;
  all.stringShift = bits_of(string);
  all.substringShift = bits_of(substring);
  all.factor1Shift = bits_of(factors.factor1);
  all.factor2Shift = bits_of(factors.factor2);
  return all;
}

mufftResult check_devices(const std::vector<int>& devices) {
  const int count = device_count();
  for (auto device = devices.begin(); device != devices.end(); ++device) {
    if (*device < 0 || *device >= count) return MUFFT_INVALID_DEVICE;
    if (std::find(devices.begin(), device, *device) != device) return MUFFT_INVALID_DEVICE;
  }
  return MUFFT_SUCCESS;
}

}  // namespace
}  // namespace musasim::fft

using namespace musasim;
using namespace musasim::fft;

// Before the plan is made. One device is fine, unlike with cuFFT.
mufftResult mufftXtSetGPUs(mufftHandle plan, int nGPUs, int* whichGPUs) {
  return with_plan(__func__, plan, [=](mufftHandle_t& live, const ApiCall& call) {
    if (live.kernel != nullptr) return MUFFT_INVALID_PLAN;
    if (nGPUs < 1 || nGPUs > kMostDevices || whichGPUs == nullptr) return MUFFT_INVALID_VALUE;
    if (call.usable() != musaSuccess) return MUFFT_SETUP_FAILED;
    std::vector<int> devices(whichGPUs, whichGPUs + nGPUs);
    if (const mufftResult wrong = check_devices(devices); wrong != MUFFT_SUCCESS) return wrong;
    for (const int device : devices) mark_used(device);
    live.devices = std::move(devices);
    live.work_areas.clear();  // they were another number's
    return MUFFT_SUCCESS;
  });
}

// Only a single line on several devices has factors.
mufftResult mufftXtQueryPlan(mufftHandle plan, void* queryStruct, mufftXtQueryType queryType) {
  return with_plan(__func__, plan, [=](mufftHandle_t& live, const ApiCall&) {
    if (live.kernel == nullptr) return MUFFT_INVALID_PLAN;
    if (queryStruct == nullptr || queryType != MUFFT_QUERY_1D_FACTORS) return MUFFT_INVALID_VALUE;
    const Kernel& kernel = *live.kernel;
    if (live.part_count() < 2 || !is_line(kernel)) return MUFFT_INVALID_PLAN;
    const std::size_t length = elements_of(kernel, kernel.in.layout);
    *static_cast<mufftXt1dFactors*>(queryStruct) =
        described(length, factors_of(length, live.part_count()));
    return MUFFT_SUCCESS;
  });
}
