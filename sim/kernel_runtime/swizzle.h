// The order in which the copy engine and the matrix unit of squads mix addresses of shared memory, against conflicts of banks.
#pragma once

#include <cstdint>

namespace musasim::device {

// Within a line, pieces change places: the piece's number and bits of the line's number are combined by exclusive or.
struct Swizzle {
  int bits = 0;   // 0: nothing changes
  int piece = 4;  // its bytes are 2 to that
  int line = 8;

  std::uintptr_t of(std::uintptr_t address) const {
    const std::uintptr_t number = address >> line & ((std::uintptr_t{1} << bits) - 1);
    return address ^ number << piece;
  }
};

// The pieces are 16, 32 or 64 bytes; 0: none. `stride` of 2 to (5 + stride) bytes is what they move within, and
// lines are 128 or 256 bytes.
inline Swizzle swizzle_of(int pieces, int stride, int line) {
  if (pieces == 0) return {};
  return {5 + stride - (3 + pieces), 3 + pieces, 7 + line};
}

}  // namespace musasim::device
