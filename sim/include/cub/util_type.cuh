// CUB's helpers over types.
#pragma once

#include <type_traits>

#include "cub/config.cuh"

namespace cub {

struct NullType {};

template <int N, int current = N, int count = 0>
struct Log2 {
  static constexpr int VALUE = Log2<N, (current >> 1), count + 1>::VALUE;
};
template <int N, int count>
struct Log2<N, 0, count> {
  static constexpr int VALUE = (1 << (count - 1) < N) ? count : count - 1;
};

template <int N>
struct PowerOfTwo {
  static constexpr bool VALUE = (N & (N - 1)) == 0;
};

template <class T>
struct alignas(T) Uninitialized {
  unsigned char storage[sizeof(T)];
  T& Alias() { return reinterpret_cast<T&>(*this); }
};

template <class T>
struct Equals {};

template <class T>
struct DoubleBuffer {
  T* d_buffers[2];
  int selector;
  DoubleBuffer() : d_buffers{nullptr, nullptr}, selector(0) {}
  DoubleBuffer(T* current, T* alternate) : d_buffers{current, alternate}, selector(0) {}
  T* Current() { return d_buffers[selector]; }
  T* Alternate() { return d_buffers[selector ^ 1]; }
};

template <class Key, class Value>
struct KeyValuePair {
  using Key_ = Key;
  using Value_ = Value;
  Key key;
  Value value;
};

}  // namespace cub
