// The elements of matrices: their size, their numbers.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "musa_fp8.h"
#include "musasim/device/matrix.h"

namespace musasim::device::matrix {

inline int bits_of(Format format) {
  switch (format) {
    case Format::kS4: return 4;
    case Format::kU8:
    case Format::kS8:
    case Format::kE4M3:
    case Format::kE5M2: return 8;
    case Format::kF16:
    case Format::kBF16: return 16;
    case Format::kTF32: break;
  }
  return 32;
}

inline bool is_integer(Format format) {
  return format == Format::kU8 || format == Format::kS8 || format == Format::kS4;
}

// The word of `bits` with this number in memory.
inline std::uint32_t word_of(const void* memory, int bits, int number) {
  const auto* const bytes = static_cast<const unsigned char*>(memory);
  std::uint32_t word = 0;
  switch (bits) {
    case 4: return bytes[number / 2] >> (number % 2 * 4) & 0xfU;
    case 8: return bytes[number];
    default: std::memcpy(&word, bytes + number * (bits / 8), static_cast<std::size_t>(bits / 8));
  }
  return word;
}

inline int integer_of(Format format, std::uint32_t word) {
  switch (format) {
    case Format::kS8: return static_cast<std::int8_t>(word);
    case Format::kS4: return static_cast<int>(word ^ 8U) - 8;
    default: return static_cast<int>(word);
  }
}

inline float float_of_fp8(std::uint32_t word, __mt_fp8_interpretation_t kind) {
  return narrow::half_value(
      __musa_cvt_fp8_to_halfraw(static_cast<__mt_fp8_storage_t>(word), kind).x);
}

inline float float_of(Format format, std::uint32_t word) {
  switch (format) {
    case Format::kF16: return narrow::half_value(static_cast<std::uint16_t>(word));
    case Format::kBF16: return narrow::bfloat16_value(static_cast<std::uint16_t>(word));
    case Format::kTF32: return narrow::tf32_value(narrow::bit_copy<float>(word));
    case Format::kE4M3: return float_of_fp8(word, __MT_E4M3);
    case Format::kE5M2: return float_of_fp8(word, __MT_E5M2);
    default: return static_cast<float>(integer_of(format, word));
  }
}

// Sums of integers wrap around.
template <class Number>
Number number_of(Format format, std::uint32_t word) {
  if constexpr (std::is_same_v<Number, float>) {
    return float_of(format, word);
  } else {
    return static_cast<Number>(integer_of(format, word));
  }
}

}  // namespace musasim::device::matrix
