// _MUSAC: snapshots of the allocator.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <torch/csrc/utils/pybind.h>

#include "memory/caching.h"
#include "module/module.h"
#include "module/python.h"
#include "torch_glue/allocator.h"
#include "torch_glue/device_type.h"

namespace musasim {

namespace {

using caching::BlockInfo;
using caching::SegmentInfo;

const char* state_of(const BlockInfo& block) {
  if (block.allocated) {
    return "active_allocated";
  }
  return block.active ? "active_pending_free" : "inactive";
}

py::dict to_dict(const BlockInfo& block) {
  py::dict dict;
  dict["address"] = block.address;
  dict["size"] = block.size;
  dict["requested_size"] = block.requested;
  dict["state"] = state_of(block);
  dict["frames"] = py::list();
  return dict;
}

py::dict to_dict(const SegmentInfo& segment) {
  py::list blocks;
  for (const BlockInfo& block : segment.blocks) {
    blocks.append(to_dict(block));
  }
  py::dict dict;
  dict["device"] = segment.device;
  dict["address"] = segment.address;
  dict["total_size"] = segment.size;
  dict["allocated_size"] = segment.allocated;
  dict["active_size"] = segment.active;
  dict["requested_size"] = segment.requested;
  dict["stream"] = reinterpret_cast<std::uintptr_t>(segment.stream);
  dict["segment_type"] = segment.is_large ? "large" : "small";
  dict["segment_pool_id"] = py::make_tuple(segment.pool.first, segment.pool.second);
  dict["is_expandable"] = segment.is_expandable;
  dict["frames"] = py::list();
  dict["blocks"] = blocks;
  return dict;
}

py::dict allocator_settings() {
  const caching::AllocatorSettings settings =
      as_torch_errors([] { return caching::settings_in_force(); });
  py::dict dict;
  dict["expandable_segments"] = settings.expandable_segments;
  dict["max_split_size"] = settings.max_split_size == caching::kUnlimited
                               ? -1
                               : static_cast<std::int64_t>(settings.max_split_size);
  return dict;
}

py::dict memory_snapshot() {
  check_not_in_bad_fork();
  py::list segments;
  py::list traces;
  for (int device = 0; device < device_count(); ++device) {
    traces.append(py::list());
    if (caching::is_used(device)) {
      for (const SegmentInfo& segment : memory_of(device).snapshot()) {
        segments.append(to_dict(segment));
      }
    }
  }
  py::dict dict;
  dict["segments"] = segments;
  dict["device_traces"] = traces;
  dict["allocator_settings"] = allocator_settings();
  dict["external_annotations"] = py::list();
  return dict;
}

}  // namespace

void add_memory_snapshot(PyObject* module_object) {
  auto module = py::reinterpret_borrow<py::module>(module_object);
  module.def("_musa_memorySnapshot", torch::wrap_pybind_function(memory_snapshot));
  module.def("_musa_isHistoryEnabled", [] { return caching::history_enabled(); });
}

}  // namespace musasim
