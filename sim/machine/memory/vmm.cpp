// Reservations and mappings in the mapping arena; each physical memory is a file of its own.
#include "machine/memory/vmm.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <map>
#include <mutex>
#include <string>

#include "machine/device/properties.h"
#include "machine/device/simulated_gpus.h"
#include "machine/faults/faults.h"
#include "machine/memory/arena.h"
#include "machine/memory/capacity.h"
#include "machine/memory/export_table.h"
#include "machine/memory/pool_block.h"
#include "machine/memory/registry.h"
#include "machine/stream/stream.h"

namespace musasim::vmm {

class Physical {
 public:
  Physical(int on, std::size_t bytes, int descriptor, unsigned its_types, bool own)
      : device(on), size(bytes), file(descriptor), types(its_types), own_(own) {}
  ~Physical() {
    close(file);
    if (own_) {
      capacity::give_back(device, size);
    }
  }
  Physical(const Physical&) = delete;
  Physical& operator=(const Physical&) = delete;

  const int device;
  const std::size_t size;
  const int file;
  const unsigned types;

 private:
  const bool own_;  // counted here; imported memory is counted by its maker
};

namespace {

constexpr const char* kName = "musasim-physical-";

struct Mapping {
  std::size_t size = 0;
  PhysicalPtr physical;
  std::array<musaMemAccessFlags, kMaxDevices> access{};
};

struct VmmState {
  std::mutex mutex;
  std::map<char*, std::size_t> reservations;
  std::map<char*, Mapping> mappings;
};

VmmState& vmm_state() {
  static VmmState* const all = new VmmState;
  return *all;
}

bool aligned(const void* pointer, std::size_t bytes) {
  return bytes != 0 && bytes % kGranularity == 0 &&
         reinterpret_cast<std::uintptr_t>(pointer) % kGranularity == 0;
}

template <class Map>
typename Map::iterator entry_at(Map& map, char* pointer) {
  auto next = map.upper_bound(pointer);
  return next == map.begin() ? map.end() : std::prev(next);
}

bool is_reserved(VmmState& all, char* start, std::size_t bytes) {
  const auto entry = entry_at(all.reservations, start);
  return entry != all.reservations.end() &&
         static_cast<std::size_t>(start - entry->first) <= entry->second &&
         bytes <= entry->second - static_cast<std::size_t>(start - entry->first);
}

bool has_mappings(VmmState& all, char* start, std::size_t bytes) {
  const auto before = entry_at(all.mappings, start);
  const bool reaches_in =
      before != all.mappings.end() && before->first + before->second.size > start;
  const auto next = all.mappings.lower_bound(start);
  return reaches_in || (next != all.mappings.end() && next->first < start + bytes);
}

// Calls visit() for the mappings that make up exactly this range; false when there are none such.
template <class Visit>
bool for_exact(VmmState& all, char* start, std::size_t bytes, Visit visit) {
  char* end = start;
  for (auto entry = all.mappings.find(start);
       entry != all.mappings.end() && entry->first == end && end < start + bytes; ++entry) {
    end += entry->second.size;
  }
  if (end != start + bytes) {
    return false;
  }
  for (auto entry = all.mappings.find(start); entry != all.mappings.end() && entry->first < end;) {
    entry = visit(entry);
  }
  return true;
}

}  // namespace

musaError_t create(int device, std::size_t bytes, PhysicalPtr* physical, unsigned types) {
  if (device < 0 || device >= device_count()) {
    return musaErrorInvalidDevice;
  }
  if (!aligned(nullptr, bytes)) {
    return musaErrorInvalidValue;
  }
  if (const musaError_t fault = faults::on_allocation(device, bytes); fault != musaSuccess) {
    return fault;
  }
  if (!capacity::take(device, bytes) &&
      !(pools::release_unused(device) && capacity::take(device, bytes))) {
    return capacity::refuse(device, bytes);
  }
  const std::string name = kName + std::to_string(physical_index(device));
  const int file = memfd_create(name.c_str(), MFD_CLOEXEC);
  if (file < 0 || ftruncate(file, static_cast<off_t>(bytes)) != 0) {
    if (file >= 0) {
      close(file);
    }
    capacity::give_back(device, bytes);
    return musaErrorMemoryAllocation;
  }
  *physical = std::make_shared<Physical>(device, bytes, file, types, true);
  return musaSuccess;
}

int device_of(const Physical& physical) noexcept { return physical.device; }

std::size_t size_of(const Physical& physical) noexcept { return physical.size; }

unsigned types_of(const Physical& physical) noexcept { return physical.types; }

musaError_t export_fd(const Physical& physical, int* fd) {
  *fd = fcntl(physical.file, F_DUPFD_CLOEXEC, 0);
  return *fd < 0 ? musaErrorOperatingSystem : musaSuccess;
}

musaError_t import_fd(int fd, PhysicalPtr* physical, unsigned types) {
  char link[64];
  char target[128] = {};
  std::snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  const ssize_t length = readlink(link, target, sizeof target - 1);
  const std::string prefix = std::string("/memfd:") + kName;
  struct stat status{};
  if (length <= 0 || std::string(target).compare(0, prefix.size(), prefix) != 0 ||
      fstat(fd, &status) != 0) {
    return musaErrorInvalidValue;
  }
  const int visible = exports::visible_device(std::atoi(target + prefix.size()));
  const int file = fcntl(fd, F_DUPFD_CLOEXEC, 0);
  if (file < 0) {
    return musaErrorOperatingSystem;
  }
  *physical =
      std::make_shared<Physical>(visible < 0 ? current_device() : visible,
                                 static_cast<std::size_t>(status.st_size), file, types, false);
  return musaSuccess;
}

musaError_t reserve(std::size_t bytes, std::size_t alignment, void* hint, void** pointer) {
  const bool power_of_two = (alignment & (alignment - 1)) == 0;
  if (pointer == nullptr || !aligned(nullptr, bytes) || !power_of_two) {
    return musaErrorInvalidValue;
  }
  Arena& arena = mapping_arena();
  char* start = static_cast<char*>(hint);
  const bool usable_hint = hint != nullptr && arena.contains(hint) && aligned(hint, bytes) &&
                           arena.take_at(start, bytes);
  if (!usable_hint) {
    start = arena.take(bytes, alignment < kGranularity ? kGranularity : alignment);
  }
  if (start == nullptr) {
    return musaErrorMemoryAllocation;
  }
  VmmState& all = vmm_state();
  const std::lock_guard<std::mutex> lock(all.mutex);
  all.reservations[start] = bytes;
  *pointer = start;
  return musaSuccess;
}

musaError_t release(void* pointer, std::size_t bytes) {
  char* const start = static_cast<char*>(pointer);
  VmmState& all = vmm_state();
  const std::lock_guard<std::mutex> lock(all.mutex);
  const auto entry = all.reservations.find(start);
  if (entry == all.reservations.end() || entry->second != bytes ||
      has_mappings(all, start, bytes)) {
    return musaErrorInvalidValue;
  }
  all.reservations.erase(entry);
  mapping_arena().give_back(start, bytes);
  return musaSuccess;
}

musaError_t map(void* pointer, std::size_t bytes, std::size_t offset, const PhysicalPtr& physical) {
  char* const start = static_cast<char*>(pointer);
  if (!physical || !aligned(pointer, bytes) || offset % kGranularity != 0 ||
      offset > physical->size || bytes > physical->size - offset) {
    return musaErrorInvalidValue;
  }
  VmmState& all = vmm_state();
  const std::lock_guard<std::mutex> lock(all.mutex);
  if (!is_reserved(all, start, bytes) || has_mappings(all, start, bytes)) {
    return musaErrorInvalidValue;
  }
  if (!mapping_arena().map(start, bytes, physical->file, offset)) {
    return musaErrorMemoryAllocation;
  }
  Mapping& mapping = all.mappings[start];
  mapping.size = bytes;
  mapping.physical = physical;
  Allocation what;
  what.kind = MemoryKind::kMapped;
  what.device = physical->device;
  what.base = start;
  what.size = bytes;
  registry::add(what);
  return musaSuccess;
}

musaError_t unmap(void* pointer, std::size_t bytes) {
  char* const start = static_cast<char*>(pointer);
  const Allocation what = find_allocation(pointer);
  if (what.kind == MemoryKind::kMapped) {
    drain_device(what.device);
  }
  VmmState& all = vmm_state();
  const std::lock_guard<std::mutex> lock(all.mutex);
  const bool exact = for_exact(all, start, bytes, [&](auto entry) {
    registry::remove(entry->first, registry::bit(MemoryKind::kMapped));
    mapping_arena().unmap(entry->first, entry->second.size);
    return all.mappings.erase(entry);
  });
  return exact ? musaSuccess : musaErrorInvalidValue;
}

musaError_t set_access(void* pointer, std::size_t bytes, int device, musaMemAccessFlags flags) {
  const bool known = flags == musaMemAccessFlagsProtNone || flags == musaMemAccessFlagsProtRead ||
                     flags == musaMemAccessFlagsProtReadWrite;
  if (!known) {
    return musaErrorInvalidValue;
  }
  if (device < 0 || device >= device_count()) {
    return musaErrorInvalidDevice;
  }
  VmmState& all = vmm_state();
  const std::lock_guard<std::mutex> lock(all.mutex);
  const bool exact = for_exact(all, static_cast<char*>(pointer), bytes, [&](auto entry) {
    entry->second.access[static_cast<std::size_t>(device)] = flags;
    return std::next(entry);
  });
  return exact ? musaSuccess : musaErrorInvalidValue;
}

musaError_t get_access(void* pointer, int device, musaMemAccessFlags* flags) {
  if (device < 0 || device >= device_count()) {
    return musaErrorInvalidDevice;
  }
  VmmState& all = vmm_state();
  const std::lock_guard<std::mutex> lock(all.mutex);
  const auto entry = entry_at(all.mappings, static_cast<char*>(pointer));
  if (flags == nullptr || entry == all.mappings.end() ||
      entry->first + entry->second.size <= static_cast<char*>(pointer)) {
    return musaErrorInvalidValue;
  }
  *flags = entry->second.access[static_cast<std::size_t>(device)];
  return musaSuccess;
}

PhysicalPtr mapped_at(const void* pointer) {
  VmmState& all = vmm_state();
  const std::lock_guard<std::mutex> lock(all.mutex);
  char* const address = const_cast<char*>(static_cast<const char*>(pointer));
  const auto entry = entry_at(all.mappings, address);
  const bool holds = entry != all.mappings.end() && address < entry->first + entry->second.size;
  return holds ? entry->second.physical : nullptr;
}

}  // namespace musasim::vmm
