// cub::DeviceRadixSort and cub::DeviceSegmentedRadixSort.
#pragma once

#include <cstddef>

#include "cub/util_type.cuh"

namespace cub {

#define MUSASIM_SORT_PAIRS(name)                                                                \
  template <class Key, class Value, class Count>                                                \
  static musaError_t name(void* storage, std::size_t& bytes, const Key* keys_in, Key* keys_out, \
                          const Value* values_in, Value* values_out, Count items,               \
                          int begin_bit = 0, int end_bit = sizeof(Key) * 8,                     \
                          musaStream_t stream = nullptr);                                       \
  template <class Key, class Value, class Count>                                                \
  static musaError_t name(void* storage, std::size_t& bytes, DoubleBuffer<Key>& keys,           \
                          DoubleBuffer<Value>& values, Count items, int begin_bit = 0,          \
                          int end_bit = sizeof(Key) * 8, musaStream_t stream = nullptr);
#define MUSASIM_SORT_KEYS(name)                                                                 \
  template <class Key, class Count>                                                             \
  static musaError_t name(void* storage, std::size_t& bytes, const Key* keys_in, Key* keys_out, \
                          Count items, int begin_bit = 0, int end_bit = sizeof(Key) * 8,        \
                          musaStream_t stream = nullptr);

struct DeviceRadixSort {
  MUSASIM_SORT_PAIRS(SortPairs)
  MUSASIM_SORT_PAIRS(SortPairsDescending)
  MUSASIM_SORT_KEYS(SortKeys)
  MUSASIM_SORT_KEYS(SortKeysDescending)
};

#undef MUSASIM_SORT_PAIRS
#undef MUSASIM_SORT_KEYS

struct DeviceSegmentedRadixSort {
  template <class Key, class Value, class Begin, class End>
  static musaError_t SortPairs(void* storage, std::size_t& bytes, const Key* keys_in, Key* keys_out,
                               const Value* values_in, Value* values_out, int items, int segments,
                               Begin begin_offsets, End end_offsets, int begin_bit = 0,
                               int end_bit = sizeof(Key) * 8, musaStream_t stream = nullptr);
  template <class Key, class Value, class Begin, class End>
  static musaError_t SortPairs(void* storage, std::size_t& bytes, DoubleBuffer<Key>& keys,
                               DoubleBuffer<Value>& values, int items, int segments,
                               Begin begin_offsets, End end_offsets, int begin_bit = 0,
                               int end_bit = sizeof(Key) * 8, musaStream_t stream = nullptr);
};

}  // namespace cub
