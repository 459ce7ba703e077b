// Life of plans, their settings, and their launch.
#include "mufft/plan.h"

#include <algorithm>
#include <utility>

#include "machine/device/simulated_gpus.h"
#include "mufft/launch.h"
#include "mufft/spread.h"

bool mufftHandle_t::lacks_work_area() const {
  if (auto_allocation) return false;
  return work_areas.empty() ||
         std::find(work_areas.begin(), work_areas.end(), nullptr) != work_areas.end();
}

namespace musasim::fft {

mufftResult create_plan(const ApiCall& call, mufftHandle* handle) {
  if (handle == nullptr) return MUFFT_INVALID_VALUE;
  *handle = nullptr;
  if (call.usable() != musaSuccess) return MUFFT_SETUP_FAILED;
  auto made = std::make_shared<mufftHandle_t>();
  made->device = current_device();
  *handle = add_handle(std::move(made));
  return MUFFT_SUCCESS;
}

mufftResult make_plan(mufftHandle_t& plan, const Request& request, std::size_t* work_size) {
  if (plan.kernel != nullptr) return MUFFT_INVALID_PLAN;
  std::vector<std::size_t> bytes(plan.part_count());
  mufftResult result = work_sizes_of(request, bytes.size(), bytes.data());
  if (result != MUFFT_SUCCESS) return result;
  if (work_size == nullptr) return MUFFT_INVALID_VALUE;
  std::shared_ptr<const Kernel> kernel;
  result = make_kernel(request, &kernel);
  if (result == MUFFT_SUCCESS) result = check_spread(*kernel, plan.part_count());
  if (result != MUFFT_SUCCESS) return result;
  plan.kernel = std::move(kernel);
  std::copy(bytes.begin(), bytes.end(), work_size);
  plan.work_sizes = std::move(bytes);
  return MUFFT_SUCCESS;
}

mufftResult launch(mufftHandle_t& plan, const ApiCall& call, const char* name, const void* in,
                   void* out, int direction) {
  if (in == nullptr || out == nullptr) return MUFFT_INVALID_VALUE;
  const Kernel& kernel = *plan.kernel;
  const bool known = direction == MUFFT_FORWARD || direction == MUFFT_INVERSE;
  if (!known && kernel.kind == Kind::kComplex) return MUFFT_INVALID_VALUE;
  if (plan.part_count() > 1) return MUFFT_INTERNAL_ERROR;  // as cuFFT
  if (plan.lacks_work_area()) return MUFFT_NO_WORKSPACE;
  if (call.usable() != musaSuccess) return MUFFT_EXEC_FAILED;
  if (current_device() != plan.part_device(0)) return MUFFT_INVALID_DEVICE;
  const bool same = in == out;
  const auto work = transform_work(plan, name,
                                   {kernel.in.element,
                                    same ? kernel.in.in_place : kernel.in.layout,
                                    {},
                                    {const_cast<void*>(in)},
                                    plan.load_callback},
                                   {kernel.out.element,
                                    same ? kernel.out.in_place : kernel.out.layout,
                                    {},
                                    {out},
                                    plan.store_callback},
                                   direction == MUFFT_INVERSE);
  return launch_work(plan.stream, name, work) == musaSuccess ? MUFFT_SUCCESS : MUFFT_EXEC_FAILED;
}

}  // namespace musasim::fft

using namespace musasim;
using namespace musasim::fft;

mufftResult mufftCreate(mufftHandle* plan) {
  return public_call(__func__, [=](const ApiCall& call) { return create_plan(call, plan); });
}

mufftResult mufftDestroy(mufftHandle plan) {
  return public_call(__func__, [=] {
    return remove_handle(plan) != nullptr ? MUFFT_SUCCESS : MUFFT_INVALID_PLAN;
  });
}

mufftResult mufftGetSize(mufftHandle plan, size_t* workSize) {
  return with_plan(__func__, plan, [=](mufftHandle_t& live, const ApiCall&) {
    if (workSize == nullptr) return MUFFT_INVALID_VALUE;
    if (live.kernel == nullptr) return MUFFT_INVALID_PLAN;
    std::copy(live.work_sizes.begin(), live.work_sizes.end(), workSize);
    return MUFFT_SUCCESS;
  });
}

mufftResult mufftSetWorkArea(mufftHandle plan, void* workArea) {
  return with_plan(__func__, plan, [=](mufftHandle_t& live, const ApiCall&) {
    if (live.part_count() > 1) return MUFFT_INVALID_PLAN;  // mufftXtSetWorkArea takes an array
    live.work_areas = {workArea};
    return MUFFT_SUCCESS;
  });
}

// Before the plan is made, as on the platform.
mufftResult mufftSetAutoAllocation(mufftHandle plan, int autoAllocate) {
  return with_plan(__func__, plan, [=](mufftHandle_t& live, const ApiCall&) {
    if (live.kernel != nullptr) return MUFFT_INVALID_PLAN;
    live.auto_allocation = autoAllocate != 0;
    return MUFFT_SUCCESS;
  });
}

mufftResult mufftSetStream(mufftHandle plan, musaStream_t stream) {
  return with_plan(__func__, plan, [=](mufftHandle_t& live, const ApiCall&) {
    live.stream = stream;
    return MUFFT_SUCCESS;
  });
}
