// Mapped, and never given back piece by piece.
#include "text_memory.h"

#include <sys/mman.h>

namespace torchada::port {

TextMemory::~TextMemory() {
  if (memory_ != nullptr) ::munmap(memory_, size_);
}

void TextMemory::reserve(std::size_t size) {
  if (size == 0) return;
  void* const memory = ::mmap(nullptr, size, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return;
  memory_ = static_cast<char*>(memory);
  size_ = size;
  ::madvise(memory, size, MADV_HUGEPAGE);  // a wish; small pages do as well
}

char* TextMemory::allocate(std::size_t size) {
  if (size > size_ || used_.load() > size_ - size) return nullptr;
  const std::size_t begin = used_.fetch_add(size);
  return begin <= size_ - size ? memory_ + begin : nullptr;
}

}  // namespace torchada::port
