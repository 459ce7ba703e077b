// Execution of plans of the classic types.
#include "mufft/plan.h"

namespace musasim::fft {
namespace {

mufftResult exec(const char* name, mufftHandle handle, mufftType type, const void* in, void* out,
                 int direction) noexcept {
  return with_plan(name, handle, [&](mufftHandle_t& plan, const ApiCall& call) {
    if (plan.kernel == nullptr) return MUFFT_INVALID_PLAN;
    Element from;
    Element to;
    elements_of(type, &from, &to);
    const Kernel& kernel = *plan.kernel;
    const bool same = kernel.in.element.precision == from.precision &&
                      kernel.in.element.complex == from.complex &&
                      kernel.out.element.complex == to.complex;
    return same ? launch(plan, call, name, in, out, direction) : MUFFT_INVALID_TYPE;
  });
}

}  // namespace
}  // namespace musasim::fft

using namespace musasim::fft;

mufftResult mufftExecC2C(mufftHandle plan, mufftComplex* idata, mufftComplex* odata,
                         int direction) {
  return exec(__func__, plan, MUFFT_C2C, idata, odata, direction);
}

mufftResult mufftExecR2C(mufftHandle plan, mufftReal* idata, mufftComplex* odata) {
  return exec(__func__, plan, MUFFT_R2C, idata, odata, MUFFT_FORWARD);
}

mufftResult mufftExecC2R(mufftHandle plan, mufftComplex* idata, mufftReal* odata) {
  return exec(__func__, plan, MUFFT_C2R, idata, odata, MUFFT_INVERSE);
}

mufftResult mufftExecZ2Z(mufftHandle plan, mufftDoubleComplex* idata, mufftDoubleComplex* odata,
                         int direction) {
  return exec(__func__, plan, MUFFT_Z2Z, idata, odata, direction);
}

mufftResult mufftExecD2Z(mufftHandle plan, mufftDoubleReal* idata, mufftDoubleComplex* odata) {
  return exec(__func__, plan, MUFFT_D2Z, idata, odata, MUFFT_FORWARD);
}

mufftResult mufftExecZ2D(mufftHandle plan, mufftDoubleComplex* idata, mufftDoubleReal* odata) {
  return exec(__func__, plan, MUFFT_Z2D, idata, odata, MUFFT_INVERSE);
}
