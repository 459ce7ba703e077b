// One entry of the table that other processes map. For export_table.cpp and import.cpp.
#pragma once

#include <atomic>
#include <cstdint>

namespace musasim::exports {

struct Slot {
  std::atomic<std::uint32_t> generation;  // odd while it names something
  std::int32_t file;                      // of the exporting process
  std::int32_t device;                    // physical
  std::uint32_t reserved;
  std::uint64_t inode;
  std::uint64_t offset;
  std::uint64_t size;
};

constexpr std::uint32_t kSlots = 32768;

}  // namespace musasim::exports
