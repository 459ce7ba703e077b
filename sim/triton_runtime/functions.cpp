// Device functions, by the host's own and by those of compiled .mu files.
#include <cmath>

#include "vector_functions.h"
// What follows needs it.
#include "musasim/device/built_in.h"
#include "musasim/device/libdevice.h"
#include "musasim/device/rounded.h"
#include "triton_runtime/api.h"

extern "C" {

#define MUSASIM_NV(result, name, parameters, expression) \
  MUSASIM_DEVICE_API result __nv_##name parameters { return expression; }
#define MUSASIM_OCML_1(name)                                                     \
  MUSASIM_DEVICE_API float __ocml_##name##_f32(float a) { return std::name(a); } \
  MUSASIM_DEVICE_API double __ocml_##name##_f64(double a) { return std::name(a); }
#define MUSASIM_OCML_2(name)                                                                 \
  MUSASIM_DEVICE_API float __ocml_##name##_f32(float a, float b) { return std::name(a, b); } \
  MUSASIM_DEVICE_API double __ocml_##name##_f64(double a, double b) { return std::name(a, b); }
#include "triton_runtime/functions.def"
#undef MUSASIM_NV
#undef MUSASIM_OCML_1
#undef MUSASIM_OCML_2

MUSASIM_DEVICE_API float __ocml_rsqrt_f32(float a) { return ::rsqrt(a); }
MUSASIM_DEVICE_API double __ocml_rsqrt_f64(double a) { return ::rsqrt(a); }
MUSASIM_DEVICE_API float __ocml_pown_f32(float a, int b) { return __nv_powif(a, b); }
MUSASIM_DEVICE_API double __ocml_pown_f64(double a, int b) { return __nv_powi(a, b); }

// What MUSA has beside CUDA's.
MUSASIM_DEVICE_API float __mt_tt_tanh_f32(float a) { return ::tanhf(a); }
MUSASIM_DEVICE_API float __mt_tt_gelu_f32(float a) {
  constexpr float sqrt_half = 0.707106781F;
  return 0.5F * a * ::erfcf(-sqrt_half * a);
}

MUSASIM_DEVICE_API unsigned __ockl_mul_hi_u32(unsigned a, unsigned b) { return __umulhi(a, b); }
MUSASIM_DEVICE_API unsigned long long __ockl_mul_hi_u64(unsigned long long a,
                                                        unsigned long long b) {
  return __umul64hi(a, b);
}

}  // extern "C"

std::uint32_t musasim_triton_byte_permute(std::uint32_t high, std::uint32_t low,
                                          std::uint32_t numbers) {
  const std::uint64_t both = std::uint64_t{high} << 32 | low;
  std::uint32_t result = 0;
  for (unsigned i = 0; i < 4; ++i) {
    const unsigned number = numbers >> 8 * i & 0xff;
    std::uint32_t byte = number == 12 ? 0 : 0xff;
    if (number < 8) {
      byte = both >> 8 * number & 0xff;
    } else if (number < 12) {
      byte = (both >> (16 * (number - 8) + 15) & 1) != 0 ? 0xff : 0;
    }
    result |= byte << 8 * i;
  }
  return result;
}

std::uint64_t musasim_triton_clock() { return static_cast<std::uint64_t>(clock64()); }
