// Plans behind mufftHandle, and what the public functions share.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "machine/library_call.h"
#include "machine/library_handles.h"
#include "mufft.h"
#include "mufft/buffer.h"
#include "mufft/kernel.h"

struct mufftHandle_t {
  static constexpr const char* kHandleKind = "mufftHandle";

  std::mutex mutex;  // guards all of it
  int device = 0;
  std::vector<int> devices;  // what mufftXtSetGPUs gave; empty: `device` alone
  musaStream_t stream = nullptr;
  bool auto_allocation = true;
  std::vector<void*> work_areas;  // one for each device, as the sizes
  std::vector<std::size_t> work_sizes;
  std::shared_ptr<const musasim::fft::Kernel> kernel;  // empty until the plan is made
  std::shared_ptr<const musasim::fft::Callback> load_callback;
  std::shared_ptr<const musasim::fft::Callback> store_callback;

  std::size_t part_count() const { return devices.empty() ? 1 : devices.size(); }
  int part_device(std::size_t part) const { return devices.empty() ? device : devices[part]; }
  bool lacks_work_area() const;
};

namespace musasim::fft {

using Library =
    LibraryStatuses<mufftResult, MUFFT_SUCCESS, MUFFT_ALLOC_FAILED, MUFFT_INTERNAL_ERROR>;

// The request of a MakePlan function; embeds of null mean dense data.
struct Request {
  int rank;
  const long long* n;
  const long long* in_embed;
  long long in_stride;
  long long in_distance;
  const long long* out_embed;
  long long out_stride;
  long long out_distance;
  long long batch;
  Element in;
  Element out;
};

// The elements of a classic type; false when there is no such type.
bool elements_of(mufftType type, Element* in, Element* out) noexcept;

// Checks it and gives the bytes of its work area.
mufftResult work_size_of(const Request& request, std::size_t* bytes);
// The same for each of `parts` devices, in an array.
mufftResult work_sizes_of(const Request& request, std::size_t parts, std::size_t* bytes);
// The plan's data, or why there is none.
mufftResult make_kernel(const Request& request, std::shared_ptr<const Kernel>* kernel);

// The frame of a public function: body(call) or body().
template <class Body>
mufftResult public_call(const char* function, Body&& body) noexcept {
  return musasim::public_call<Library>(function, std::forward<Body>(body));
}

// The same with the live plan, locked: body(plan, call).
template <class Body>
mufftResult with_plan(const char* function, mufftHandle handle, Body&& body) noexcept {
  return public_call(function, [&](const ApiCall& call) {
    const std::shared_ptr<mufftHandle_t> plan = find_handle(handle);
    if (plan == nullptr) return MUFFT_INVALID_PLAN;
    const std::lock_guard<std::mutex> lock(plan->mutex);
    return body(*plan, call);
  });
}

mufftResult create_plan(const ApiCall& call, mufftHandle* handle);
mufftResult make_plan(mufftHandle_t& plan, const Request& request, std::size_t* work_size);
// Runs a made plan on its stream.
mufftResult launch(mufftHandle_t& plan, const ApiCall& call, const char* name, const void* in,
                   void* out, int direction);

}  // namespace musasim::fft
