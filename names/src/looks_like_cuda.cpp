// Whether an identifier looks like CUDA's. It is asked for nearly every identifier of a source, so a
// test over eight bytes at a time comes first.
#include <cstdint>
#include <cstring>

#include "torchada/names/names.h"

namespace torchada::names {
namespace {

// In lower case; every one has one of the pairs of letters below.
constexpr std::string_view words[] = {
    "cuda",   "cudnn", "cublas", "cufft", "curand", "cusparse", "cusolver", "cupti",  "nccl",
    "nvidia", "nvcc",  "nvrtc",  "nvml",  "nvtx",   "nvjpeg",   "nvshmem",  "cutlass"};

constexpr std::uint64_t every_byte = 0x0101010101010101;

// The high bit of each byte that equals the letter; bytes behind a match may be wrong, as in all
// such tests, which costs a second look and nothing else.
std::uint64_t bytes_equal(std::uint64_t bytes, char letter) {
  const std::uint64_t difference = bytes ^ (every_byte * static_cast<unsigned char>(letter));
  return (difference - every_byte) & ~difference & (every_byte << 7);
}

bool has_pair(std::uint64_t bytes) {
  const std::uint64_t lower = bytes | every_byte * 0x20;
  const std::uint64_t c = bytes_equal(lower, 'c');
  const std::uint64_t n = bytes_equal(lower, 'n');
  const std::uint64_t behind_c = bytes_equal(lower, 'u') >> 8;
  const std::uint64_t behind_n = (bytes_equal(lower, 'v') | c) >> 8;
  return ((c & behind_c) | (n & behind_n)) != 0;
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

bool looks_like_cuda(std::string_view identifier) {
  if (identifier.size() < 4) return false;
  bool may_have = false;
  std::size_t at = 0;
  // Steps of seven: a pair may lie across two words.
  for (; at + 8 <= identifier.size() && !may_have; at += 7) {
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, identifier.data() + at, 8);
    may_have = has_pair(bytes);
  }
  if (!may_have) {
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, identifier.data() + at, identifier.size() - at);
    may_have = has_pair(bytes);
  }
  return may_have && has_word(identifier) && !translate(identifier);
}

}  // namespace torchada::names
