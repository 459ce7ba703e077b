// Sorting by keys' bits, of a whole sequence and of segments of one: what cub's device-wide sorts are.
#pragma once

#include <limits>
#include <vector>

#include "cub/detail/device_call.cuh"
#include "musasim/radix.h"

namespace cub {
namespace detail {

template <class Key>
using KeyBits = typename Traits<Key>::UnsignedBits;

// The bits that count, and the direction, as cub's functions take them.
struct Order {
  bool descending;
  int begin_bit;
  int end_bit;
};

template <class Key>
auto places_in_order(const Key* keys, std::size_t count, const Order& order) {
  return musasim::radix::order<KeyBits<Key>>(
      count, order.begin_bit, order.end_bit, [&](std::size_t i) {
        const KeyBits<Key> bits = sortable(keys[i]);
        return static_cast<KeyBits<Key>>(order.descending ? ~bits : bits);
      });
}

// Writes the items in the order of the places. May be in place.
template <class Places, class T>
void gather(const Places& places, const T* in, T* out) {
  std::vector<T> items;
  items.reserve(places.size());
  for (const auto& entry : places) items.push_back(in[entry.place]);
  for (std::size_t i = 0; i < items.size(); ++i) out[i] = items[i];
}

// Values are NullType's where only keys are sorted.
template <class Key, class Value>
void sort_now(const Key* keys, Key* keys_out, const Value* values, Value* values_out,
              std::size_t count, const Order& order) {
  const auto places = places_in_order(keys, count, order);
  gather(places, keys, keys_out);
  if constexpr (!std::is_same<Value, NullType>::value) gather(places, values, values_out);
}

template <class Key, class Value, class Begin, class End>
void sort_segments_now(const Key* keys, Key* keys_out, const Value* values, Value* values_out,
                       std::size_t segments, Begin begins, End ends, const Order& order) {
  for (std::size_t i = 0; i < segments; ++i) {
    const auto begin = static_cast<std::ptrdiff_t>(begins[static_cast<std::ptrdiff_t>(i)]);
    const auto end = static_cast<std::ptrdiff_t>(ends[static_cast<std::ptrdiff_t>(i)]);
    if (end <= begin) continue;
    // Null where only keys are sorted.
    const std::ptrdiff_t value_begin = values == nullptr ? 0 : begin;
    sort_now(keys + begin, keys_out + begin, values + value_begin, values_out + value_begin,
             static_cast<std::size_t>(end - begin), order);
  }
}

// Into the alternate buffers, which become the current ones when the storage was given.
template <class Key, class Value, class Sort>
musaError_t sort_buffers(void* storage, DoubleBuffer<Key>& keys, DoubleBuffer<Value>& values,
                         Sort sort) {
  const musaError_t error =
      sort(keys.Current(), keys.Alternate(), values.Current(), values.Alternate());
  if (storage != nullptr && error == musaSuccess) {
    keys.selector ^= 1;
    values.selector ^= 1;
  }
  return error;
}

}  // namespace detail
}  // namespace cub
