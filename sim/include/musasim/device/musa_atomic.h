// Atomic functions with the type and the scope in the name: of the device, of the block (cta), of the system
// (sys), which do the same here. The address is a generic one (gen).
#pragma once

#include "musasim/device/atomic.h"

// The macro's `function` is called with a pointer to Value and Values; Type is what the name has.
#define MUSASIM_GENERIC_ATOMIC_1(name, Type, function)        \
  inline Type __musa_atom_##name(Type* address, Type value) { \
    return ::musasim::device::function(address, value);       \
  }
#define MUSASIM_GENERIC_ATOMIC(operation, suffix, Type, function)          \
  MUSASIM_GENERIC_ATOMIC_1(operation##_gen_##suffix, Type, function)       \
  MUSASIM_GENERIC_ATOMIC_1(cta_##operation##_gen_##suffix, Type, function) \
  MUSASIM_GENERIC_ATOMIC_1(sys_##operation##_gen_##suffix, Type, function)
#define MUSASIM_GENERIC_ATOMICS(suffix, Type)                 \
  MUSASIM_GENERIC_ATOMIC(add, suffix, Type, atomic_add)       \
  MUSASIM_GENERIC_ATOMIC(sub, suffix, Type, atomic_subtract)  \
  MUSASIM_GENERIC_ATOMIC(and, suffix, Type, atomic_and)       \
  MUSASIM_GENERIC_ATOMIC(or, suffix, Type, atomic_or)         \
  MUSASIM_GENERIC_ATOMIC(xor, suffix, Type, atomic_xor)       \
  MUSASIM_GENERIC_ATOMIC(xchg, suffix, Type, atomic_exchange) \
  MUSASIM_GENERIC_ATOMIC(min, suffix, Type, atomic_min)       \
  MUSASIM_GENERIC_ATOMIC(max, suffix, Type, atomic_max)       \
  MUSASIM_GENERIC_CAS(cas_gen_##suffix, Type)                 \
  MUSASIM_GENERIC_CAS(cta_cas_gen_##suffix, Type)             \
  MUSASIM_GENERIC_CAS(sys_cas_gen_##suffix, Type)
#define MUSASIM_GENERIC_CAS(name, Type)                                          \
  inline Type __musa_atom_##name(Type* address, Type expected, Type value) {     \
    return ::musasim::device::atomic_compare_and_swap(address, expected, value); \
  }

extern "C" {

MUSASIM_GENERIC_ATOMICS(i, int)
MUSASIM_GENERIC_ATOMICS(ui, unsigned)
MUSASIM_GENERIC_ATOMICS(ll, long long)
MUSASIM_GENERIC_ATOMICS(ull, unsigned long long)
MUSASIM_GENERIC_ATOMIC(inc, ui, unsigned, atomic_increment)
MUSASIM_GENERIC_ATOMIC(dec, ui, unsigned, atomic_decrement)
MUSASIM_GENERIC_ATOMIC(add, f, float, atomic_plus)
MUSASIM_GENERIC_ATOMIC(xchg, f, float, atomic_replace)
MUSASIM_GENERIC_ATOMIC(add, d, double, atomic_plus)
MUSASIM_GENERIC_ATOMIC(xchg, d, double, atomic_replace)

inline float __mt_atomicAdd_f32(float* address, float value) { return atomicAdd(address, value); }
inline double __mt_atomicAdd_f64(double* address, double value) {
  return atomicAdd(address, value);
}
inline unsigned __mt_atomicInc_u32(unsigned* address, unsigned last) {
  return atomicInc(address, last);
}
inline unsigned __mt_atomicDec_u32(unsigned* address, unsigned last) {
  return atomicDec(address, last);
}

}  // extern "C"

#undef MUSASIM_GENERIC_ATOMIC
#undef MUSASIM_GENERIC_ATOMIC_1
#undef MUSASIM_GENERIC_ATOMICS
#undef MUSASIM_GENERIC_CAS
