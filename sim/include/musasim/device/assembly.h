// Functions for instructions of MUSA's own inline assembly: mcc writes calls of these functions in place of an asm
// statement (mcc/assembly/forms.def). A register is a variable of any type of the right size.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "musasim/device/atomic.h"
#include "musasim/device/built_in.h"
#include "musasim/device/musa_memory.h"
#include "musasim/device/warp.h"

namespace musasim::device::assembly {

enum Order { kWeak, kVolatile, kRelaxed, kAcquire, kRelease, kBoth };

struct alignas(16) Bits128 {
  std::uint64_t words[2];
};

// The value in a register of another type: the same bits, or of an integer the low ones, extended by its
// sign.
template <class To, class From>
To converted(const From& from) {
  if constexpr (sizeof(To) == sizeof(From)) {
    To to;
    std::memcpy(static_cast<void*>(&to), static_cast<const void*>(&from), sizeof to);
    return to;
  } else {
    static_assert(std::is_integral<From>::value && std::is_integral<To>::value,
                  "the operand of this assembly has another size than the instruction's type");
    return static_cast<To>(from);
  }
}
template <class To, class From>
void write(To& to, const From& from) {
  const To value = converted<To>(from);
  std::memcpy(static_cast<void*>(&to), static_cast<const void*>(&value), sizeof to);
}

// An operand in brackets: a pointer, or its number. 32 bits are enough for an address of shared memory.
template <class Pointer>
char* address(const Pointer& pointer, std::ptrdiff_t offset) {
  if constexpr (std::is_integral<Pointer>::value && sizeof(Pointer) == 4) {
    return shared_place("inline assembly", static_cast<std::uint32_t>(pointer), 32) + offset;
  } else if constexpr (std::is_integral<Pointer>::value) {
    return reinterpret_cast<char*>(static_cast<std::uintptr_t>(pointer)) + offset;
  } else {
    return (char*)pointer + offset;
  }
}

inline void fence() { __threadfence_system(); }

template <class T, Order order>
T load_one(const char* at) {
  static_assert(order != kRelease && order != kBoth, "a load has no such order");
  T value;
  if constexpr (order == kWeak) {
    std::memcpy(static_cast<void*>(&value), at, sizeof value);
  } else if constexpr (order == kVolatile) {
    value = volatile_load((const T*)at);
  } else {
    using Bits = WordOf<T>;
    typedef const Bits __attribute__((may_alias)) Place;
    static_assert(sizeof(Bits) == sizeof(T), "no atomic load of this size");
    value = converted<T>(__atomic_load_n((Place*)at, __ATOMIC_RELAXED));
    spin();
  }
  return value;
}

// One variable for each element of the vector.
template <class T, Order order, class... To>
void load(const char* at, To&... to) {
  ((write(to, load_one<T, order>(at)), at += sizeof(T)), ...);
  if constexpr (order == kAcquire) fence();
}

template <class T, Order order>
void store_one(char* at, const T& value) {
  if constexpr (order == kWeak) {
    std::memcpy(at, static_cast<const void*>(&value), sizeof value);
  } else if constexpr (order == kVolatile) {
    volatile_store(value, (T*)at);
  } else {
    using Bits = WordOf<T>;
    typedef Bits __attribute__((may_alias)) Place;
    static_assert(sizeof(Bits) == sizeof(T), "no atomic store of this size");
    __atomic_store_n((Place*)at, converted<Bits>(value), __ATOMIC_RELAXED);
  }
}

template <class T, Order order, class... From>
void store(char* at, const From&... from) {
  static_assert(order != kAcquire && order != kBoth, "a store has no such order");
  if constexpr (order == kRelease) fence();
  ((store_one<T, order>(at, converted<T>(from)), at += sizeof(T)), ...);
}

// The simulated caches hold nothing that memory has not.
template <class Bits>
void invalidate(const Bits&) {
  fence();
}

#define MUSASIM_ATOMIC(name, expression)              \
  struct name {                                       \
    template <class T>                                \
    static T change(const T& before, const T& with) { \
      return expression;                              \
    }                                                 \
  };
MUSASIM_ATOMIC(Add, before + with)
MUSASIM_ATOMIC(Min, with < before ? with : before)
MUSASIM_ATOMIC(Max, before < with ? with : before)
MUSASIM_ATOMIC(And, before& with)
MUSASIM_ATOMIC(Or, before | with)
MUSASIM_ATOMIC(Xor, before ^ with)
MUSASIM_ATOMIC(Exchange, (static_cast<void>(before), with))
#undef MUSASIM_ATOMIC

// An atomic operation that leaves memory as it is may be a thread's question for what others did.
template <class T, class Operation>
T change(char* at, const T& with) {
  bool same = false;
  const T before = atomic_change((T*)at, [&](const T& value) {
    const T after = Operation::change(value, with);
    same = std::memcmp(&value, &after, sizeof(T)) == 0;
    return after;
  });
  if (same) spin();
  return before;
}

template <class T, class Operation, class To, class With>
void atomic(char* at, To& to, const With& with) {
  write(to, change<T, Operation>(at, converted<T>(with)));
}
template <class T, class Operation, class With>
void reduce(char* at, const With& with) {
  change<T, Operation>(at, converted<T>(with));
}
template <class T, class To, class Expected, class With>
void compare_and_swap(char* at, To& to, const Expected& expected, const With& with) {
  write(to, atomic_compare_and_swap((T*)at, converted<T>(expected), converted<T>(with)));
}

template <class T, class To, class From>
void move(To& to, const From& from) {
  write(to, converted<T>(from));
}

}  // namespace musasim::device::assembly
