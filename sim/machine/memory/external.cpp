// Importing files in memory, and mapping pieces of them.
#include "machine/memory/external.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <memory>

#include "machine/device/simulated_gpus.h"
#include "machine/memory/arena.h"
#include "machine/memory/registry.h"
#include "machine/stream/handle_table.h"

namespace musasim::external {

namespace {

constexpr std::size_t kPage = 4096;

class Memory {
 public:
  Memory(int on, int descriptor, std::size_t bytes) : device(on), file(descriptor), size(bytes) {}
  ~Memory() { close(file); }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  const int device;
  const int file;
  const std::size_t size;
};

HandleTable<Memory>& external_handles() {
  static HandleTable<Memory>* const table = new HandleTable<Memory>;
  return *table;
}

// Something that can be mapped for reading and writing, and has that many bytes.
musaError_t check_file(int file, unsigned long long size) {
  struct stat status{};
  const int flags = fcntl(file, F_GETFL);
  if (flags < 0 || fstat(file, &status) != 0) {
    return musaErrorOperatingSystem;
  }
  const bool fits = S_ISREG(status.st_mode) && (flags & O_ACCMODE) == O_RDWR &&
                    size <= static_cast<unsigned long long>(status.st_size);
  return fits ? musaSuccess : musaErrorInvalidValue;
}

// The pages that hold the buffer.
struct Pages {
  std::size_t before;  // bytes of the first page that come before the buffer
  std::size_t bytes;
};

Pages pages_of(std::size_t offset, std::size_t size) {
  const std::size_t before = offset % kPage;
  return {before, (before + size + kPage - 1) / kPage * kPage};
}

musaError_t map_pages(const Memory& memory, std::size_t offset, std::size_t size, void** pointer) {
  const Pages pages = pages_of(offset, size);
  Arena& arena = mapping_arena();
  char* const start = arena.take(pages.bytes, kPage);
  if (start == nullptr) {
    return musaErrorMemoryAllocation;
  }
  if (!arena.map(start, pages.bytes, memory.file, offset - pages.before)) {
    arena.give_back(start, pages.bytes);
    return musaErrorMapBufferObjectFailed;
  }
  Allocation what;
  what.kind = MemoryKind::kExternal;
  what.device = memory.device;
  what.base = start + pages.before;
  what.size = size;
  registry::add(what);
  *pointer = what.base;
  return musaSuccess;
}

}  // namespace

musaError_t import_memory(const musaExternalMemoryHandleDesc* what, musaExternalMemory_t* memory) {
  if (what == nullptr || memory == nullptr || what->type < musaExternalMemoryHandleTypeOpaqueFd ||
      what->type > musaExternalMemoryHandleTypeMtSciBuf || what->size == 0 ||
      (what->flags & ~unsigned{musaExternalMemoryDedicated}) != 0) {
    return musaErrorInvalidValue;
  }
  if (what->type != musaExternalMemoryHandleTypeOpaqueFd) {
    return musaErrorNotSupported;
  }
  const int file = what->handle.fd;
  if (const musaError_t error = check_file(file, what->size); error != musaSuccess) {
    return error;
  }
  *memory = static_cast<musaExternalMemory_t>(
      external_handles().add(std::make_shared<Memory>(current_device(), file, what->size)));
  return musaSuccess;
}

musaError_t map_buffer(musaExternalMemory_t memory, const musaExternalMemoryBufferDesc* part,
                       void** pointer) {
  if (part == nullptr || pointer == nullptr || part->flags != 0) {
    return musaErrorInvalidValue;
  }
  const std::shared_ptr<Memory> found = external_handles().find(memory);
  if (!found) {
    return musaErrorInvalidResourceHandle;
  }
  if (part->size == 0 || part->offset > found->size || part->size > found->size - part->offset) {
    return musaErrorInvalidValue;
  }
  return map_pages(*found, part->offset, part->size, pointer);
}

musaError_t destroy_memory(musaExternalMemory_t memory) {
  return external_handles().remove(memory) ? musaSuccess : musaErrorInvalidResourceHandle;
}

musaError_t flush_writes(musaFlushGPUDirectRDMAWritesTarget target,
                         musaFlushGPUDirectRDMAWritesScope scope) noexcept {
  const bool known = target == musaFlushGPUDirectRDMAWritesTargetCurrentDevice &&
                     (scope == musaFlushGPUDirectRDMAWritesToOwner ||
                      scope == musaFlushGPUDirectRDMAWritesToAllDevices);
  // All memory is the host's, which its processors keep coherent: a point in their order will do.
  static std::atomic<unsigned> order{0};
  order.fetch_add(1, std::memory_order_seq_cst);
  return known ? musaSuccess : musaErrorInvalidValue;
}

void unmap_buffer(const Allocation& what) noexcept {
  const Pages pages = pages_of(reinterpret_cast<std::uintptr_t>(what.base), what.size);
  Arena& arena = mapping_arena();
  arena.unmap(what.base - pages.before, pages.bytes);
  arena.give_back(what.base - pages.before, pages.bytes);
}

}  // namespace musasim::external
