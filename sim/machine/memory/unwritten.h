// Memory that nobody has written since it was handed out, for the checks of kernels (initcheck). Such bytes hold a
// pattern of their addresses. So a writer that tells nobody, as a library or another process, is noticed too: what
// no longer holds the pattern is written.
#pragma once

#include <cstddef>
#include <cstdint>

#include "machine/export.h"

namespace musasim::unwritten {

// A bit for each byte of a range that begins at a multiple of eight.
class MUSASIM_API Bytes {
 public:
  // `bits`: zeros; `memory`: where the bytes are read and written that have the addresses from `begin` on.
  Bytes(std::uint64_t* bits, const char* begin, char* memory)
      : bits_(bits), begin_(begin), memory_(memory) {}

  // They hold the pattern from now on.
  void mark(std::size_t offset, std::size_t size);
  void clear(std::size_t offset, std::size_t size);
  // Whether a value is read there that nobody has written. Bytes between the members of a structure do not count, which
  // are fewer than 16 and not its first ones.
  bool any(std::size_t offset, std::size_t size);

 private:
  std::uint8_t* bits_of(std::size_t word) const {
    return reinterpret_cast<std::uint8_t*>(bits_) + word;
  }
  std::uint64_t pattern(std::size_t word) const;
  bool holds_pattern(std::size_t word, std::uint8_t bits) const;
  std::uint8_t unwritten_of(std::size_t word);

  std::uint64_t* bits_;
  const char* begin_;
  char* memory_;
};

// --- memory of devices; all are cheap and do nothing where initcheck is off ---

// Nothing uses it at present. The bytes beyond the first 256 MiB count as written.
MUSASIM_API void hand_out(const void* base, std::size_t size);
MUSASIM_API void write(const void* pointer, std::size_t size);
// Unwritten bytes were copied.
MUSASIM_API void copy(const void* to, const void* from, std::size_t size);
MUSASIM_API bool any(const void* pointer, std::size_t size);

}  // namespace musasim::unwritten
