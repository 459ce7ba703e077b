// Pools between processes: a file descriptor names the pool, and lasts longer than it.
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstring>

#include "machine/device/properties.h"
#include "machine/device/simulated_gpus.h"
#include "machine/memory/export_table.h"
#include "machine/memory/pool.h"
#include "machine/memory/pool_object.h"
#include "machine/process/process.h"

namespace musasim::pools {

namespace {

struct Name {
  std::uint32_t magic;
  std::int32_t pid;
  std::uint64_t started;
  std::uint64_t pool;
  std::int32_t device;  // physical
  std::int32_t reserved;
};

constexpr std::uint32_t kNameMagic = 0x4d504f31;

std::string key_of(std::int32_t pid, std::uint64_t started) {
  return std::to_string(pid) + ":" + std::to_string(started);
}

}  // namespace

musaError_t export_fd(musaMemPool_t handle, int* fd) {
  Pool* const pool = find_pool(handle);
  if (pool == nullptr || fd == nullptr || !pool->remote.empty() ||
      pool->props().handleTypes != musaMemHandleTypePosixFileDescriptor) {
    return musaErrorInvalidValue;
  }
  Name name{};
  name.magic = kNameMagic;
  name.pid = getpid();
  name.started = processes::start_time(name.pid);
  name.pool = reinterpret_cast<std::uintptr_t>(pool);
  name.device = physical_index(pool->device());
  const int file = memfd_create("musasim-pool", MFD_CLOEXEC);
  if (file < 0) {
    return musaErrorOperatingSystem;
  }
  if (pwrite(file, &name, sizeof name, 0) != static_cast<ssize_t>(sizeof name)) {
    close(file);
    return musaErrorOperatingSystem;
  }
  *fd = file;
  return musaSuccess;
}

musaError_t import_fd(int fd, musaMemPool_t* handle) {
  Name name{};
  if (pread(fd, &name, sizeof name, 0) != static_cast<ssize_t>(sizeof name) ||
      name.magic != kNameMagic || processes::start_time(name.pid) != name.started) {
    return musaErrorInvalidValue;
  }
  const int visible = exports::visible_device(name.device);
  musaMemPoolProps props{};
  props.allocType = musaMemAllocationTypePinned;
  props.location = {musaMemLocationTypeDevice, visible < 0 ? current_device() : visible};
  Pool* const pool = new Pool(props.location.id, props);
  pool->remote = key_of(name.pid, name.started);
  *handle = add_pool(pool);
  return musaSuccess;
}

musaError_t export_pointer(void* pointer, musaMemPoolPtrExportData* data) {
  const Allocation what = find_allocation(pointer);
  if (data == nullptr || what.kind != MemoryKind::kPool || what.base != pointer ||
      static_cast<Pool*>(what.owner)->props().handleTypes != musaMemHandleTypePosixFileDescriptor) {
    return musaErrorInvalidValue;
  }
  exports::Handle exported{};
  const musaError_t error = exports::publish(what, exports::kPoolMagic, &exported);
  if (error == musaSuccess) {
    std::memset(data, 0, sizeof *data);
    std::memcpy(data, &exported, sizeof exported);
  }
  return error;
}

musaError_t import_pointer(musaMemPool_t handle, const musaMemPoolPtrExportData& data,
                           void** pointer) {
  Pool* const pool = find_pool(handle);
  exports::Handle exported{};
  std::memcpy(&exported, &data, sizeof exported);
  if (pool == nullptr || pointer == nullptr ||
      pool->remote != key_of(exported.pid, exported.started)) {
    return musaErrorInvalidValue;
  }
  return exports::open(exported, exports::kPoolMagic, pointer);
}

}  // namespace musasim::pools
