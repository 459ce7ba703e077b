// Whether an identifier looks like CUDA's. It is asked for nearly every identifier of a source, so a
// test over eight bytes at a time comes first.
#include <cstdint>
#include <cstring>

#include "hash.h"
#include "rules.h"
#include "torchada/names/names.h"

namespace torchada::names {
namespace {

// In lower case; every one begins with one of the pairs of letters below.
constexpr std::string_view words[] = {
    "cuda",   "cudnn", "cublas", "cufft", "curand", "cusparse", "cusolver", "cupti",  "nccl",
    "nvidia", "nvcc",  "nvrtc",  "nvml",  "nvtx",   "nvjpeg",   "nvshmem",  "cutlass"};

constexpr std::uint64_t every_byte = 0x0101010101010101;

constexpr std::uint64_t everywhere(char letter) {
  return every_byte * static_cast<unsigned char>(letter);
}

// Not zero when some byte is zero.
constexpr std::uint64_t has_zero(std::uint64_t bytes) {
  return (bytes - every_byte) & ~bytes & (every_byte << 7);
}

// Whether `cu`, `nv` or `nc` stands anywhere in eight bytes, in any case. It may say yes without
// need, which costs a second look, but never no.
bool has_pair(std::uint64_t bytes) {
  const std::uint64_t lower = bytes | every_byte * 0x20;
  const std::uint64_t next = lower >> 8;
  const std::uint64_t n = lower ^ everywhere('n');
  return (has_zero((lower ^ everywhere('c')) | (next ^ everywhere('u'))) |
          has_zero(n | (next ^ everywhere('v'))) | has_zero(n | (next ^ everywhere('c')))) != 0;
}

std::uint64_t load(const char* bytes) {
  std::uint64_t value = 0;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

// Four to seven characters: two reads that overlap hold every pair.
std::uint64_t load_short(std::string_view text) {
  std::uint32_t low = 0;
  std::uint32_t high = 0;
  std::memcpy(&low, text.data(), sizeof low);
  std::memcpy(&high, text.data() + text.size() - sizeof high, sizeof high);
  return low | std::uint64_t{high} << 32;
}

bool may_have_word(std::string_view identifier) {
  const std::size_t size = identifier.size();
  if (size < 8) return has_pair(load_short(identifier));
  const char* last = identifier.data() + size - 8;
  // Both in any case: a branch costs more.
  bool found = (int{has_pair(load(identifier.data()))} | int{has_pair(load(last))}) != 0;
  // Steps of seven: a pair may lie across two words.
  for (const char* at = identifier.data() + 7; at < last && !found; at += 7)
    found = has_pair(load(at));
  return found;
}

char lower(char character) {
  return character >= 'A' && character <= 'Z' ? static_cast<char>(character + 32) : character;
}

bool has_word_at(std::string_view text, std::string_view word) {
  if (text.size() < word.size()) return false;
  for (std::size_t i = 0; i < word.size(); ++i)
    if (lower(text[i]) != word[i]) return false;
  return true;
}

bool has_word(std::string_view identifier) {
  for (std::size_t at = 0; at < identifier.size(); ++at) {
    const char first = lower(identifier[at]);
    if (first != 'c' && first != 'n') continue;
    for (std::string_view word : words)
      if (word[0] == first && has_word_at(identifier.substr(at), word)) return true;
  }
  return false;
}

}  // namespace

bool may_be_cuda(std::string_view identifier) {
  if (identifier.size() < table::shortest_identifier) return false;
  const std::uint32_t place = table::entry_place(table::beginning(identifier), identifier.size());
  return table::has(table::entry_filter, place) || may_have_rule(identifier) ||
         may_have_word(identifier);
}

bool looks_like_cuda(std::string_view identifier) {
  return identifier.size() >= 4 && may_have_word(identifier) && has_word(identifier) &&
         !translate(identifier);
}

}  // namespace torchada::names
