// The protection of a page, as the kernel says it.
#pragma once

#include <sys/mman.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <optional>
#include <string>

// Protection bits (PROT_*) of the page that holds `address`, from /proc/self/maps.
inline std::optional<int> protection_of(const void* address) {
  const auto wanted = reinterpret_cast<std::uintptr_t>(address);
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    // "55e0c0000000-55e0c0001000 r-xp ...".
    char* rest = nullptr;
    const std::uintptr_t begin = std::strtoull(line.c_str(), &rest, 16);
    if (*rest != '-') continue;
    const std::uintptr_t end = std::strtoull(rest + 1, &rest, 16);
    if (wanted < begin || wanted >= end || std::strlen(rest) < 4) continue;
    return (rest[1] == 'r' ? PROT_READ : 0) | (rest[2] == 'w' ? PROT_WRITE : 0) |
           (rest[3] == 'x' ? PROT_EXEC : 0);
  }
  return std::nullopt;
}
