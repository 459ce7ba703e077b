// _MUSAC: memory statistics, cache, limits.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <torch/csrc/utils/pybind.h>

#include <string>

#include "memory/host.h"
#include "module/module.h"
#include "torch_glue/allocator.h"
#include "torch_glue/custom_allocator.h"
#include "torch_glue/device_type.h"
#include "torch_glue/python.h"

namespace musasim {

namespace {

using caching::Stat;
using caching::StatArray;
using caching::Stats;

caching::DeviceAllocator& checked_memory_of(int device) {
  TORCH_CHECK(device >= 0, "device index must not be negative, got ", device);
  return memory_of(device);
}

py::dict to_dict(const Stat& stat) {
  py::dict dict;
  dict["current"] = stat.current;
  dict["peak"] = stat.peak;
  dict["allocated"] = stat.allocated;
  dict["freed"] = stat.freed;
  return dict;
}

py::dict to_dict(const caching::Duration& duration) {
  py::dict dict;
  dict["total"] = duration.total;
  dict["max"] = duration.longest;
  dict["min"] = duration.shortest;
  dict["count"] = duration.count;
  dict["avg"] = duration.count == 0 ? 0 : duration.total / duration.count;
  return dict;
}

py::dict to_dict(const StatArray& array) {
  py::dict dict;
  dict["all"] = to_dict(array[caching::kAll]);
  dict["small_pool"] = to_dict(array[caching::kSmallPool]);
  dict["large_pool"] = to_dict(array[caching::kLargePool]);
  return dict;
}

py::dict memory_stats(int device) {
  const Stats stats = as_torch_errors([=] { return checked_memory_of(device).stats(); });
  py::dict dict;
  dict["num_alloc_retries"] = stats.num_alloc_retries;
  dict["num_ooms"] = stats.num_ooms;
  dict["num_oom_rejections"] = stats.num_oom_rejections;
  const std::size_t max_split_size = caching::settings_in_force().max_split_size;
  dict["max_split_size"] =
      max_split_size == caching::kUnlimited ? -1 : static_cast<std::int64_t>(max_split_size);
  dict["num_sync_all_streams"] = stats.num_sync_all_streams;
  dict["num_device_alloc"] = stats.num_device_alloc;
  dict["num_device_free"] = stats.num_device_free;
  Stats::for_each_array(
      stats, [&](const char* name, const StatArray& array) { dict[name] = to_dict(array); });
  dict["oversize_allocations"] = to_dict(stats.oversize_allocations);
  dict["oversize_segments"] = to_dict(stats.oversize_segments);
  return dict;
}

py::dict host_memory_stats() {
  const caching::PinnedStats stats = caching::pinned_stats();
  py::dict dict;
  dict["active_requests"] = to_dict(stats.active_requests);
  dict["active_bytes"] = to_dict(stats.active_bytes);
  dict["allocations"] = to_dict(stats.owned_segments);
  dict["allocated_bytes"] = to_dict(stats.owned_bytes);
  dict["num_host_alloc"] = stats.host_allocs;
  dict["num_host_free"] = stats.host_frees;
  dict["host_alloc_time"] = to_dict(stats.alloc_time);
  dict["host_free_time"] = to_dict(stats.free_time);
  return dict;
}

void empty_all_caches() {
  check_not_in_bad_fork();
  const py::gil_scoped_release no_gil;  // it waits for the devices
  as_torch_errors([] { empty_cache(); });
}

void set_fraction(double fraction, int device) {
  TORCH_CHECK_VALUE(fraction >= 0 && fraction <= 1, "Invalid fraction value: ", fraction,
                    ". Allowed range: 0~1");
  (void)checked_memory_of(device);
  as_torch_errors([=] { set_memory_fraction(fraction, device); });
}

}  // namespace

void add_memory(PyObject* module_object) {
  auto module = py::reinterpret_borrow<py::module>(module_object);
  const auto add = [&](const char* name, auto function) {
    module.def(name, torch::wrap_pybind_function(function));
  };
  add("_musa_emptyCache", empty_all_caches);
  add("_musa_memoryStats", memory_stats);
  add("_musa_resetAccumulatedMemoryStats",
      [](int device) { checked_memory_of(device).reset_accumulated_stats(); });
  add("_musa_resetPeakMemoryStats",
      [](int device) { checked_memory_of(device).reset_peak_stats(); });
  add("_host_emptyCache", [] {
    const py::gil_scoped_release no_gil;  // it waits for streams
    as_torch_errors([] { caching::release_pinned_cache(); });
  });
  add("_musa_hostMemoryStats", host_memory_stats);
  add("_musa_resetAccumulatedHostMemoryStats", caching::reset_accumulated_pinned_stats);
  add("_musa_resetPeakHostMemoryStats", caching::reset_peak_pinned_stats);
  add("_musa_setMemoryFraction", set_fraction);
  add("_musa_getMemoryFraction", [](int device) {
    return as_torch_errors([=] { return checked_memory_of(device).fraction(); });
  });
}

}  // namespace musasim
