// Whether an identifier looks like CUDA's: a test over eight bytes at a time comes first.
#include "pairs.h"
#include "torchada/names/names.h"

namespace torchada::names {
namespace {

// In lower case; every one begins with one of the pairs of letters below.
constexpr std::string_view words[] = {
    "cuda",   "cudnn", "cublas", "cufft", "curand", "cusparse", "cusolver", "cupti",  "nccl",
    "nvidia", "nvcc",  "nvrtc",  "nvml",  "nvtx",   "nvjpeg",   "nvshmem",  "cutlass"};

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
  return identifier.size() >= 4 && has_pair(identifier) && has_word(identifier) &&
         !translate(identifier);
}

}  // namespace torchada::names
