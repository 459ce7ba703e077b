// Registers: values of one size and another type; vectors; what is thrown away.
#ifndef TORCHADA_PTX_REGISTERS_H
#define TORCHADA_PTX_REGISTERS_H

#include <cstring>

#include "words.h"

namespace torchada {
namespace ptx {

// A destination that nobody reads.
struct Sink {};
TORCHADA_PTX Sink sink() { return {}; }

// {a, b}
template <class... T>
struct Parts;
template <class T>
struct Parts<T> {
  T& first;
  static constexpr int size = 1;
};
template <class T, class... More>
struct Parts<T, More...> {
  T& first;
  Parts<More...> rest;
  static constexpr int size = 1 + static_cast<int>(sizeof...(More));
};
template <class T>
TORCHADA_PTX Parts<std::remove_reference_t<T>> vec(T&& one) {
  return {one};
}
template <class T, class... More>
TORCHADA_PTX auto vec(T&& one, More&&... more)
    -> Parts<std::remove_reference_t<T>, std::remove_reference_t<More>...> {
  return {one, vec(more...)};
}

template <class T>
struct IsParts : std::false_type {};
template <class... T>
struct IsParts<Parts<T...>> : std::true_type {};

// The same bits in another type.
template <class To, class From>
TORCHADA_PTX To bits(const From& from) {
  static_assert(sizeof(To) == sizeof(From), "not the same size");
  To to;
  std::memcpy(static_cast<void*>(&to), static_cast<const void*>(&from), sizeof to);
  return to;
}

// What a register or a number is as a value of the type: its bits, or where sizes differ its number.
template <class To, class From>
TORCHADA_PTX To value(const From& from) {
  if constexpr (std::is_same<To, bool>::value) {
    return static_cast<bool>(from);
  } else if constexpr (std::is_pointer<From>::value) {
    return value<To>(reinterpret_cast<std::uintptr_t>(from));
  } else if constexpr (sizeof(To) == sizeof(From)) {
    return bits<To>(from);
  } else {
    static_assert(std::is_arithmetic<From>::value && std::is_arithmetic<To>::value,
                  "the operand has another size than the type of the instruction");
    return static_cast<To>(from);
  }
}

template <class D, class T>
TORCHADA_PTX void put(D&& to, const T& result) {
  using To = std::remove_cv_t<std::remove_reference_t<D>>;
  if constexpr (!std::is_same<To, Sink>::value) {
    if constexpr (std::is_pointer<To>::value) {
      to = reinterpret_cast<To>(static_cast<std::uintptr_t>(result));
    } else {
      to = value<To>(result);
    }
  }
}

template <class T, class D>
TORCHADA_PTX void put_parts(const Parts<D>& to, const T* results) {
  put(to.first, results[0]);
}
template <class T, class D, class... More>
TORCHADA_PTX void put_parts(const Parts<D, More...>& to, const T* results) {
  put(to.first, results[0]);
  put_parts(to.rest, results + 1);
}
template <class T, class From>
TORCHADA_PTX void get_parts(const Parts<From>& from, T* values) {
  values[0] = value<T>(from.first);
}
template <class T, class From, class... More>
TORCHADA_PTX void get_parts(const Parts<From, More...>& from, T* values) {
  values[0] = value<T>(from.first);
  get_parts(from.rest, values + 1);
}

template <class D>
inline constexpr int size_of_parts = 1;
template <class... T>
inline constexpr int size_of_parts<Parts<T...>> = Parts<T...>::size;

// A scalar counts as a vector of one.
template <class T, class D>
TORCHADA_PTX void put_all(D&& to, const T* results) {
  if constexpr (IsParts<std::remove_cv_t<std::remove_reference_t<D>>>::value) {
    put_parts(to, results);
  } else {
    put(to, results[0]);
  }
}
template <class T, class From>
TORCHADA_PTX void get_all(const From& from, T* values) {
  if constexpr (IsParts<From>::value) {
    get_parts(from, values);
  } else {
    values[0] = value<T>(from);
  }
}

// As many as there are.
template <class T, int count, class From>
TORCHADA_PTX void get_array(const From& from, T (&values)[count]) {
  static_assert(size_of_parts<From> == count, "the instruction has another number of registers");
  get_all(from, static_cast<T*>(values));
}
template <class T, int count, class D>
TORCHADA_PTX void put_array(D&& to, const T (&results)[count]) {
  static_assert(size_of_parts<std::remove_cv_t<std::remove_reference_t<D>>> == count,
                "the instruction has another number of registers");
  put_all(to, static_cast<const T*>(results));
}

TORCHADA_PTX float f32_of_bits(std::uint32_t number) { return bits<float>(number); }
TORCHADA_PTX double f64_of_bits(std::uint64_t number) { return bits<double>(number); }

}  // namespace ptx
}  // namespace torchada

#endif  // TORCHADA_PTX_REGISTERS_H
