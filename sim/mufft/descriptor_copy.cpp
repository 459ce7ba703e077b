// Copies between descriptors and the host, and among descriptors.
#include "machine/device/access.h"
#include "machine/stream/stream.h"
#include "mufft/descriptor.h"
#include "mufft/launch.h"

namespace musasim::fft {
namespace {

// Runs once the devices are done with what they hold, and waits for its end.
mufftResult copy(const mufftHandle_t& plan, const char* name, const Buffer& from,
                 const Buffer& to) {
  if (check_not_capturing() != musaSuccess) return MUFFT_INTERNAL_ERROR;
  const std::size_t count = elements_of(*plan.kernel, from.layout);
  const musaError_t error = launch_on_devices(plan, name, [=] {
    allow_host_pointers();  // one side may be the host's
    copy_elements(from, to, count);
    return musaSuccess;
  });
  if (error != musaSuccess) return MUFFT_INTERNAL_ERROR;
  return wait_on_devices(plan) == musaSuccess ? MUFFT_SUCCESS : MUFFT_INTERNAL_ERROR;
}

// The host has the elements in natural order, with the padding that the descriptor has.
Buffer host_buffer(const Contents& like, void* host) {
  return {like.element, like.buffer.layout, {}, {host}, nullptr};
}

mufftResult from_host(const mufftHandle_t& plan, const char* name, void* to, void* host) {
  const std::shared_ptr<Descriptor> target = find_descriptor(to);
  if (target == nullptr) return MUFFT_INVALID_VALUE;
  Contents contents;
  {
    const std::lock_guard<std::mutex> lock(target->mutex);
    if (!contents_of(plan, *target, &contents)) return MUFFT_INVALID_VALUE;
    const int format = target->head.subFormat;
    // The strings of a line's result are not for writing, as with cuFFT.
    const bool strings = contents.order == Order::kShuffled && is_line(*plan.kernel);
    if (strings && plan.part_count() > 1) return MUFFT_INVALID_TYPE;
    target->hold(format, contents.element.complex);
  }
  return copy(plan, name, host_buffer(contents, host), contents.buffer);
}

mufftResult to_host(const mufftHandle_t& plan, const char* name, void* host, void* from) {
  const std::shared_ptr<Descriptor> source = find_descriptor(from);
  if (source == nullptr) return MUFFT_INVALID_VALUE;
  Contents contents;
  {
    const std::lock_guard<std::mutex> lock(source->mutex);
    if (!contents_of(plan, *source, &contents)) return MUFFT_INVALID_VALUE;
  }
  return copy(plan, name, contents.buffer, host_buffer(contents, host));
}

mufftResult among_devices(const mufftHandle_t& plan, const char* name, void* to, void* from) {
  const std::shared_ptr<Descriptor> source = find_descriptor(from);
  const std::shared_ptr<Descriptor> target = find_descriptor(to);
  if (source == nullptr || target == nullptr) return MUFFT_INVALID_VALUE;
  Contents read;
  Contents written;
  {
    const std::lock_guard<std::mutex> lock(source->mutex);
    if (!contents_of(plan, *source, &read)) return MUFFT_INVALID_VALUE;
  }
  {
    const std::lock_guard<std::mutex> lock(target->mutex);
    const int format = target->head.subFormat;
    if (!contents_as(plan, *target, format, read.element.complex, &written)) {
      return MUFFT_INVALID_VALUE;
    }
    // Only natural order can be asked for, as with cuFFT.
    const bool shuffled = written.order != Order::kNatural && !is_batched(*plan.kernel);
    if (shuffled) return MUFFT_INTERNAL_ERROR;
    if (source == target) return MUFFT_SUCCESS;
    if (written.buffer.layout.embed[2] != read.buffer.layout.embed[2]) return MUFFT_INVALID_VALUE;
    target->hold(format, read.element.complex);
  }
  return copy(plan, name, read.buffer, written.buffer);
}

}  // namespace
}  // namespace musasim::fft

using namespace musasim;
using namespace musasim::fft;

mufftResult mufftXtMemcpy(mufftHandle plan, void* dstPointer, void* srcPointer,
                          mufftXtCopyType type) {
  const char* const name = __func__;
  return with_plan(name, plan, [=](mufftHandle_t& live, const ApiCall& call) {
    if (live.kernel == nullptr) return MUFFT_INVALID_PLAN;
    if (dstPointer == nullptr || srcPointer == nullptr) return MUFFT_INVALID_VALUE;
    if (call.usable() != musaSuccess) return MUFFT_SETUP_FAILED;
    switch (type) {
      case MUFFT_COPY_HOST_TO_DEVICE: return from_host(live, name, dstPointer, srcPointer);
      case MUFFT_COPY_DEVICE_TO_HOST: return to_host(live, name, dstPointer, srcPointer);
      case MUFFT_COPY_DEVICE_TO_DEVICE: return among_devices(live, name, dstPointer, srcPointer);
      default: return MUFFT_INVALID_VALUE;
    }
  });
}
