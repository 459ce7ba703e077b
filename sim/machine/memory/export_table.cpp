// The exporting side, and what both sides need to find each other.
#include "machine/memory/export_table.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstring>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "machine/device/properties.h"
#include "machine/device/simulated_gpus.h"
#include "machine/memory/arena.h"
#include "machine/memory/export_slot.h"
#include "machine/process/process.h"

namespace musasim::exports {

namespace {

struct Table {
  std::mutex mutex;
  int file = -1;
  std::uint64_t inode = 0;
  Slot* slots = nullptr;
  std::uint32_t used = 0;
  std::vector<std::uint32_t> free;
  std::map<const void*, std::uint32_t> by_base;
  std::atomic<std::size_t> count{0};
};

Table& table() {
  static Table* const all = new Table;
  return *all;
}

bool make(Table& all) {
  if (all.slots != nullptr) {
    return true;
  }
  all.file = memfd_create("musasim-exports", MFD_CLOEXEC);
  if (all.file < 0 || ftruncate(all.file, kSlots * sizeof(Slot)) != 0) {
    return false;
  }
  void* mapped =
      mmap(nullptr, kSlots * sizeof(Slot), PROT_READ | PROT_WRITE, MAP_SHARED, all.file, 0);
  struct stat status{};
  if (mapped == MAP_FAILED || fstat(all.file, &status) != 0) {
    return false;
  }
  madvise(mapped, kSlots * sizeof(Slot), MADV_DONTFORK);
  all.inode = status.st_ino;
  all.slots = static_cast<Slot*>(mapped);
  return true;
}

// -1: all are in use.
std::int64_t free_slot(Table& all) {
  if (!all.free.empty()) {
    const std::uint32_t slot = all.free.back();
    all.free.pop_back();
    return slot;
  }
  return all.used < kSlots ? static_cast<std::int64_t>(all.used++) : -1;
}

void fill(Slot& slot, const Allocation& what, const Arena& arena, std::uint64_t data_inode) {
  constexpr auto kRelease = std::memory_order_release;
  slot.file.store(arena.file(), kRelease);
  slot.device.store(physical_index(what.device), kRelease);
  slot.inode.store(data_inode, kRelease);
  slot.offset.store(arena.offset_of(what.base), kRelease);
  slot.size.store(what.size, kRelease);
  // Odd: in use.
  slot.generation.fetch_add(1, std::memory_order_release);
}

}  // namespace

int visible_device(int physical) noexcept {
  for (int device = 0; device < device_count(); ++device) {
    if (physical_index(device) == physical) {
      return device;
    }
  }
  return -1;
}

musaError_t publish(const Allocation& what, std::uint32_t magic, Handle* handle) {
  const Arena* arena = arena_of(what.base);
  struct stat status{};
  if (arena == nullptr || arena->file() < 0 || fstat(arena->file(), &status) != 0) {
    return musaErrorInvalidValue;
  }
  Table& all = table();
  const std::lock_guard<std::mutex> lock(all.mutex);
  if (!make(all)) {
    return musaErrorOperatingSystem;
  }
  auto known = all.by_base.find(what.base);
  if (known == all.by_base.end()) {
    const std::int64_t slot = free_slot(all);
    if (slot < 0) {
      return musaErrorMemoryAllocation;
    }
    fill(all.slots[slot], what, *arena, status.st_ino);
    known = all.by_base.emplace(what.base, static_cast<std::uint32_t>(slot)).first;
    all.count.fetch_add(1);
  }
  *handle = Handle{};
  handle->magic = magic;
  handle->pid = getpid();
  handle->started = processes::start_time(handle->pid);
  handle->table_inode = all.inode;
  handle->table_file = all.file;
  handle->slot = known->second;
  handle->generation = all.slots[known->second].generation.load();
  return musaSuccess;
}

void withdraw(const void* base) noexcept {
  Table& all = table();
  if (all.count.load() == 0) {
    return;
  }
  const std::lock_guard<std::mutex> lock(all.mutex);
  const auto known = all.by_base.find(base);
  if (known != all.by_base.end()) {
    all.slots[known->second].generation.fetch_add(1, std::memory_order_release);
    all.free.push_back(known->second);
    all.by_base.erase(known);
    all.count.fetch_sub(1);
  }
}

}  // namespace musasim::exports
