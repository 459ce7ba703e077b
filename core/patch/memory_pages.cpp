// Writes one pointer into a page that may be read-only, and leaves its protection as it was.
#include "patch/memory_pages.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>

namespace torchada::patch {
namespace {

std::string failed(const char* what, int error) {
  return std::string(what) + " failed: " + std::strerror(error);
}

void* page_of(void** slot, std::size_t page_size) {
  const auto address = reinterpret_cast<std::uintptr_t>(slot);
  return reinterpret_cast<void*>(address & ~(page_size - 1));
}

// Other threads may be calling through the slot: they see the old pointer or the new one.
void store(void** slot, void* value) { __atomic_store_n(slot, value, __ATOMIC_SEQ_CST); }

}  // namespace

std::string write_pointer(void** slot, void* value, Page page) {
  const auto page_size = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  void* const start = page_of(slot, page_size);
  // A page that should be writable as well: a program may have protected it, and would crash here.
  if (mprotect(start, page_size, PROT_READ | PROT_WRITE) != 0) return failed("mprotect", errno);
  void* const previous = *slot;
  store(slot, value);
  if (page == Page::writable || mprotect(start, page_size, PROT_READ) == 0) return {};
  const int error = errno;
  store(slot, previous);
  return failed("mprotect, which should restore the page's protection,", error);
}

}  // namespace torchada::patch
