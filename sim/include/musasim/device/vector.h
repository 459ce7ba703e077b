// Vectors that the compiler knows, of arithmetic types. `ext_vector_type(n)` is clang's; the compiler of .mu
// files makes Vector<T, n> of it where the host's compiler is another one, which has no .x and no swizzles, and
// where clang itself does not take it.
#pragma once

#include <cstddef>

namespace musasim::device {

// Three elements have the room of four, as in clang.
constexpr std::size_t room_of(std::size_t count) {
  std::size_t room = 1;
  while (room < count) room *= 2;
  return room;
}

template <class T, std::size_t count>
struct VectorOf {
#if defined(__clang__)
  typedef T Type __attribute__((ext_vector_type(count)));
#else
  typedef T Type __attribute__((__vector_size__(room_of(count) * sizeof(T))));
#endif
};
// An alias as the attribute makes one keeps the element's qualifiers.
template <class T, std::size_t count>
struct VectorOf<const T, count> {
  using Type = const typename VectorOf<T, count>::Type;
};
template <class T, std::size_t count>
using Vector = typename VectorOf<T, count>::Type;

// The number of a vector's elements.
template <class V>
struct ElementsOf {
  static constexpr std::size_t kCount = sizeof(V) / sizeof(V{}[0]);
};
#if defined(__clang__)
template <class T, int count>
using VectorOfClang = T __attribute__((ext_vector_type(count)));
template <class T, int count>
struct ElementsOf<VectorOfClang<T, count>> {
  static constexpr std::size_t kCount = count;
};
#endif
template <class V>
constexpr std::size_t kElements = ElementsOf<V>::kCount;

template <class V, class Function>
inline V for_elements(const V& a, Function function) {
  V result{};
  for (std::size_t i = 0; i < kElements<V>; ++i) result[i] = function(a[i]);
  return result;
}
template <class V, class Function>
inline V for_elements(const V& a, const V& b, Function function) {
  V result{};
  for (std::size_t i = 0; i < kElements<V>; ++i) result[i] = function(a[i], b[i]);
  return result;
}

}  // namespace musasim::device
