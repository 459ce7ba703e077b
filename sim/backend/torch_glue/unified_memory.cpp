// Unified memory.
#include "torch_glue/unified_memory.h"

#include <atomic>
#include <memory>

#include "machine/memory/allocation.h"
#include "torch_glue/allocator.h"
#include "torch_glue/custom_allocator.h"
#include "torch_glue/device_type.h"

namespace musasim {

namespace {

std::atomic<bool> g_for_cpu{false};
std::atomic<bool> g_any{false};  // there has ever been unified memory of ours

}  // namespace

void* allocate_unified(std::size_t size) {
  void* pointer = nullptr;
  const musaError_t error = musaMallocManaged(&pointer, size, musaMemAttachGlobal);
  if (error != musaSuccess) {
    (void)musaGetLastError();
  }
  g_any = true;
  return error == musaSuccess ? pointer : nullptr;
}

void free_unified(void* pointer) {
  if (!caching::in_forked_child()) {
    (void)musaFree(pointer);
  }
}

bool is_unified(const void* pointer) noexcept {
  return g_any.load(std::memory_order_relaxed) &&
         find_allocation(pointer).kind == MemoryKind::kManaged;
}

void use_unified_device_memory() {
  check_not_in_bad_fork();
  change_memory_source(std::make_shared<CustomAllocator>(
      [](ssize_t size, int, musaStream_t) {
        return allocate_unified(static_cast<std::size_t>(size));
      },
      [](void* pointer, ssize_t, int, musaStream_t) { free_unified(pointer); }));
}

void use_unified_cpu_memory(bool use) {
  check_not_in_bad_fork();
  checked_device_index(-1);
  g_for_cpu = use;
}

bool uses_unified_cpu_memory() noexcept {
  return g_for_cpu.load(std::memory_order_relaxed) && !caching::in_forked_child();
}

void edit_storage_device(const c10::Storage& storage, c10::Device device) {
  TORCH_CHECK_VALUE(device.is_cpu() || device.type() == kMusa,
                    "the new device of a storage must be cpu or musa, not ", device);
  const c10::Device target =
      device.is_cpu() ? device : musa_device(checked_device_index(device.index()));
  c10::DataPtr& pointer = storage.unsafeGetStorageImpl()->_mutable_data_ptr_no_checks();
  TORCH_CHECK(pointer.get() == nullptr || is_unified(pointer.get()),
              "only a storage in unified memory can change its device without a copy (see "
              "torch_musa.use_unified_cpu_allocator)");
  pointer.unsafe_set_device(target);
  storage.unsafeGetStorageImpl()->set_allocator(device.is_cpu() ? cpu_allocator()
                                                                : device_allocator());
}

}  // namespace musasim
