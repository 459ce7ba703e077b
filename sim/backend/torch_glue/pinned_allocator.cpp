// Pinned host memory as torch asks for it.
#include <c10/core/Stream.h>
#include <torch/version.h>

#include "memory/host.h"
#include "torch_glue/allocator.h"
#include "torch_glue/device_type.h"

// torch.accelerator and at::getHostAllocator ask a HostAllocator; its statistics have this form
// since torch 2.9.
#define MUSASIM_HAS_HOST_ALLOCATOR (TORCH_VERSION_MAJOR > 2 || TORCH_VERSION_MINOR >= 9)
#if MUSASIM_HAS_HOST_ALLOCATOR
#include <ATen/core/CachingHostAllocator.h>
#endif

namespace musasim {

namespace {

#if MUSASIM_HAS_HOST_ALLOCATOR
using PinnedBase = at::HostAllocator;

template <class Target>
void assign(Target& target, const caching::Stat& source) {
  target.current = source.current;
  target.peak = source.peak;
  target.allocated = source.allocated;
  target.freed = source.freed;
}

template <class Target>
void assign(Target& target, const caching::Duration& source) {
  target.total = source.total;
  target.max = source.longest;
  target.min = source.shortest;
  target.count = source.count;
}
#else
using PinnedBase = c10::Allocator;
#endif

class PinnedAllocator final : public PinnedBase {
 public:
  c10::DataPtr allocate(size_t size) override {
    check_not_in_bad_fork();
    void* pointer = as_torch_errors([=] { return caching::allocate_pinned(size); });
    return {pointer, pointer, &caching::free_pinned, c10::DeviceType::CPU};
  }
  c10::DeleterFnPtr raw_deleter() const override { return &caching::free_pinned; }
  void copy_data(void* target, const void* source, std::size_t count) const override {
    default_copy_data(target, source, count);
  }

#if MUSASIM_HAS_HOST_ALLOCATOR
  bool record_event(void* pointer, void* /*context*/, c10::Stream stream) override {
    return record_pinned_use(pointer, stream);
  }
  void empty_cache() override {
    as_torch_errors([] { caching::release_pinned_cache(); });
  }
  at::HostStats get_stats() override {
    const caching::PinnedStats source = caching::pinned_stats();
    at::HostStats stats;
    assign(stats.active_requests, source.active_requests);
    assign(stats.active_bytes, source.active_bytes);
    assign(stats.allocations, source.owned_segments);
    assign(stats.allocated_bytes, source.owned_bytes);
    assign(stats.host_alloc_time, source.alloc_time);
    assign(stats.host_free_time, source.free_time);
    stats.num_host_alloc = source.host_allocs;
    stats.num_host_free = source.host_frees;
    return stats;
  }
  void reset_accumulated_stats() override { caching::reset_accumulated_pinned_stats(); }
  void reset_peak_stats() override { caching::reset_peak_pinned_stats(); }
#endif
};

PinnedAllocator g_allocator;

#if MUSASIM_HAS_HOST_ALLOCATOR
const at::HostAllocatorRegistry<kMusa> g_registry(&g_allocator);
#endif

}  // namespace

c10::Allocator* pinned_allocator() { return &g_allocator; }

}  // namespace musasim
