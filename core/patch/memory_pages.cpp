// Writing one pointer into a page that may be read-only, leaving its protection as it was.
#include "patch/memory_pages.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>

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

std::optional<int> page_protection(const void* address) {
  const auto wanted = reinterpret_cast<std::uintptr_t>(address);
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    std::uintptr_t begin = 0;
    std::uintptr_t end = 0;
    char bits[5] = {};
    if (std::sscanf(line.c_str(), "%" SCNxPTR "-%" SCNxPTR " %4s", &begin, &end, bits) != 3) {
      continue;
    }
    if (wanted < begin || wanted >= end) continue;
    return (bits[0] == 'r' ? PROT_READ : 0) | (bits[1] == 'w' ? PROT_WRITE : 0) |
           (bits[2] == 'x' ? PROT_EXEC : 0);
  }
  return std::nullopt;
}

std::string write_pointer(void** slot, void* value) {
  const std::optional<int> protection = page_protection(slot);
  if (!protection) return "the slot's page is not in /proc/self/maps";
  if ((*protection & PROT_WRITE) != 0) {
    store(slot, value);
    return {};
  }
  const auto page_size = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  void* page = page_of(slot, page_size);
  if (mprotect(page, page_size, *protection | PROT_WRITE) != 0) return failed("mprotect", errno);
  void* const previous = *slot;
  store(slot, value);
  if (mprotect(page, page_size, *protection) == 0) return {};
  const int error = errno;
  store(slot, previous);
  return failed("restoring the page's protection with mprotect", error);
}

}  // namespace torchada::patch
