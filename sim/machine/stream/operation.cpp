// Copies of kernel arguments.
#include "machine/stream/operation.h"

#include <cstring>

namespace musasim {

namespace {

constexpr std::size_t kArgumentAlignment = 16;

std::size_t aligned(std::size_t size) {
  return (size + kArgumentAlignment - 1) / kArgumentAlignment * kArgumentAlignment;
}

}  // namespace

KernelArguments::KernelArguments(void* const* values, const std::size_t* sizes, std::size_t count)
    : pointers_(count), sizes_(sizes, sizes + count) {
  std::size_t total = 0;
  for (const std::size_t size : sizes_) {
    total += aligned(size);
  }
  // operator new aligns to 16 bytes, which __STDCPP_DEFAULT_NEW_ALIGNMENT__ promises.
  static_assert(__STDCPP_DEFAULT_NEW_ALIGNMENT__ >= kArgumentAlignment);
  storage_.reset(new unsigned char[total == 0 ? 1 : total]);
  unsigned char* position = storage_.get();
  for (std::size_t i = 0; i < count; ++i) {
    std::memcpy(position, values[i], sizes_[i]);
    pointers_[i] = position;
    position += aligned(sizes_[i]);
  }
}

}  // namespace musasim
