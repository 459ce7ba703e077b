// cub::DeviceSegmentedSort: as DeviceSegmentedRadixSort, by all bits.
#pragma once

#include "cub/device/device_segmented_radix_sort.cuh"

namespace cub {

struct DeviceSegmentedSort {
#define MUSASIM_SORT_PAIRS(name, same)                                                           \
  template <class Key, class Value, class Count, class Segments, class Begin, class End>         \
  static musaError_t name(void* storage, std::size_t& bytes, const Key* keys_in, Key* keys_out,  \
                          const Value* values_in, Value* values_out, Count items,                \
                          Segments segments, Begin begins, End ends,                             \
                          musaStream_t stream = nullptr, bool = false) {                         \
    return DeviceSegmentedRadixSort::same(storage, bytes, keys_in, keys_out, values_in,          \
                                          values_out, items, segments, begins, ends, 0,          \
                                          static_cast<int>(sizeof(Key) * 8), stream);            \
  }                                                                                              \
  template <class Key, class Value, class Count, class Segments, class Begin, class End>         \
  static musaError_t name(void* storage, std::size_t& bytes, DoubleBuffer<Key>& keys,            \
                          DoubleBuffer<Value>& values, Count items, Segments segments,           \
                          Begin begins, End ends, musaStream_t stream = nullptr, bool = false) { \
    return DeviceSegmentedRadixSort::same(storage, bytes, keys, values, items, segments, begins, \
                                          ends, 0, static_cast<int>(sizeof(Key) * 8), stream);   \
  }
#define MUSASIM_SORT_KEYS(name, same)                                                              \
  template <class Key, class Count, class Segments, class Begin, class End>                        \
  static musaError_t name(void* storage, std::size_t& bytes, const Key* keys_in, Key* keys_out,    \
                          Count items, Segments segments, Begin begins, End ends,                  \
                          musaStream_t stream = nullptr, bool = false) {                           \
    return DeviceSegmentedRadixSort::same(storage, bytes, keys_in, keys_out, items, segments,      \
                                          begins, ends, 0, static_cast<int>(sizeof(Key) * 8),      \
                                          stream);                                                 \
  }                                                                                                \
  template <class Key, class Count, class Segments, class Begin, class End>                        \
  static musaError_t name(void* storage, std::size_t& bytes, DoubleBuffer<Key>& keys, Count items, \
                          Segments segments, Begin begins, End ends,                               \
                          musaStream_t stream = nullptr, bool = false) {                           \
    return DeviceSegmentedRadixSort::same(storage, bytes, keys, items, segments, begins, ends, 0,  \
                                          static_cast<int>(sizeof(Key) * 8), stream);              \
  }
  MUSASIM_SORT_PAIRS(SortPairs, SortPairs)
  MUSASIM_SORT_PAIRS(StableSortPairs, SortPairs)
  MUSASIM_SORT_PAIRS(SortPairsDescending, SortPairsDescending)
  MUSASIM_SORT_PAIRS(StableSortPairsDescending, SortPairsDescending)
  MUSASIM_SORT_KEYS(SortKeys, SortKeys)
  MUSASIM_SORT_KEYS(StableSortKeys, SortKeys)
  MUSASIM_SORT_KEYS(SortKeysDescending, SortKeysDescending)
  MUSASIM_SORT_KEYS(StableSortKeysDescending, SortKeysDescending)
#undef MUSASIM_SORT_PAIRS
#undef MUSASIM_SORT_KEYS
};

}  // namespace cub
