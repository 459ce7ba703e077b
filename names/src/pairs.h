// Whether letters that nearly all names of CUDA have stand in a word: `cu`, `nv` or `ncc`.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

namespace torchada::names {

constexpr std::uint64_t every_byte = 0x0101010101010101;

constexpr std::uint64_t everywhere(char letter) {
  return every_byte * static_cast<unsigned char>(letter);
}

// Not zero when some byte is zero.
constexpr std::uint64_t has_zero(std::uint64_t bytes) {
  return (bytes - every_byte) & ~bytes & (every_byte << 7);
}

// Whether `cu`, `nv` or `ncc` stands anywhere in eight bytes, in any case. It may say yes without
// need, which costs a second look, but never no.
inline bool has_pair(std::uint64_t bytes) {
  const std::uint64_t lower = bytes | every_byte * 0x20;
  const std::uint64_t next = lower >> 8;
  const std::uint64_t third = lower >> 16;
  const std::uint64_t n = lower ^ everywhere('n');
  return (has_zero((lower ^ everywhere('c')) | (next ^ everywhere('u'))) |
          has_zero(n | (next ^ everywhere('v'))) |
          has_zero(n | (next ^ everywhere('c')) | (third ^ everywhere('c')))) != 0;
}

inline std::uint64_t load_eight(const char* bytes) {
  std::uint64_t value = 0;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

// The same for a whole word.
inline bool has_pair(std::string_view word) {
  if (word.size() < 8) {
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, word.data(), word.size());
    return has_pair(bytes);
  }
  // Steps of six: three letters may lie across two loads.
  const char* const last = word.data() + word.size() - 8;
  bool found = has_pair(load_eight(last));
  for (const char* at = word.data(); at < last && !found; at += 6) found = has_pair(load_eight(at));
  return found;
}

}  // namespace torchada::names
