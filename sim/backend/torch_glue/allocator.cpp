// The three allocators and the out-of-memory error.
#include "torch_glue/allocator.h"

#include <c10/core/CachingDeviceAllocator.h>
#include <c10/util/Exception.h>
#include <torch/version.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "graph/recording.h"
#include "machine/device/device_scope.h"
#include "machine/memory/allocation.h"
#include "memory/host.h"
#include "torch_glue/allocation_source.h"
#include "torch_glue/custom_allocator.h"
#include "torch_glue/device_stats.h"
#include "torch_glue/memory_report.h"
#include "torch_glue/storage_resize.h"
#include "torch_glue/stream.h"
#include "torch_glue/unified_memory.h"

// torch.accelerator's memory functions ask a DeviceAllocator, which torch has since 2.9.
#define MUSASIM_HAS_DEVICE_ALLOCATOR (TORCH_VERSION_MAJOR > 2 || TORCH_VERSION_MINOR >= 9)

namespace musasim {

namespace {

#if !MUSASIM_HAS_DEVICE_ALLOCATOR
using c10::CachingDeviceAllocator::format_size;
#else
using c10::CachingAllocator::format_size;
#endif

thread_local int t_allocate_on = -1;
thread_local AllocationSource* t_source = nullptr;

std::size_t largest_free_block(int device) {
  std::size_t largest = 0;
  for (const caching::SegmentInfo& segment : memory_of(device).snapshot()) {
    for (const caching::BlockInfo& block : segment.blocks) {
      largest = std::max(largest, block.active ? 0 : block.size);
    }
  }
  return largest;
}

class MusaAllocator final : public c10::musa::MUSACachingAllocator::MUSAAllocator {
 public:
  void copy_data(void* target, const void* source, std::size_t count) const override {
    copy_on_device(target, source, count);
  }
  c10::DataPtr allocate(size_t size) override {
    const int device = current_device();
    void* pointer = allocate_on_device(device, size);
    return {pointer, pointer, &free_device_pointer, musa_device(device)};
  }
  c10::DeleterFnPtr raw_deleter() const override { return &free_device_pointer; }

  bool initialized() override { return device_count() > 0; }
  void emptyCache(caching::PoolId pool) override {
    as_torch_errors([=] { musasim::empty_cache(pool); });
  }
  void recordStream(const c10::DataPtr& data, c10::Stream stream) override {
    record_stream(data, stream);
  }
  c10::CachingDeviceAllocator::DeviceStats getDeviceStats(c10::DeviceIndex device) override {
    return to_torch_stats(memory_of(device).stats());
  }
  void resetAccumulatedStats(c10::DeviceIndex device) override {
    memory_of(device).reset_accumulated_stats();
  }
  void resetPeakStats(c10::DeviceIndex device) override { memory_of(device).reset_peak_stats(); }
  std::pair<size_t, size_t> getMemoryInfo(c10::DeviceIndex device) override {
    return memory_info(device);
  }

  void* raw_alloc(size_t size) override { return allocate_on_device(current_device(), size); }
  void* raw_alloc_with_stream(size_t size, musaStream_t stream) override {
    return allocate_for_stream(current_device(), size, stream);
  }
  void raw_delete(void* pointer) override { free_device_pointer(pointer); }
  void init(int /*device_count*/) override {}
  double getMemoryFraction(c10::DeviceIndex device) override {
    return memory_of(device).fraction();
  }
  void setMemoryFraction(double fraction, c10::DeviceIndex device) override {
    as_torch_errors([=] { set_memory_fraction(fraction, checked_device_index(device)); });
  }
  void cacheInfo(c10::DeviceIndex device, size_t* largest) override {
    *largest = largest_free_block(device);
  }
  void* getBaseAllocation(void* pointer, size_t* size) override {
    const Allocation found = find_allocation(pointer);
    TORCH_CHECK(found.base != nullptr, "invalid device pointer: ", pointer);
    *size = found.size;
    return base_of(pointer);
  }
  void beginAllocateToPool(c10::DeviceIndex device, caching::PoolId id,
                           caching::StreamFilter filter) override {
    as_torch_errors(
        [&] { begin_allocate_to_pool(checked_device_index(device), id, std::move(filter)); });
  }
  void endAllocateToPool(c10::DeviceIndex device, caching::PoolId id) override {
    as_torch_errors([=] { end_allocate_to_pool(checked_device_index(device), id); });
  }
  void releasePool(c10::DeviceIndex device, caching::PoolId id) override {
    as_torch_errors([=] { release_pool(checked_device_index(device), id); });
  }
  std::string name() override { return "native"; }
};

// The deleter of any CPU memory: the hook hands out both kinds.
void free_cpu_pointer(void* pointer);

class CpuAllocatorHook final : public c10::Allocator {
 public:
  void copy_data(void* target, const void* source, std::size_t count) const override {
    std::memcpy(target, source, count);
  }
  explicit CpuAllocatorHook(c10::Allocator* original) : original_(original) {}

