// _MUSAC: memory statistics, cache, limits.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <torch/csrc/utils/pybind.h>

#include <string>

#include "module/module.h"
#include "module/python.h"
#include "runtime/device_memory.h"
#include "torch_glue/device_type.h"

namespace musasim {

namespace {

DeviceMemory& memory_of(int device) {
  check_not_in_bad_fork();
  TORCH_CHECK(device >= 0, "device index must not be negative, got ", device);
  return device_memory(checked_device_index(device));
}

py::dict to_dict(const Stat& stat) {
  py::dict dict;
  dict["current"] = stat.current;
  dict["peak"] = stat.peak;
  dict["allocated"] = stat.allocated;
  dict["freed"] = stat.freed;
  return dict;
}

py::dict to_dict(const StatArray& array) {
  py::dict dict;
  dict["all"] = to_dict(array[kAll]);
  dict["small_pool"] = to_dict(array[kSmallPool]);
  dict["large_pool"] = to_dict(array[kLargePool]);
  return dict;
}

py::dict memory_stats(int device) {
  const MemoryStats stats = memory_of(device).stats();
  py::dict dict;
  dict["num_alloc_retries"] = stats.num_alloc_retries;
  dict["num_ooms"] = stats.num_ooms;
  dict["max_split_size"] = -1;       // unlimited
  dict["num_sync_all_streams"] = 0;  // work is done when a call returns
  dict["num_device_alloc"] = stats.num_device_alloc;
  dict["num_device_free"] = stats.num_device_free;
  MemoryStats::for_each_array(
      stats, [&](const char* name, const StatArray& array) { dict[name] = to_dict(array); });
  // Without a max_split_size no block is oversize.
  dict["oversize_allocations"] = to_dict(Stat{});
  dict["oversize_segments"] = to_dict(Stat{});
  return dict;
}

py::dict to_dict(const SegmentInfo& segment, int device) {
  std::size_t allocated = 0;
  std::size_t requested = 0;
  py::list blocks;
  for (const BlockInfo& block : segment.blocks) {
    allocated += block.allocated ? block.size : 0;
    requested += block.requested;
    py::dict dict;
    dict["address"] = block.address;
    dict["size"] = block.size;
    dict["requested_size"] = block.requested;
    dict["state"] = block.allocated ? "active_allocated" : "inactive";
    dict["frames"] = py::list();
    blocks.append(dict);
  }
  py::dict dict;
  dict["device"] = device;
  dict["address"] = segment.address;
  dict["total_size"] = segment.size;
  dict["allocated_size"] = allocated;
  dict["active_size"] = allocated;
  dict["requested_size"] = requested;
  dict["stream"] = 0;
  dict["segment_type"] = segment.is_large ? "large" : "small";
  dict["segment_pool_id"] = py::make_tuple(0, 0);
  dict["is_expandable"] = false;
  dict["frames"] = py::list();
  dict["blocks"] = blocks;
  return dict;
}

py::dict memory_snapshot() {
  py::list segments;
  py::list traces;
  for (int device = 0; device < device_count(); ++device) {
    traces.append(py::list());
    if (has_context(device)) {
      for (const SegmentInfo& segment : memory_of(device).snapshot()) {
        segments.append(to_dict(segment, device));
      }
    }
  }
  py::dict allocator_settings;
  allocator_settings["expandable_segments"] = false;
  allocator_settings["max_split_size"] = -1;
  py::dict dict;
  dict["segments"] = segments;
  dict["device_traces"] = traces;
  dict["allocator_settings"] = allocator_settings;
  dict["external_annotations"] = py::list();
  return dict;
}

void empty_cache() {
  check_not_in_bad_fork();
  release_cached_memory();
}

void set_memory_fraction(double fraction, int device) {
  TORCH_CHECK_VALUE(fraction >= 0 && fraction <= 1, "Invalid fraction value: ", fraction,
                    ". Allowed range: 0~1");
  memory_of(device).set_fraction(fraction);
}

}  // namespace

void add_memory(PyObject* module_object) {
  auto module = py::reinterpret_borrow<py::module>(module_object);
  const auto add = [&](const char* name, auto function) {
    module.def(name, torch::wrap_pybind_function(function));
  };
  add("_musa_emptyCache", empty_cache);
  add("_musa_memoryStats", memory_stats);
  add("_musa_memorySnapshot", memory_snapshot);
  add("_musa_resetAccumulatedMemoryStats",
      [](int device) { memory_of(device).reset_accumulated_stats(); });
  add("_musa_resetPeakMemoryStats", [](int device) { memory_of(device).reset_peak_stats(); });
  add("_musa_setMemoryFraction", set_memory_fraction);
  add("_musa_getAllocatorBackend", [] { return std::string("native"); });
  add("_musa_isHistoryEnabled", [] { return false; });
}

}  // namespace musasim
