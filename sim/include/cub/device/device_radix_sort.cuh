// cub::DeviceRadixSort.
#pragma once

#include "cub/detail/sort.cuh"

namespace cub {

namespace detail {
template <class Key, class Value, class Count>
musaError_t radix_sort(void* storage, std::size_t& bytes, const Key* keys, Key* keys_out,
                       const Value* values, Value* values_out, Count items, Order order,
                       musaStream_t stream) {
  return device_call(storage, bytes, stream,
                     [=] { sort_now(keys, keys_out, values, values_out, size_of(items), order); });
}
}  // namespace detail

#define MUSASIM_SORT(pairs, only_keys, descending)                                                 \
  template <class Key, class Value, class Count>                                                   \
  static musaError_t pairs(void* storage, std::size_t& bytes, const Key* keys_in, Key* keys_out,   \
                           const Value* values_in, Value* values_out, Count items,                 \
                           int begin_bit = 0, int end_bit = sizeof(Key) * 8,                       \
                           musaStream_t stream = nullptr, bool = false) {                          \
    return detail::radix_sort(storage, bytes, keys_in, keys_out, values_in, values_out, items,     \
                              {descending, begin_bit, end_bit}, stream);                           \
  }                                                                                                \
  template <class Key, class Value, class Count>                                                   \
  static musaError_t pairs(void* storage, std::size_t& bytes, DoubleBuffer<Key>& keys,             \
                           DoubleBuffer<Value>& values, Count items, int begin_bit = 0,            \
                           int end_bit = sizeof(Key) * 8, musaStream_t stream = nullptr,           \
                           bool = false) {                                                         \
    return detail::sort_buffers(                                                                   \
        storage, keys, values, [&](const Key* k, Key* k_out, const Value* v, Value* v_out) {       \
          return detail::radix_sort(storage, bytes, k, k_out, v, v_out, items,                     \
                                    {descending, begin_bit, end_bit}, stream);                     \
        });                                                                                        \
  }                                                                                                \
  template <class Key, class Count>                                                                \
  static musaError_t only_keys(void* storage, std::size_t& bytes, const Key* keys_in,              \
                               Key* keys_out, Count items, int begin_bit = 0,                      \
                               int end_bit = sizeof(Key) * 8, musaStream_t stream = nullptr,       \
                               bool = false) {                                                     \
    NullType* const none = nullptr;                                                                \
    return detail::radix_sort<Key, NullType>(storage, bytes, keys_in, keys_out, none, none, items, \
                                             {descending, begin_bit, end_bit}, stream);            \
  }                                                                                                \
  template <class Key, class Count>                                                                \
  static musaError_t only_keys(void* storage, std::size_t& bytes, DoubleBuffer<Key>& keys,         \
                               Count items, int begin_bit = 0, int end_bit = sizeof(Key) * 8,      \
                               musaStream_t stream = nullptr, bool = false) {                      \
    DoubleBuffer<NullType> none;                                                                   \
    return pairs(storage, bytes, keys, none, items, begin_bit, end_bit, stream);                   \
  }

struct DeviceRadixSort {
  MUSASIM_SORT(SortPairs, SortKeys, false)
  MUSASIM_SORT(SortPairsDescending, SortKeysDescending, true)
};
#undef MUSASIM_SORT

}  // namespace cub

#include "cub/device/device_segmented_radix_sort.cuh"
