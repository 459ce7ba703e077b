// Bits that say which bytes are unwritten, and the pattern.
#include "machine/memory/unwritten.h"

#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <mutex>

#include "machine/memory/arena.h"
#include "machine/memory/check/tools.h"

namespace musasim::unwritten {

namespace {

constexpr std::size_t kWord = 8;
constexpr std::size_t kMostMarked = std::size_t{256} << 20;

// The bits of the bytes from `begin` to `end` of a word.
std::uint8_t part(std::size_t begin, std::size_t end) {
  return static_cast<std::uint8_t>((0xffU >> (kWord - (end - begin))) << begin);
}

// Calls what(word, bits) for the words of a range.
template <class What>
void for_words(std::size_t offset, std::size_t size, What what) {
  const std::size_t end = offset + size;
  while (offset < end) {
    const std::size_t word = offset / kWord;
    const std::size_t stop = std::min(end, (word + 1) * kWord);
    what(word, part(offset % kWord, stop - word * kWord));
    offset = stop;
  }
}

bool is_on() {
  static const bool on = (check::tools() & check::kInitcheck) != 0;
  return on;
}

// The bits of an arena's bytes. They take memory where they are used.
struct ArenaBits {
  const Arena* arena = nullptr;
  std::uint64_t* bits = nullptr;
};

std::uint64_t* bits_of(const Arena& arena) {
  static std::mutex mutex;
  static std::array<ArenaBits, detail::kMaxArenas> all;
  const std::lock_guard<std::mutex> lock(mutex);
  auto* entry = all.begin();
  while (entry->arena != nullptr && entry->arena != &arena) ++entry;
  if (entry->arena == nullptr) {
    void* const mapped = mmap(nullptr, arena.span() / kWord, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    *entry = {&arena, mapped == MAP_FAILED ? nullptr : static_cast<std::uint64_t*>(mapped)};
  }
  return entry->bits;
}

// Calls what(bytes, offset) where the address is device memory.
template <class What>
void in_arena(const void* pointer, What what) {
  thread_local ArenaBits latest;
  if (!is_on()) return;
  if (latest.arena == nullptr || !latest.arena->contains(pointer)) {
    const Arena* const arena = arena_of(pointer);
    if (arena == nullptr || arena->host_access()) return;
    latest = {arena, bits_of(*arena)};
  }
  if (latest.bits == nullptr) return;
  Bytes bytes(latest.bits, latest.arena->base(), latest.arena->machine(latest.arena->base()));
  what(bytes, latest.arena->offset_of(pointer));
}

}  // namespace

std::uint64_t Bytes::pattern(std::size_t word) const {
  const auto address = reinterpret_cast<std::uintptr_t>(begin_) + word * kWord;
  const std::uint64_t mixed = address * 0x9e3779b97f4a7c15;
  // No zeros and no 0xff, which programs write often.
  return ((mixed ^ mixed >> 29) & 0x3f3f3f3f3f3f3f3f) | 0x8080808080808080;
}

bool Bytes::holds_pattern(std::size_t word, std::uint8_t bits) const {
  std::uint64_t value = 0;
  std::memcpy(&value, memory_ + word * kWord, kWord);
  const std::uint64_t difference = value ^ pattern(word);
  for (std::size_t i = 0; i < kWord; ++i) {
    if ((bits >> i & 1) != 0 && (difference >> 8 * i & 0xff) != 0) return false;
  }
  return true;
}

void Bytes::mark(std::size_t offset, std::size_t size) {
  for_words(offset, size, [&](std::size_t word, std::uint8_t bits) {
    const std::uint64_t value = pattern(word);
    const auto first = static_cast<std::size_t>(__builtin_ctz(bits));
    const auto count = static_cast<std::size_t>(__builtin_popcount(bits));
    std::memcpy(memory_ + word * kWord + first, reinterpret_cast<const char*>(&value) + first,
                count);
    __atomic_fetch_or(bits_of(word), bits, __ATOMIC_RELAXED);
  });
}

void Bytes::clear(std::size_t offset, std::size_t size) {
  for_words(offset, size, [&](std::size_t word, std::uint8_t bits) {
    if ((__atomic_load_n(bits_of(word), __ATOMIC_RELAXED) & bits) != 0) {
      __atomic_fetch_and(bits_of(word), static_cast<std::uint8_t>(~bits), __ATOMIC_RELAXED);
    }
  });
}

std::uint8_t Bytes::unwritten_of(std::size_t word) {
  const std::uint8_t bits = __atomic_load_n(bits_of(word), __ATOMIC_RELAXED);
  if (bits != 0 && !holds_pattern(word, bits)) {  // somebody wrote there, who knows which bytes
    __atomic_store_n(bits_of(word), std::uint8_t{0}, __ATOMIC_RELAXED);
    return 0;
  }
  return bits;
}

bool Bytes::any(std::size_t offset, std::size_t size) {
  bool found = false;
  std::size_t run = 0;  // unwritten words, one behind the other
  for_words(offset, size, [&](std::size_t word, std::uint8_t bits) {
    const std::uint8_t unwritten = unwritten_of(word) & bits;
    const bool first = word == offset / kWord;
    found = found || (first && (unwritten >> offset % kWord & 1) != 0);
    run = unwritten == 0xff ? run + 1 : 0;
    found = found || run == 2;
  });
  return found;
}

void hand_out(const void* base, std::size_t size) {
  in_arena(base, [&](Bytes& bytes, std::size_t offset) {
    bytes.mark(offset, std::min(size, kMostMarked));
    if (size > kMostMarked) bytes.clear(offset + kMostMarked, size - kMostMarked);
  });
}

void write(const void* pointer, std::size_t size) {
  in_arena(pointer, [&](Bytes& bytes, std::size_t offset) { bytes.clear(offset, size); });
}

void copy(const void* to, const void* from, std::size_t size) {
  if (!is_on()) return;
  write(to, size);
  for (std::size_t i = 0; i + kWord <= size; i += kWord) {
    if (any(static_cast<const char*>(from) + i, kWord)) {
      in_arena(static_cast<const char*>(to) + i,
               [](Bytes& bytes, std::size_t offset) { bytes.mark(offset, kWord); });
    }
  }
}

bool any(const void* pointer, std::size_t size) {
  bool found = false;
  in_arena(pointer, [&](Bytes& bytes, std::size_t offset) { found = bytes.any(offset, size); });
  return found;
}

}  // namespace musasim::unwritten
