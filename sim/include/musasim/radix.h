// Sorting by the bits of keys, stable: places of keys in their order, a byte at a time.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace musasim::radix {

template <class Bits>
struct Entry {
  Bits bits;
  std::uint32_t place;
};

template <class Bits>
void sort_by_byte(const std::vector<Entry<Bits>>& from, std::vector<Entry<Bits>>& to, int shift) {
  std::array<std::size_t, 257> begin{};
  for (const Entry<Bits>& entry : from) ++begin[(entry.bits >> shift & 0xff) + 1u];
  for (std::size_t i = 1; i < begin.size(); ++i) begin[i] += begin[i - 1];
  for (const Entry<Bits>& entry : from) to[begin[entry.bits >> shift & 0xff]++] = entry;
}

// The places of `count` keys in ascending order of the bits [begin_bit, end_bit) of bits_of(place).
template <class Bits, class BitsOf>
std::vector<Entry<Bits>> order(std::size_t count, int begin_bit, int end_bit, BitsOf bits_of) {
  const int width = end_bit - begin_bit;
  const Bits mask = width >= static_cast<int>(8 * sizeof(Bits))
                        ? static_cast<Bits>(~Bits{0})
                        : static_cast<Bits>((Bits{1} << std::max(width, 0)) - 1);
  std::vector<Entry<Bits>> entries(count);
  for (std::size_t i = 0; i < count; ++i) {
    const Bits bits = width <= 0 ? Bits{0} : static_cast<Bits>(bits_of(i) >> begin_bit & mask);
    entries[i] = {bits, static_cast<std::uint32_t>(i)};
  }
  std::vector<Entry<Bits>> sorted(count);
  for (int shift = 0; shift < width; shift += 8) {
    sort_by_byte(entries, sorted, shift);
    entries.swap(sorted);
  }
  return entries;
}

}  // namespace musasim::radix
