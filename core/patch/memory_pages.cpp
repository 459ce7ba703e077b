// Writing one pointer into a page that may be read-only, leaving its protection as it was.
#include "patch/memory_pages.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
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

Protections Protections::now() {
  Protections pages;
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    // "55e0c0000000-55e0c0001000 r-xp ...".
    char* rest = nullptr;
    const std::uintptr_t begin = std::strtoull(line.c_str(), &rest, 16);
    if (*rest != '-') continue;
    const std::uintptr_t end = std::strtoull(rest + 1, &rest, 16);
    if (std::strlen(rest) < 4) continue;
    const int bits = (rest[1] == 'r' ? PROT_READ : 0) | (rest[2] == 'w' ? PROT_WRITE : 0) |
                     (rest[3] == 'x' ? PROT_EXEC : 0);
    pages.mappings_.push_back({begin, end, bits});
  }
  return pages;
}

std::optional<int> Protections::of(const void* address) const {
  const auto wanted = reinterpret_cast<std::uintptr_t>(address);
  const auto ends_after = [](std::uintptr_t value, const Mapping& each) {
    return value < each.end;
  };
  const auto found = std::upper_bound(mappings_.begin(), mappings_.end(), wanted, ends_after);
  if (found == mappings_.end() || wanted < found->begin) return std::nullopt;
  return found->bits;
}

std::string write_pointer(void** slot, void* value, const Protections& pages) {
  const std::optional<int> protection = pages.of(slot);
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
