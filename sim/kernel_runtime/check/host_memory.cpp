// Looks addresses up in the loaded objects and in the process's mappings. Slow; who asks remembers.
#include "kernel_runtime/check/host_memory.h"

#include <link.h>

#include <cstdint>
#include <cstdio>
#include <fstream>
#include <string>

namespace musasim::device::check {

namespace {

struct Search {
  std::uintptr_t address;
  bool found;
};

bool holds(std::uintptr_t begin, std::size_t size, std::uintptr_t address) {
  return begin != 0 && address - begin < size;
}

// In a segment of the object, or in the calling thread's copy of its thread-local variables.
int look_at_object(dl_phdr_info* object, std::size_t, void* data) {
  auto& search = *static_cast<Search*>(data);
  for (int i = 0; i < object->dlpi_phnum && !search.found; ++i) {
    const ElfW(Phdr)& part = object->dlpi_phdr[i];
    if (part.p_type == PT_LOAD) {
      search.found = holds(object->dlpi_addr + part.p_vaddr, part.p_memsz, search.address);
    } else if (part.p_type == PT_TLS) {
      const auto block = reinterpret_cast<std::uintptr_t>(object->dlpi_tls_data);
      search.found = holds(block, part.p_memsz, search.address);
    }
  }
  return search.found ? 1 : 0;
}

struct Owner {
  std::uintptr_t function;
  Range variables;
};

int look_for_owner(dl_phdr_info* object, std::size_t, void* data) {
  auto& owner = *static_cast<Owner*>(data);
  bool found = false;
  Range variables;
  for (int i = 0; i < object->dlpi_phnum; ++i) {
    const ElfW(Phdr)& part = object->dlpi_phdr[i];
    if (part.p_type == PT_LOAD) {
      found = found || holds(object->dlpi_addr + part.p_vaddr, part.p_memsz, owner.function);
    } else if (part.p_type == PT_TLS && object->dlpi_tls_data != nullptr) {
      variables = {static_cast<const char*>(object->dlpi_tls_data), part.p_memsz};
    }
  }
  if (found) {
    owner.variables = variables;
  }
  return found ? 1 : 0;
}

}  // namespace

Range thread_local_of(const void* function) {
  Owner owner{reinterpret_cast<std::uintptr_t>(function), {}};
  dl_iterate_phdr(look_for_owner, &owner);
  return owner.variables;
}

HostMemory host_memory_at(const void* address, const void* beside) {
  Search search{reinterpret_cast<std::uintptr_t>(address), false};
  dl_iterate_phdr(look_at_object, &search);
  if (search.found) {
    return HostMemory::kProgram;
  }
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    unsigned long begin = 0;
    unsigned long end = 0;
    char protection[5] = {};
    if (std::sscanf(line.c_str(), "%lx-%lx %4s", &begin, &end, protection) == 3 &&
        holds(begin, end - begin, search.address)) {
      if (protection[0] != 'r') {
        return HostMemory::kNone;
      }
      const bool same = holds(begin, end - begin, reinterpret_cast<std::uintptr_t>(beside));
      return same ? HostMemory::kProgram : HostMemory::kOther;
    }
  }
  return HostMemory::kNone;
}

}  // namespace musasim::device::check