  c10::DataPtr allocate(size_t size) override {
    if (C10_LIKELY(t_allocate_on < 0)) {
      return C10_UNLIKELY(uses_unified_cpu_memory()) ? allocate_unified_cpu(size)
                                                     : original_->allocate(size);
    }
    if (C10_UNLIKELY(t_source != nullptr)) {
      return t_source->allocate(t_allocate_on, size);
    }
    void* pointer = allocate_on_device(t_allocate_on, size);
    return {pointer, pointer, &free_device_pointer, c10::DeviceType::CPU};
  }
  c10::DeleterFnPtr raw_deleter() const override {
    return original_->raw_deleter() == nullptr ? nullptr : &free_cpu_pointer;
  }
  c10::Allocator* original() const { return original_; }
  void free_original(void* pointer) { original_->raw_deleter()(pointer); }

 private:
  static c10::DataPtr allocate_unified_cpu(std::size_t size) {
    void* pointer = size == 0 ? nullptr : allocate_unified(size);
    TORCH_CHECK(pointer != nullptr || size == 0, "could not allocate ", size,
                " bytes of unified memory");
    return {pointer, pointer, &free_unified, c10::DeviceType::CPU};
  }

  c10::Allocator* original_;
};

MusaAllocator g_device_allocator;
REGISTER_ALLOCATOR(kMusa, &g_device_allocator)

CpuAllocatorHook* install_cpu_hook() {
  constexpr uint8_t kAboveDefault = 1;
  // Never destroyed: storages keep the pointer.
  auto* hook = new CpuAllocatorHook(c10::GetAllocator(c10::DeviceType::CPU));
  c10::SetAllocator(c10::DeviceType::CPU, hook, kAboveDefault);
  return hook;
}

CpuAllocatorHook* const g_cpu_hook = install_cpu_hook();

void free_cpu_pointer(void* pointer) {
  if (C10_UNLIKELY(t_source != nullptr) && t_source->keeps(pointer)) {
    return;
  }
  if (is_unified(pointer)) {
    free_unified(pointer);
  } else if (device_of_pointer(pointer) >= 0) {
    free_device_pointer(pointer);
  } else {
    g_cpu_hook->free_original(pointer);
  }
}

}  // namespace

c10::musa::MUSACachingAllocator::MUSAAllocator* device_allocator() { return &g_device_allocator; }
c10::Allocator* cpu_allocator() { return g_cpu_hook; }
c10::Allocator* host_allocator() { return g_cpu_hook->original(); }

void raise_out_of_memory(const caching::OutOfMemoryReport& report) {
  constexpr std::size_t kOneExabyte = std::size_t{1} << 60;
  TORCH_CHECK_WITH(OutOfMemoryError, report.requested < kOneExabyte,
                   "MUSA out of memory. Tried to allocate more than 1EB memory.");
  const std::string allowed =
      report.allowed == report.capacity ? "" : format_size(report.allowed) + " allowed; ";
  const std::string in_private_pools =
      report.in_private_pools == 0 ? ""
                                   : "with " + format_size(report.in_private_pools) +
                                         " allocated in private pools (e.g., MUSA Graphs), ";
  TORCH_CHECK_WITH(
      OutOfMemoryError, false, "MUSA out of memory. Tried to allocate ",
      format_size(report.requested), ". GPU ", report.device, " has a total capacity of ",
      format_size(report.capacity), " of which ", format_size(report.free), " is free. Process ",
      getpid(), " has ", format_size(report.capacity - report.free), " memory in use. ", allowed,
      "Of the allocated memory ", format_size(report.allocated), " is allocated by PyTorch, ",
      in_private_pools, "and ", format_size(report.cached),
      " is reserved by PyTorch but unallocated. If reserved but unallocated memory is large try "
      "setting PYTORCH_MUSA_ALLOC_CONF=expandable_segments:True to avoid fragmentation.");
}

void raise_failure(const std::runtime_error& failure) {
  if (const auto* error = dynamic_cast<const caching::MusaFailure*>(&failure)) {
    check(error->code());
  }
  TORCH_CHECK(false, failure.what());
}

caching::DeviceAllocator& memory_of(int device) {
  check_not_in_bad_fork();
  const int index = checked_device_index(device);
  return as_torch_errors([=]() -> caching::DeviceAllocator& { return caching::of_device(index); });
}

int device_reaching(const void* pointer) {
  const int owner = device_of_pointer(pointer);
  if (owner >= 0) return owner;
  const Allocation what = find_allocation(pointer);
  return what.on_host() ? what.device : -1;
}

std::pair<std::size_t, std::size_t> memory_info(int device) {
  check_not_in_bad_fork();
  const int index = checked_device_index(device);
  return as_torch_errors([=] {
    const DeviceScope scope(index);
    std::size_t free = 0;
    std::size_t total = 0;
    caching::check(musaMemGetInfo(&free, &total));
    return std::make_pair(free, total);
  });
}

void* allocate_on_device(int device, std::size_t size) {
  check_not_in_bad_fork();
  const int index = checked_device_index(device);
  return allocate_for_stream(index, size, current_stream_handle(index));
}

void* allocate_for_stream(int index, std::size_t size, musaStream_t stream) {
  CustomAllocator* const custom = current_custom_allocator();
  void* const pointer =
      C10_UNLIKELY(custom != nullptr)
          ? custom->allocate(size, index, stream)
          : as_torch_errors([=] { return caching::allocate(index, size, stream); });
  report_allocation(pointer);
  graph::note_allocation(stream, pointer, size);
  return pointer;
}

// A captured program may free what the graph will read.
static void note_free(void* pointer) {
  void* segment = nullptr;
  std::size_t size = 0;
  const int device = device_of_pointer(pointer);
  if (device >= 0 && memory_of(device).segment_of(pointer, &segment, &size)) {
    graph::note_free(pointer, size);
  }
}

void free_device_pointer(void* pointer) {
  if (caching::in_forked_child()) {
    return;  // it is the parent's
  }
  report_free(pointer);
  if (C10_UNLIKELY(pointer != nullptr && graph::Recording::any())) {
    note_free(pointer);
  }
  if (CustomAllocator* custom = current_custom_allocator();
      C10_UNLIKELY(custom != nullptr) && custom->free(pointer)) {
    return;
  }
  caching::free(pointer);
}

bool record_pinned_use(const void* pointer, c10::Stream stream) {
  const DeviceScope scope(stream.device_index());
  musaStream_t handle = handle_of(stream);
  return as_torch_errors([=] { return caching::record_pinned(pointer, handle); });
}

void record_stream(const c10::DataPtr& data, c10::Stream stream) {
  musaStream_t handle = handle_of(stream);
  if (CustomAllocator* custom = current_custom_allocator()) {
    if (custom->record_stream) {
      custom->record_stream(data.get(), handle);
    }
    return;
  }
  const DeviceScope scope(stream.device_index());
  caching::record_stream(data.get(), handle);
}

AllocateOnDevice::AllocateOnDevice(int device) noexcept : previous_(t_allocate_on) {
  t_allocate_on = device;
}

AllocateOnDevice::~AllocateOnDevice() { t_allocate_on = previous_; }

AllocationSource* allocation_source() noexcept { return t_source; }

AllocationSourceScope::AllocationSourceScope(AllocationSource* source) noexcept : outer_(t_source) {
  t_source = source;
}

AllocationSourceScope::~AllocationSourceScope() { t_source = outer_; }

}  // namespace musasim
