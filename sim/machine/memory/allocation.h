// The registry of all memory that the machine knows, by address.
#pragma once

#include <cstddef>
#include <cstdint>

#include "driver_types.h"
#include "machine/export.h"

namespace musasim {

enum class MemoryKind : unsigned char {
  kNone,        // pageable host memory, or nothing
  kDevice,      // musaMalloc and its kin
  kPool,        // stream-ordered memory of a pool
  kGraph,       // allocated by a graph
  kIpc,         // another process's memory, opened here
  kMapped,      // physical memory mapped to reserved addresses (muMemMap)
  kExternal,    // memory of another API, mapped here
  kVariable,    // a variable or constant of a module
  kManaged,     // musaMallocManaged
  kHost,        // musaMallocHost, musaHostAlloc
  kRegistered,  // musaHostRegister
};

struct Allocation {
  MemoryKind kind = MemoryKind::kNone;
  int device = -1;
  unsigned flags = 0;  // of musaHostAlloc, musaHostRegister, musaMallocManaged
  char* base = nullptr;
  std::size_t size = 0;
  std::uint64_t id = 0;   // unique in this process: muPointerGetAttribute's buffer id
  void* owner = nullptr;  // the pool, for kPool
  // The context that it goes with (OwnerId); 0: the primary one, or none.
  unsigned long long context = 0;

  explicit operator bool() const noexcept { return kind != MemoryKind::kNone; }
  // Device memory that the host cannot reach.
  bool on_device() const noexcept {
    return kind >= MemoryKind::kDevice && kind <= MemoryKind::kVariable;
  }
  // Host memory that a device can reach.
  bool on_host() const noexcept { return kind >= MemoryKind::kHost; }
};

// The allocation that holds the byte at `pointer`; kNone when there is none. Costs a few ns for
// memory that the thread asked for lately.
MUSASIM_API Allocation find_allocation(const void* pointer) noexcept;

}  // namespace musasim
