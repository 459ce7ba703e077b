// Allocations that other processes may open: a table in memory that they can map, reached by way of
// /proc/<pid>/fd. An entry dies with its allocation, and all with the process.
#pragma once

#include <cstddef>
#include <cstdint>

#include "driver_types.h"
#include "machine/memory/allocation.h"

namespace musasim::exports {

// The content of a handle; the process is named by its id and the time it was started at.
struct Handle {
  std::uint32_t magic;
  std::int32_t pid;
  std::uint64_t started;
  std::uint64_t table_inode;
  std::int32_t table_file;
  std::uint32_t slot;
  std::uint32_t generation;
  std::uint32_t reserved;
};

constexpr std::uint32_t kMemoryMagic = 0x4d454d31;  // handles of musaIpcGetMemHandle
constexpr std::uint32_t kPoolMagic = 0x4d504c31;    // of musaMemPoolExportPointer

// Device memory of this process; the same handle for the same allocation.
musaError_t publish(const Allocation& what, std::uint32_t magic, Handle* handle);
// The allocation is gone.
void withdraw(const void* base) noexcept;

// Maps what the handle names and registers it; opened again, the same pointer. `open` counts.
musaError_t open(const Handle& handle, std::uint32_t magic, void** pointer);
// musaErrorInvalidValue when nothing was opened there.
musaError_t close(void* pointer);

// The visible device of that physical index; -1: not visible here.
int visible_device(int physical) noexcept;

}  // namespace musasim::exports
