// The hash of the generated tables; names/generate.py computes the same.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

#include "table.h"

namespace torchada::names::table {

inline std::uint64_t load_little_endian(const char* bytes, std::size_t size) {
  std::uint64_t value = 0;
  if (size >= 8) {
    std::memcpy(&value, bytes, 8);
  } else if (size >= 4) {
    // Two reads that overlap instead of a loop: the middle bytes come out twice, in fixed places.
    std::uint32_t low = 0;
    std::uint32_t high = 0;
    std::memcpy(&low, bytes, 4);
    std::memcpy(&high, bytes + size - 4, 4);
    return low | std::uint64_t{high} << 32;
  } else {
    for (std::size_t i = 0; i < size; ++i)
      value |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
  }
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#error "the generated tables are for little-endian machines"
#endif
  return value;
}

inline std::uint64_t hash(Domain domain, std::string_view name) {
  constexpr std::uint64_t multiplier = 0x9E3779B97F4A7C15;
  std::uint64_t value = (name.size() << 8 | static_cast<std::uint64_t>(domain)) * multiplier;
  const char* bytes = name.data();
  std::size_t left = name.size();
  while (left > 8) {
    value = (value ^ load_little_endian(bytes, 8)) * multiplier;
    value ^= value >> 32;
    bytes += 8;
    left -= 8;
  }
  value = (value ^ load_little_endian(bytes, left)) * multiplier;
  value = (value ^ value >> 32) * multiplier;
  return value ^ value >> 29;
}

// No CUDA identifier in data/ is shorter; torchada._names.checks sees to it.
constexpr std::size_t shortest_identifier = 4;

// The first four characters of a name that has as many.
inline std::uint32_t beginning(std::string_view name) {
  std::uint32_t first = 0;
  std::memcpy(&first, name.data(), shortest_identifier);
  return first;
}

// Places in the filters; pair_place() wants two characters or more.

inline std::uint32_t entry_place(std::uint32_t beginning, std::size_t size) {
  return (beginning + static_cast<std::uint32_t>(size) * 0x85EBCA6BU) * 0x9E3779B1U >> 16;
}

inline std::uint32_t rule_place(std::uint32_t beginning) { return beginning * 0x9E3779B1U >> 16; }

inline std::uint32_t pair_place(std::string_view name) {
  return static_cast<std::uint32_t>((name[0] & 63) << 6 | (name[1] & 63));
}

// The slot where the name is, if it is anywhere; null where the fingerprint says that it is not.
inline const Slot* find_slot(const Index& index, Domain domain, std::string_view name) {
  const std::uint64_t value = hash(domain, name);
  const std::uint64_t pilot = index.pilots[value & index.bucket_mask];
  const std::uint64_t step = value >> 40 | 1;
  const Slot& slot = index.slots[((value >> 16) + pilot * step) & index.slot_mask];
  return slot.fingerprint == static_cast<std::uint16_t>(value >> 48) ? &slot : nullptr;
}

}  // namespace torchada::names::table
