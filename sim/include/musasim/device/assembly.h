// What instructions of inline assembly become: mcc writes calls of these functions in place of an asm
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

inline void prefetch(const char*) {}
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

// What leaves memory as it is may be how a thread asks what others did.
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

// Denormal numbers are zeros of their sign.
template <bool flush>
float flushed(float value) {
  if constexpr (flush) {
    if (std::fabs(value) < 1.17549435e-38F) return std::copysign(0.0F, value);
  }
  return value;
}

template <class T, bool flush, class Function>
T computed(const T& value, Function function) {
  if constexpr (std::is_same<T, float>::value) {
    return flushed<flush>(function(flushed<flush>(value)));
  } else if constexpr (std::is_same<T, __half2>::value) {
    return __floats2half2_rn(function(__low2float(value)), function(__high2float(value)));
  } else {
    static_assert(std::is_same<T, __half>::value, "not for this type");
    return __float2half(function(__half2float(value)));
  }
}

#define MUSASIM_FUNCTION(name, expression)                       \
  template <class T, bool flush, class To, class From>           \
  void name(To& to, const From& from) {                          \
    const auto function = [](float x) { return expression; };    \
    write(to, computed<T, flush>(converted<T>(from), function)); \
  }
MUSASIM_FUNCTION(exp2, std::exp2(x))
MUSASIM_FUNCTION(log2, std::log2(x))
MUSASIM_FUNCTION(reciprocal, 1.0F / x)
MUSASIM_FUNCTION(reciprocal_root, 1.0F / std::sqrt(x))
MUSASIM_FUNCTION(tanh, std::tanh(x))
#undef MUSASIM_FUNCTION

template <class T>
inline constexpr bool is_half = std::is_same<T, __half>::value || std::is_same<T, __half2>::value;

// What PTX has under these names without more words: numbers of floating point.
#define MUSASIM_ARITHMETIC(name, of_half, of_pair, expression)                   \
  template <class T, class To, class A, class B>                                 \
  void name(To& to, const A& left, const B& right) {                             \
    const T a = converted<T>(left), b = converted<T>(right);                     \
    static_assert(is_half<T> || std::is_floating_point<T>::value, "not for it"); \
    if constexpr (std::is_same<T, __half>::value) {                              \
      write(to, of_half(a, b));                                                  \
    } else if constexpr (std::is_same<T, __half2>::value) {                      \
      write(to, of_pair(a, b));                                                  \
    } else {                                                                     \
      write(to, expression);                                                     \
    }                                                                            \
  }
MUSASIM_ARITHMETIC(add, __hadd, __hadd2, a + b)
MUSASIM_ARITHMETIC(subtract, __hsub, __hsub2, a - b)
MUSASIM_ARITHMETIC(multiply, __hmul, __hmul2, a* b)
MUSASIM_ARITHMETIC(divide, __hdiv, __h2div, a / b)
#undef MUSASIM_ARITHMETIC

template <class T, class To, class A, class B, class C>
void multiply_add(To& to, const A& left, const B& right, const C& more) {
  const T a = converted<T>(left), b = converted<T>(right), c = converted<T>(more);
  if constexpr (std::is_same<T, __half>::value) {
    write(to, __hfma(a, b, c));
  } else if constexpr (std::is_same<T, __half2>::value) {
    write(to, __hfma2(a, b, c));
  } else {
    write(to, std::fma(a, b, c));
  }
}

template <class T, class Source, class To, class From>
void convert(To& to, const From& from) {
  const Source value = converted<Source>(from);
  if constexpr (std::is_same<T, __half>::value) {
    static_assert(std::is_same<Source, float>::value, "not from this type");
    write(to, __float2half_rn(value));
  } else {
    static_assert(std::is_same<T, float>::value && std::is_same<Source, __half>::value,
                  "not between these types");
    write(to, __half2float(value));
  }
}
// A pair; the first number becomes its upper half.
template <class T, class Source, class To, class A, class B>
void convert(To& to, const A& upper, const B& lower) {
  static_assert(std::is_same<T, __half2>::value && std::is_same<Source, float>::value,
                "not between these types");
  write(to, __floats2half2_rn(converted<float>(lower), converted<float>(upper)));
}

// The parts of a register, the lowest first.
template <class T, std::size_t parts>
using PartOf = std::conditional_t<
    sizeof(T) / parts == 1, std::uint8_t,
    std::conditional_t<sizeof(T) / parts == 2, std::uint16_t,
                       std::conditional_t<sizeof(T) / parts == 4, std::uint32_t, std::uint64_t>>>;
template <class T, class To, class... From>
void pack(To& to, const From&... from) {
  const PartOf<T, sizeof...(From)> parts[] = {converted<PartOf<T, sizeof...(From)>>(from)...};
  static_assert(sizeof parts == sizeof(T), "the parts are not as large as the whole");
  T value;
  std::memcpy(static_cast<void*>(&value), parts, sizeof value);
  write(to, value);
}
template <class T, class From, class... To>
void unpack(const From& from, To&... to) {
  PartOf<T, sizeof...(To)> parts[sizeof...(To)];
  static_assert(sizeof parts == sizeof(T), "the parts are not as large as the whole");
  const T value = converted<T>(from);
  std::memcpy(parts, &value, sizeof value);
  std::size_t index = 0;
  (write(to, parts[index++]), ...);
}

template <class T, class To, class From>
void move(To& to, const From& from) {
  write(to, converted<T>(from));
}

inline unsigned lane() { return lane_id() % 32; }

// The lane that another one reads, of those between `low` and `last`; its own where that is not one of them.
struct Up {
  static int source(int lane, int by, int, int) { return lane - by; }
  static bool is_there(int source, int last) { return source >= last; }
};
struct Down {
  static int source(int lane, int by, int, int) { return lane + by; }
  static bool is_there(int source, int last) { return source <= last; }
};
struct Butterfly : Down {
  static int source(int lane, int by, int, int) { return lane ^ by; }
};
struct Indexed : Down {
  static int source(int, int by, int low, int segment) { return low | (by & ~segment); }
};

// `bounds` has the mask of a segment in its bits 8 to 12 and the last lane in its bits 0 to 4.
template <class T, class Direction, class To, class From>
void shuffle(To& to, const From& from, std::uint32_t by, std::uint32_t bounds,
             std::uint32_t members) {
  static_assert(sizeof(T) == 4, "shfl is for 32 bits");
  const int own = static_cast<int>(lane());
  const int segment = static_cast<int>(bounds >> 8 & 31);
  const int low = own & segment;
  const int last = low | (static_cast<int>(bounds & 31) & ~segment);
  const int wanted = Direction::source(own, static_cast<int>(by & 31), low, segment);
  const int source = Direction::is_there(wanted, last) ? wanted : own;
  const unsigned first = lane_id() - static_cast<unsigned>(own);
  write(to, shuffle_from(members, converted<T>(from), first + static_cast<unsigned>(source)));
}

// Kernels of a stream run one after the other, so what a kernel depends on is done.
inline void grid_dependency() {}
inline void trap() { __trap(); }

}  // namespace musasim::device::assembly
