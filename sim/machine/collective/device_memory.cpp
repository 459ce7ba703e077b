// Sharing of device memory between the processes of a communicator.
#include "machine/collective/device_memory.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <new>

#include "machine/collective/clique.h"
#include "machine/collective/rendezvous.h"
#include "machine/device/simulated_gpus.h"
#include "machine/library.h"
#include "machine/memory/allocation.h"
#include "machine/memory/arena.h"

namespace musasim::collective {

BufferNote share_device_memory(const void* pointer, std::size_t bytes) {
  BufferNote note;
  const Allocation what = find_allocation(pointer);
  const Arena* arena = arena_of(pointer);
  if (!what.on_device() || arena == nullptr || arena->file() < 0 || what.device < 0 ||
      arena != &device_arena(what.device)) {
    return note;
  }
  const std::size_t offset = arena->offset_of(pointer);
  if (offset + bytes <= arena->span()) {
    note.where = BufferNote::kDevice;
    note.memory = what.device;
    note.address = offset;
  }
  return note;
}

int duplicate_memory_file(int memory) {
  if (memory < 0 || memory >= device_count()) {
    return -1;
  }
  try {
    const int file = device_arena(memory).file();
    return file < 0 ? -1 : fcntl(file, F_DUPFD_CLOEXEC, 0);
  } catch (const std::bad_alloc&) {
    return -1;
  }
}

RemoteMemory::~RemoteMemory() {
  for (const auto& entry : mappings_) {
    if (entry.second.base != nullptr) {
      munmap(entry.second.base, entry.second.size);
    }
  }
}

char* RemoteMemory::find(const BufferNote& note, std::size_t bytes) {
  const std::lock_guard<std::mutex> lock(mutex_);
  Mapping& mapping = mappings_[note.memory];
  if (mapping.base == nullptr) {
    const int fd = open_remote_memory(service_, note.memory);
    struct stat info{};
    if (fd < 0) {
      return nullptr;
    }
    const std::size_t size = fstat(fd, &info) == 0 ? static_cast<std::size_t>(info.st_size) : 0;
    void* base = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, fd, 0);
    close(fd);
    if (base == MAP_FAILED) {
      return nullptr;
    }
    mapping = {static_cast<char*>(base), size};
  }
  const bool inside = note.address <= mapping.size && bytes <= mapping.size - note.address;
  return inside ? mapping.base + note.address : nullptr;
}

std::shared_ptr<RemoteMemory> remote_memory(const std::string& service) {
  static auto* mutex = new std::mutex;
  static auto* memories = new std::map<std::string, std::weak_ptr<RemoteMemory>>;
  const std::lock_guard<std::mutex> lock(*mutex);
  std::weak_ptr<RemoteMemory>& known = (*memories)[service];
  std::shared_ptr<RemoteMemory> memory = known.lock();
  if (memory == nullptr) {
    memory = std::make_shared<RemoteMemory>(service);
    known = memory;
  }
  return memory;
}

BufferNote Clique::describe(const void* pointer, std::size_t bytes) const {
  BufferNote note;
  if (pointer == nullptr) {
    return note;
  }
  if (all_local_) {
    note.where = BufferNote::kPointer;
    note.address = reinterpret_cast<std::uint64_t>(backing_address(pointer));
    return note;
  }
  note = share_device_memory(pointer, bytes);
  if (note.where == BufferNote::kNone) {
    note.where = BufferNote::kStaging;
  }
  return note;
}

char* Clique::find(int rank, const BufferNote& note, std::size_t bytes) const {
  if (note.where == BufferNote::kPointer) {
    return reinterpret_cast<char*>(note.address);
  }
  if (note.where != BufferNote::kDevice) {
    return nullptr;
  }
  if (in_this_process(rank)) {
    const Arena& arena = device_arena(note.memory);
    return arena.machine(arena.base() + note.address);
  }
  return peers_[static_cast<std::size_t>(rank)].memory->find(note, bytes);
}

}  // namespace musasim::collective
