// Transforms of descriptors. What is in natural order becomes shuffled, and the other way round;
// batches stay as they are.
#include <optional>
#include <utility>

#include "mufft/descriptor.h"
#include "mufft/launch.h"

namespace musasim::fft {
namespace {

// The format of an in-place transform's result.
int format_after(const Kernel& kernel, int format) {
  if (is_batched(kernel)) return format;
  switch (format) {
    case MUFFT_XT_FORMAT_INPUT: return MUFFT_XT_FORMAT_OUTPUT;
    case MUFFT_XT_FORMAT_OUTPUT: return MUFFT_XT_FORMAT_INPUT;
    case MUFFT_XT_FORMAT_INPLACE_SHUFFLED: return MUFFT_XT_FORMAT_INPLACE;
    default: return MUFFT_XT_FORMAT_INPLACE_SHUFFLED;
  }
}

bool is_in_place_format(int format) {
  return format != MUFFT_XT_FORMAT_INPUT && format != MUFFT_XT_FORMAT_OUTPUT;
}

// The side that the plan reads.
mufftResult read_side(const mufftHandle_t& plan, const Descriptor& in, Contents* read) {
  if (!contents_of(plan, in, read)) return MUFFT_INVALID_VALUE;
  const Kernel& kernel = *plan.kernel;
  if (read->element.complex != kernel.in.element.complex) return MUFFT_INVALID_VALUE;
  const bool strings = read->order == Order::kShuffled && is_line(kernel);
  // A copy to another descriptor brings such data into natural order, as with cuFFT.
  return strings && plan.part_count() > 1 ? MUFFT_INVALID_TYPE : MUFFT_SUCCESS;
}

mufftResult run(const mufftHandle_t& plan, const char* name, Buffer read, Buffer written,
                int direction) {
  read.callback = plan.load_callback;
  written.callback = plan.store_callback;
  const musaError_t error = launch_on_devices(
      plan, name,
      transform_work(plan, name, std::move(read), std::move(written), direction == MUFFT_INVERSE));
  return error == musaSuccess ? MUFFT_SUCCESS : MUFFT_EXEC_FAILED;
}

mufftResult exec_in_place(const mufftHandle_t& plan, const char* name, Descriptor& data,
                          int direction) {
  const Kernel& kernel = *plan.kernel;
  const std::lock_guard<std::mutex> lock(data.mutex);
  Contents read;
  Contents written;
  if (const mufftResult wrong = read_side(plan, data, &read); wrong != MUFFT_SUCCESS) return wrong;
  const int format = data.head.subFormat;
  if (kernel.kind != Kind::kComplex && !is_in_place_format(format)) return MUFFT_INVALID_VALUE;
  const int after = format_after(kernel, format);
  if (!contents_as(plan, data, after, kernel.out.element.complex, &written)) {
    return MUFFT_INVALID_VALUE;
  }
  const mufftResult result =
      run(plan, name, std::move(read.buffer), std::move(written.buffer), direction);
  if (result == MUFFT_SUCCESS) data.hold(after, kernel.out.element.complex);
  return result;
}

mufftResult exec_apart(const mufftHandle_t& plan, const char* name, Descriptor& in, Descriptor& out,
                       int direction) {
  const Kernel& kernel = *plan.kernel;
  // cuFFT refuses it, too.
  if (!is_batched(kernel) && plan.part_count() > 1) return MUFFT_EXEC_FAILED;
  const std::scoped_lock lock(in.mutex, out.mutex);
  Contents read;
  Contents written;
  if (const mufftResult wrong = read_side(plan, in, &read); wrong != MUFFT_SUCCESS) return wrong;
  const int format = out.head.subFormat;
  if (!contents_as(plan, out, format, kernel.out.element.complex, &written)) {
    return MUFFT_INVALID_VALUE;
  }
  const mufftResult result =
      run(plan, name, std::move(read.buffer), std::move(written.buffer), direction);
  if (result == MUFFT_SUCCESS) out.hold(format, kernel.out.element.complex);
  return result;
}

bool is_of_type(const Kernel& kernel, mufftType type) {
  Element in;
  Element out;
  elements_of(type, &in, &out);
  return kernel.in.element.precision == in.precision && kernel.in.element.complex == in.complex &&
         kernel.out.element.complex == out.complex;
}

mufftResult exec(const char* name, mufftHandle handle, std::optional<mufftType> type,
                 musaLibXtDesc* input, musaLibXtDesc* output, int direction) noexcept {
  return with_plan(name, handle, [&](mufftHandle_t& plan, const ApiCall& call) {
    if (plan.kernel == nullptr) return MUFFT_INVALID_PLAN;
    if (type && !is_of_type(*plan.kernel, *type)) return MUFFT_INVALID_PLAN;
    const bool known = direction == MUFFT_FORWARD || direction == MUFFT_INVERSE;
    if (!known && plan.kernel->kind == Kind::kComplex) return MUFFT_INVALID_VALUE;
    const std::shared_ptr<Descriptor> in = find_descriptor(input);
    const std::shared_ptr<Descriptor> out = find_descriptor(output);
    if (in == nullptr || out == nullptr) return MUFFT_INVALID_VALUE;
    if (plan.lacks_work_area()) return MUFFT_NO_WORKSPACE;
    if (call.usable() != musaSuccess) return MUFFT_EXEC_FAILED;
    return in == out ? exec_in_place(plan, name, *in, direction)
                     : exec_apart(plan, name, *in, *out, direction);
  });
}

}  // namespace
}  // namespace musasim::fft

using namespace musasim::fft;

mufftResult mufftXtExecDescriptorC2C(mufftHandle plan, musaLibXtDesc* input, musaLibXtDesc* output,
                                     int direction) {
  return exec(__func__, plan, MUFFT_C2C, input, output, direction);
}

mufftResult mufftXtExecDescriptorR2C(mufftHandle plan, musaLibXtDesc* input,
                                     musaLibXtDesc* output) {
  return exec(__func__, plan, MUFFT_R2C, input, output, MUFFT_FORWARD);
}

mufftResult mufftXtExecDescriptorC2R(mufftHandle plan, musaLibXtDesc* input,
                                     musaLibXtDesc* output) {
  return exec(__func__, plan, MUFFT_C2R, input, output, MUFFT_INVERSE);
}

mufftResult mufftXtExecDescriptorZ2Z(mufftHandle plan, musaLibXtDesc* input, musaLibXtDesc* output,
                                     int direction) {
  return exec(__func__, plan, MUFFT_Z2Z, input, output, direction);
}

mufftResult mufftXtExecDescriptorD2Z(mufftHandle plan, musaLibXtDesc* input,
                                     musaLibXtDesc* output) {
  return exec(__func__, plan, MUFFT_D2Z, input, output, MUFFT_FORWARD);
}

mufftResult mufftXtExecDescriptorZ2D(mufftHandle plan, musaLibXtDesc* input,
                                     musaLibXtDesc* output) {
  return exec(__func__, plan, MUFFT_Z2D, input, output, MUFFT_INVERSE);
}

mufftResult mufftXtExecDescriptor(mufftHandle plan, musaLibXtDesc* input, musaLibXtDesc* output,
                                  int direction) {
  return exec(__func__, plan, std::nullopt, input, output, direction);
}
