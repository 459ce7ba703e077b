// Atomic functions; each has a form for the block and one for the system, which do the same. They return
// what was there before. A thread that keeps asking without changing anything waits for another one: then
// others get a turn.
#pragma once

#include <cstring>
#include <type_traits>

#include "musa_bf16.h"
#include "musa_fp16.h"
#include "musasim/device/sync.h"

namespace musasim::device {

// CUDA's atomic functions order no other memory. Without checks they do, which costs nothing.
#if defined(MUSASIM_CHECK_KERNELS)
constexpr int kAtomicOrder = __ATOMIC_RELAXED;
#else
constexpr int kAtomicOrder = __ATOMIC_SEQ_CST;
#endif

template <std::size_t size>
struct BitsOf;
template <>
struct BitsOf<2> {
  using Type = unsigned short;
};
template <>
struct BitsOf<4> {
  using Type = unsigned;
};
template <>
struct BitsOf<8> {
  using Type = unsigned long long;
};

// *address = change(*address), for what the processor cannot do itself.
template <class T, class Change>
T atomic_change(T* address, Change change) {
  using Bits = typename BitsOf<sizeof(T)>::Type;
  static_assert(sizeof(Bits) == sizeof(T));
  auto* const place = reinterpret_cast<Bits __attribute__((may_alias))*>(address);
  Bits before = __atomic_load_n(place, __ATOMIC_RELAXED);
  for (;;) {
    T value;
    std::memcpy(static_cast<void*>(&value), &before, sizeof value);
    const T next = change(value);
    Bits after;
    std::memcpy(&after, static_cast<const void*>(&next), sizeof after);
    if (__atomic_compare_exchange_n(place, &before, after, true, kAtomicOrder, __ATOMIC_RELAXED)) {
      return value;
    }
  }
}

template <class T>
T atomic_compare_and_swap(T* address, T expected, T value) {
  const T wanted = expected;
  if (!__atomic_compare_exchange_n(address, &expected, value, false, kAtomicOrder, kAtomicOrder) ||
      wanted == value) {
    spin();
  }
  return expected;
}

template <class T>
T atomic_exchange(T* address, T value) {
  const T before = __atomic_exchange_n(address, value, kAtomicOrder);
  if (before == value) {
    spin();
  }
  return before;
}

// Adding nothing, or no bits, is how memory is read atomically.
template <class T>
T atomic_add(T* address, T value) {
  if (value == T{}) {
    spin();
  }
  return __atomic_fetch_add(address, value, kAtomicOrder);
}

template <class T>
T atomic_or(T* address, T value) {
  if (value == T{}) {
    spin();
  }
  return __atomic_fetch_or(address, value, kAtomicOrder);
}

// *address = value where `better` says that it is.
template <class T, class Better>
T atomic_best(T* address, T value, Better better) {
  T before = __atomic_load_n(address, kAtomicOrder);
  while (better(value, before) &&
         !__atomic_compare_exchange_n(address, &before, value, true, kAtomicOrder, kAtomicOrder)) {
  }
  return before;
}

template <class T>
T atomic_min(T* address, T value) {
  return atomic_best(address, value, [](T a, T b) { return a < b; });
}

template <class T>
T atomic_max(T* address, T value) {
  return atomic_best(address, value, [](T a, T b) { return b < a; });
}

template <class T>
T atomic_and(T* address, T value) {
  return __atomic_fetch_and(address, value, kAtomicOrder);
}

template <class T>
T atomic_xor(T* address, T value) {
  return __atomic_fetch_xor(address, value, kAtomicOrder);
}

template <class T>
T atomic_subtract(T* address, T value) {
  return __atomic_fetch_sub(address, value, kAtomicOrder);
}

inline unsigned atomic_increment(unsigned* address, unsigned last) {
  return atomic_change(address, [=](unsigned old) { return old >= last ? 0 : old + 1; });
}

inline unsigned atomic_decrement(unsigned* address, unsigned last) {
  return atomic_change(address,
                       [=](unsigned old) { return old == 0 || old > last ? last : old - 1; });
}

template <class T>
T atomic_replace(T* address, T value) {
  return atomic_change(address, [=](T) { return value; });
}

template <class T>
T atomic_plus(T* address, T value) {
  return atomic_change(address, [=](T old) { return old + value; });
}

}  // namespace musasim::device

