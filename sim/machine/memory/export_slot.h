// One entry of the table that other processes map. For export_table.cpp and import.cpp.
#pragma once

#include <atomic>
#include <cstdint>

namespace musasim::exports {

// A reader loads the generation, the rest, and the generation again; every load acquires and every
// store releases, so an unchanged generation tells that the rest belongs to it.
struct Slot {
  std::atomic<std::uint32_t> generation;  // odd while it names something
  std::atomic<std::int32_t> file;         // of the exporting process
  std::atomic<std::int32_t> device;       // physical
  std::uint32_t reserved;
  std::atomic<std::uint64_t> inode;
  std::atomic<std::uint64_t> offset;
  std::atomic<std::uint64_t> size;
};

constexpr std::uint32_t kSlots = 32768;

}  // namespace musasim::exports
