// The extensions that are declared only: several devices in one plan, and callbacks.
#include "machine/device/api_call.h"
#include "mufftXt.h"

namespace {

mufftResult unsupported(const char* name) noexcept {
  const musasim::ApiCall call(name);
  return MUFFT_NOT_SUPPORTED;
}

}  // namespace

mufftResult mufftXtSetGPUs(mufftHandle, int, int*) { return unsupported(__func__); }

mufftResult mufftXtMalloc(mufftHandle, musaLibXtDesc**, mufftXtSubFormat) {
  return unsupported(__func__);
}

mufftResult mufftXtMemcpy(mufftHandle, void*, void*, mufftXtCopyType) {
  return unsupported(__func__);
}

mufftResult mufftXtFree(musaLibXtDesc*) { return unsupported(__func__); }

mufftResult mufftXtExecDescriptorC2C(mufftHandle, musaLibXtDesc*, musaLibXtDesc*, int) {
  return unsupported(__func__);
}

mufftResult mufftXtExecDescriptorR2C(mufftHandle, musaLibXtDesc*, musaLibXtDesc*) {
  return unsupported(__func__);
}

mufftResult mufftXtExecDescriptorC2R(mufftHandle, musaLibXtDesc*, musaLibXtDesc*) {
  return unsupported(__func__);
}

mufftResult mufftXtExecDescriptorZ2Z(mufftHandle, musaLibXtDesc*, musaLibXtDesc*, int) {
  return unsupported(__func__);
}

mufftResult mufftXtExecDescriptorD2Z(mufftHandle, musaLibXtDesc*, musaLibXtDesc*) {
  return unsupported(__func__);
}

mufftResult mufftXtExecDescriptorZ2D(mufftHandle, musaLibXtDesc*, musaLibXtDesc*) {
  return unsupported(__func__);
}

mufftResult mufftXtExecDescriptor(mufftHandle, musaLibXtDesc*, musaLibXtDesc*, int) {
  return unsupported(__func__);
}

mufftResult mufftXtQueryPlan(mufftHandle, void*, mufftXtQueryType) { return unsupported(__func__); }

mufftResult mufftXtSetCallback(mufftHandle, void**, mufftXtCallbackType, void**) {
  return unsupported(__func__);
}

mufftResult mufftXtClearCallback(mufftHandle, mufftXtCallbackType) { return unsupported(__func__); }

mufftResult mufftXtSetCallbackSharedSize(mufftHandle, mufftXtCallbackType, size_t) {
  return unsupported(__func__);
}

mufftResult mufftXtSetDistribution(mufftHandle, int, const long long*, const long long*,
                                   const long long*, const long long*, const long long*,
                                   const long long*) {
  return unsupported(__func__);
}