#define MUSASIM_ATOMIC_SCOPES(name, type)                                              \
  inline type name##_block(type* address, type value) { return name(address, value); } \
  inline type name##_system(type* address, type value) { return name(address, value); }
#define MUSASIM_ATOMIC(name, type, function)            \
  inline type name(type* address, type value) {         \
    return ::musasim::device::function(address, value); \
  }                                                     \
  MUSASIM_ATOMIC_SCOPES(name, type)
#define MUSASIM_ATOMIC_INTEGERS(name, function) \
  MUSASIM_ATOMIC(name, int, function)           \
  MUSASIM_ATOMIC(name, unsigned, function)      \
  MUSASIM_ATOMIC(name, unsigned long long, function)

MUSASIM_ATOMIC_INTEGERS(atomicAdd, atomic_add)
MUSASIM_ATOMIC_INTEGERS(atomicExch, atomic_exchange)
MUSASIM_ATOMIC_INTEGERS(atomicMin, atomic_min)
MUSASIM_ATOMIC(atomicMin, long long, atomic_min)
MUSASIM_ATOMIC_INTEGERS(atomicMax, atomic_max)
MUSASIM_ATOMIC(atomicMax, long long, atomic_max)
MUSASIM_ATOMIC_INTEGERS(atomicOr, atomic_or)
MUSASIM_ATOMIC_INTEGERS(atomicAnd, atomic_and)
MUSASIM_ATOMIC_INTEGERS(atomicXor, atomic_xor)
MUSASIM_ATOMIC(atomicSub, int, atomic_subtract)
MUSASIM_ATOMIC(atomicSub, unsigned, atomic_subtract)
MUSASIM_ATOMIC(atomicInc, unsigned, atomic_increment)
MUSASIM_ATOMIC(atomicDec, unsigned, atomic_decrement)
MUSASIM_ATOMIC(atomicExch, float, atomic_replace)
MUSASIM_ATOMIC(atomicAdd, float, atomic_plus)
// A program may have its own function of this kind, which then takes precedence over the template.
template <class T, class = std::enable_if_t<std::is_same_v<T, double>>>
inline T atomicAdd(T* address, std::common_type_t<T> value) {
  return ::musasim::device::atomic_plus(address, value);
}
MUSASIM_ATOMIC_SCOPES(atomicAdd, double)

// The plain form is in the headers of the types.
MUSASIM_ATOMIC_SCOPES(atomicAdd, __half)
MUSASIM_ATOMIC_SCOPES(atomicAdd, __half2)
MUSASIM_ATOMIC_SCOPES(atomicAdd, __mt_bfloat16)
MUSASIM_ATOMIC_SCOPES(atomicAdd, __mt_bfloat162)

#undef MUSASIM_ATOMIC_INTEGERS
#undef MUSASIM_ATOMIC_SCOPES
#undef MUSASIM_ATOMIC

#define MUSASIM_ATOMIC_CAS(type)                                                 \
  inline type atomicCAS(type* address, type expected, type value) {              \
    return ::musasim::device::atomic_compare_and_swap(address, expected, value); \
  }                                                                              \
  inline type atomicCAS_block(type* address, type expected, type value) {        \
    return atomicCAS(address, expected, value);                                  \
  }                                                                              \
  inline type atomicCAS_system(type* address, type expected, type value) {       \
    return atomicCAS(address, expected, value);                                  \
  }

MUSASIM_ATOMIC_CAS(int)
MUSASIM_ATOMIC_CAS(unsigned)
MUSASIM_ATOMIC_CAS(unsigned long long)
MUSASIM_ATOMIC_CAS(unsigned short)

#undef MUSASIM_ATOMIC_CAS
