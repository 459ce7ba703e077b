// The importing side: another process's memory, mapped here.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <map>
#include <mutex>
#include <tuple>

#include "machine/device/simulated_gpus.h"
#include "machine/memory/arena.h"
#include "machine/memory/export_slot.h"
#include "machine/memory/export_table.h"
#include "machine/memory/registry.h"
#include "machine/memory/units.h"
#include "machine/process/process.h"
#include "machine/stream/stream.h"

namespace musasim::exports {

namespace {

class File {
 public:
  explicit File(int number) : number_(number) {}
  ~File() {
    if (number_ >= 0) {
      ::close(number_);
    }
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  int number() const { return number_; }
  bool is(std::uint64_t inode) const {
    struct stat status{};
    return number_ >= 0 && fstat(number_, &status) == 0 && status.st_ino == inode;
  }

 private:
  int number_;
};

int open_of(std::int32_t pid, std::int32_t file, int flags) {
  char path[64];
  std::snprintf(path, sizeof path, "/proc/%d/fd/%d", static_cast<int>(pid), static_cast<int>(file));
  return ::open(path, flags | O_CLOEXEC);
}

struct Entry {
  std::int32_t file = -1;
  std::int32_t device = -1;
  std::uint64_t inode = 0;
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
};

// Reads the entry in the exporter's table; false when the handle is not valid any more.
bool read_entry(const Handle& handle, Entry* entry) {
  const File table(open_of(handle.pid, handle.table_file, O_RDONLY));
  if (handle.slot >= kSlots || !table.is(handle.table_inode)) {
    return false;
  }
  const std::size_t bytes = kSlots * sizeof(Slot);
  void* mapped = mmap(nullptr, bytes, PROT_READ, MAP_SHARED, table.number(), 0);
  if (mapped == MAP_FAILED) {
    return false;
  }
  const Slot& slot = static_cast<const Slot*>(mapped)[handle.slot];
  constexpr auto kAcquire = std::memory_order_acquire;
  const bool was_valid = slot.generation.load(kAcquire) == handle.generation;
  *entry = {slot.file.load(kAcquire), slot.device.load(kAcquire), slot.inode.load(kAcquire),
            slot.offset.load(kAcquire), slot.size.load(kAcquire)};
  const bool valid = was_valid && slot.generation.load(kAcquire) == handle.generation;
  munmap(mapped, bytes);
  return valid;
}

using Key = std::tuple<std::int32_t, std::uint64_t, std::uint32_t, std::uint32_t>;

struct Opened {
  Key key;
  char* mapped = nullptr;
  std::size_t bytes = 0;
  int count = 0;
};

struct ImportState {
  std::mutex mutex;
  std::map<void*, Opened> by_pointer;
  std::map<Key, void*> by_key;
};

ImportState& import_state() {
  static ImportState* const all = new ImportState;
  return *all;
}

musaError_t map_entry(const Handle& handle, const Entry& entry, Opened* opened, void** pointer) {
  const File data(open_of(handle.pid, entry.file, O_RDWR));
  if (!data.is(entry.inode)) {
    return musaErrorInvalidValue;
  }
  const std::uint64_t first = entry.offset / kPage * kPage;
  const std::uint64_t last = round_up(entry.offset + entry.size, kPage);
  Arena& arena = mapping_arena();
  opened->bytes = last - first;
  opened->mapped = arena.take(opened->bytes, kPage);
  if (opened->mapped == nullptr) {
    return musaErrorMemoryAllocation;
  }
  if (!arena.map(opened->mapped, opened->bytes, data.number(), first)) {
    arena.give_back(opened->mapped, opened->bytes);
    return musaErrorMapBufferObjectFailed;
  }
  Allocation what;
  what.kind = MemoryKind::kIpc;
  what.device = visible_device(entry.device);
  what.device = what.device < 0 ? current_device() : what.device;
  what.base = opened->mapped + (entry.offset - first);
  what.size = entry.size;
  registry::add(what);
  *pointer = what.base;
  return musaSuccess;
}

}  // namespace

musaError_t open(const Handle& handle, std::uint32_t magic, void** pointer) {
  if (handle.magic != magic) {
    return musaErrorInvalidValue;
  }
  const std::uint64_t started = processes::start_time(handle.pid);
  if (started == 0 || started != handle.started) {
    return musaErrorInvalidValue;
  }
  if (handle.pid == getpid()) {
    return musaErrorDeviceUninitialized;
  }
  Entry entry;
  if (!read_entry(handle, &entry)) {
    return musaErrorInvalidValue;
  }
  const Key key{handle.pid, handle.started, handle.slot, handle.generation};
  ImportState& all = import_state();
  const std::lock_guard<std::mutex> lock(all.mutex);
  if (const auto known = all.by_key.find(key); known != all.by_key.end()) {
    *pointer = known->second;
    ++all.by_pointer[known->second].count;
    return musaSuccess;
  }
  Opened opened;
  opened.key = key;
  opened.count = 1;
  const musaError_t error = map_entry(handle, entry, &opened, pointer);
  if (error == musaSuccess) {
    all.by_pointer[*pointer] = opened;
    all.by_key[key] = *pointer;
  }
  return error;
}

musaError_t close(void* pointer) {
  const Allocation what = find_allocation(pointer);
  if (what.kind != MemoryKind::kIpc || what.base != pointer) {
    return musaErrorInvalidValue;
  }
  drain_device(what.device);
  ImportState& all = import_state();
  const std::lock_guard<std::mutex> lock(all.mutex);
  const auto entry = all.by_pointer.find(pointer);
  if (entry == all.by_pointer.end()) {
    return musaErrorInvalidValue;
  }
  if (--entry->second.count > 0) {
    return musaSuccess;
  }
  registry::remove(pointer, registry::bit(MemoryKind::kIpc));
  mapping_arena().unmap(entry->second.mapped, entry->second.bytes);
  mapping_arena().give_back(entry->second.mapped, entry->second.bytes);
  all.by_key.erase(entry->second.key);
  all.by_pointer.erase(entry);
  return musaSuccess;
}

}  // namespace musasim::exports
