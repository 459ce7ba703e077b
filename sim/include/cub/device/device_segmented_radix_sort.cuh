// cub::DeviceSegmentedRadixSort.
#pragma once

#include "cub/detail/sort.cuh"

namespace cub {

namespace detail {
template <class Key, class Value, class Begin, class End>
musaError_t segmented_sort(void* storage, std::size_t& bytes, const Key* keys, Key* keys_out,
                           const Value* values, Value* values_out, std::size_t segments,
                           Begin begins, End ends, Order order, musaStream_t stream) {
  return device_call(storage, bytes, stream, [=] {
    sort_segments_now(keys, keys_out, values, values_out, segments, begins, ends, order);
  });
}
}  // namespace detail

#define MUSASIM_SORT(pairs, only_keys, descending)                                                \
  template <class Key, class Value, class Begin, class End, class Count, class Segments>          \
  static musaError_t pairs(void* storage, std::size_t& bytes, const Key* keys_in, Key* keys_out,  \
                           const Value* values_in, Value* values_out, Count, Segments segments,   \
                           Begin begin_offsets, End end_offsets, int begin_bit = 0,               \
                           int end_bit = sizeof(Key) * 8, musaStream_t stream = nullptr,          \
                           bool = false) {                                                        \
    return detail::segmented_sort(storage, bytes, keys_in, keys_out, values_in, values_out,       \
                                  detail::size_of(segments), begin_offsets, end_offsets,          \
                                  {descending, begin_bit, end_bit}, stream);                      \
  }                                                                                               \
  template <class Key, class Value, class Begin, class End, class Count, class Segments>          \
  static musaError_t pairs(                                                                       \
      void* storage, std::size_t& bytes, DoubleBuffer<Key>& keys, DoubleBuffer<Value>& values,    \
      Count, Segments segments, Begin begin_offsets, End end_offsets, int begin_bit = 0,          \
      int end_bit = sizeof(Key) * 8, musaStream_t stream = nullptr, bool = false) {               \
    return detail::sort_buffers(                                                                  \
        storage, keys, values, [&](const Key* k, Key* k_out, const Value* v, Value* v_out) {      \
          return detail::segmented_sort(storage, bytes, k, k_out, v, v_out,                       \
                                        detail::size_of(segments), begin_offsets, end_offsets,    \
                                        {descending, begin_bit, end_bit}, stream);                \
        });                                                                                       \
  }                                                                                               \
  template <class Key, class Begin, class End, class Count, class Segments>                       \
  static musaError_t only_keys(void* storage, std::size_t& bytes, const Key* keys_in,             \
                               Key* keys_out, Count, Segments segments, Begin begin_offsets,      \
                               End end_offsets, int begin_bit = 0, int end_bit = sizeof(Key) * 8, \
                               musaStream_t stream = nullptr, bool = false) {                     \
    NullType* const none = nullptr;                                                               \
    return detail::segmented_sort<Key, NullType>(                                                 \
        storage, bytes, keys_in, keys_out, none, none, detail::size_of(segments), begin_offsets,  \
        end_offsets, {descending, begin_bit, end_bit}, stream);                                   \
  }                                                                                               \
  template <class Key, class Begin, class End, class Count, class Segments>                       \
  static musaError_t only_keys(void* storage, std::size_t& bytes, DoubleBuffer<Key>& keys,        \
                               Count items, Segments segments, Begin begin_offsets,               \
                               End end_offsets, int begin_bit = 0, int end_bit = sizeof(Key) * 8, \
                               musaStream_t stream = nullptr, bool = false) {                     \
    DoubleBuffer<NullType> none;                                                                  \
    return pairs(storage, bytes, keys, none, items, segments, begin_offsets, end_offsets,         \
                 begin_bit, end_bit, stream);                                                     \
  }

struct DeviceSegmentedRadixSort {
  MUSASIM_SORT(SortPairs, SortKeys, false)
  MUSASIM_SORT(SortPairsDescending, SortKeysDescending, true)
};
#undef MUSASIM_SORT

}  // namespace cub
