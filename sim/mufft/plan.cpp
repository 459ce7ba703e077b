// Life of plans, their settings, and their launch.
#include "mufft/plan.h"

#include <utility>

#include "machine/device/device.h"
#include "machine/library_handles.h"

namespace musasim::fft {

std::shared_ptr<mufftHandle_t> find_plan(mufftHandle handle) noexcept {
  return std::static_pointer_cast<mufftHandle_t>(find_library_handle(kPlanKind, handle));
}

mufftResult create_plan(const ApiCall& call, mufftHandle* handle) {
  if (handle == nullptr) return MUFFT_INVALID_VALUE;
  *handle = nullptr;
  if (call.usable() != musaSuccess) return MUFFT_SETUP_FAILED;
  auto made = std::make_shared<mufftHandle_t>();
  made->device = current_device();
  mark_used(made->device);
  mufftHandle const address = made.get();
  add_library_handle(kPlanKind, std::move(made));
  *handle = address;
  return MUFFT_SUCCESS;
}

mufftResult make_plan(mufftHandle_t& plan, const Request& request, std::size_t* work_size) {
  if (plan.kernel != nullptr) return MUFFT_INVALID_PLAN;
  std::size_t bytes = 0;
  if (const mufftResult wrong = work_size_of(request, &bytes); wrong != MUFFT_SUCCESS) {
    return wrong;
  }
  if (work_size == nullptr) return MUFFT_INVALID_VALUE;
  const mufftResult result = make_kernel(request, &plan.kernel);
  if (result == MUFFT_SUCCESS) *work_size = plan.work_size = bytes;
  return result;
}

mufftResult launch(mufftHandle_t& plan, const ApiCall& call, const char* name, const void* in,
                   void* out, int direction) {
  if (in == nullptr || out == nullptr) return MUFFT_INVALID_VALUE;
  const bool known = direction == MUFFT_FORWARD || direction == MUFFT_INVERSE;
  if (!known && plan.kernel->kind == Kind::kComplex) return MUFFT_INVALID_VALUE;
  if (!plan.auto_allocation && plan.work_area == nullptr) return MUFFT_NO_WORKSPACE;
  if (call.usable() != musaSuccess) return MUFFT_EXEC_FAILED;
  if (current_device() != plan.device) return MUFFT_INVALID_DEVICE;
  const auto work = [kernel = plan.kernel, in, out, inverse = direction == MUFFT_INVERSE] {
    try {
      execute(*kernel, backing(in), backing(out), inverse);
      return musaSuccess;
    } catch (const std::bad_alloc&) {
      return musaErrorMemoryAllocation;
    }
  };
  return launch_work(plan.stream, name, work) == musaSuccess ? MUFFT_SUCCESS : MUFFT_EXEC_FAILED;
}

}  // namespace musasim::fft

using namespace musasim;
using namespace musasim::fft;

mufftResult mufftCreate(mufftHandle* plan) {
  return api(__func__, [=](const ApiCall& call) { return create_plan(call, plan); });
}

mufftResult mufftDestroy(mufftHandle plan) {
  return api(__func__, [=](const ApiCall&) {
    return remove_library_handle(kPlanKind, plan) != nullptr ? MUFFT_SUCCESS : MUFFT_INVALID_PLAN;
  });
}

mufftResult mufftGetSize(mufftHandle plan, size_t* workSize) {
  return with_plan(__func__, plan, [=](mufftHandle_t& live, const ApiCall&) {
    if (workSize == nullptr) return MUFFT_INVALID_VALUE;
    if (live.kernel == nullptr) return MUFFT_INVALID_PLAN;
    *workSize = live.work_size;
    return MUFFT_SUCCESS;
  });
}

mufftResult mufftSetWorkArea(mufftHandle plan, void* workArea) {
  return with_plan(__func__, plan, [=](mufftHandle_t& live, const ApiCall&) {
    live.work_area = workArea;
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
