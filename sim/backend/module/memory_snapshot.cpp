// _MUSAC: snapshots of the allocator, and the history that goes into them.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <torch/csrc/profiler/combined_traceback.h>
#include <torch/csrc/utils/pybind.h>

#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "memory/caching.h"
#include "module/module.h"
#include "torch_glue/allocator.h"
#include "torch_glue/device_type.h"
#include "torch_glue/python.h"

namespace musasim {

namespace {

using caching::Action;
using caching::BlockInfo;
using caching::Context;
using caching::RecordContext;
using caching::SegmentInfo;
using caching::TraceEntry;
using torch::CapturedTraceback;

Context gather_python() { return CapturedTraceback::gather(true, true, false); }
Context gather_all() { return CapturedTraceback::gather(true, true, true); }

// Dicts whose "frames" are filled in at the end: symbols of many stacks are looked up together.
class Frames {
 public:
  void want(py::dict dict, const Context& context) {
    if (context == nullptr) {
      dict["frames"] = py::list();
      return;
    }
    contexts_.push_back(context);
    dicts_.push_back(std::move(dict));
  }
  void fill() {
    std::vector<CapturedTraceback*> stacks;
    for (const Context& context : contexts_) {
      stacks.push_back(static_cast<CapturedTraceback*>(context.get()));
    }
    const torch::SymbolizedTracebacks known = torch::symbolize(stacks);
    std::vector<py::dict> frames;
    for (const torch::unwind::Frame& frame : known.all_frames) {
      py::dict dict;
      dict["name"] = frame.funcname;
      dict["filename"] = frame.filename;
      dict["line"] = frame.lineno;
      frames.push_back(std::move(dict));
    }
    for (std::size_t i = 0; i < dicts_.size(); ++i) {
      py::list list;
      for (const std::uint64_t frame : known.tracebacks.at(i)) {
        list.append(frames.at(frame));
      }
      dicts_[i]["frames"] = list;
    }
  }

 private:
  std::vector<Context> contexts_;  // kept: their blocks may be freed meanwhile
  std::vector<py::dict> dicts_;
};

// Adds to the entry of a backward pass in anomaly mode the stack of the forward pass, one text for
// each frame. Newer versions of torch gather it.
template <class Traceback>
auto add_forward_frames(py::dict& dict, const Traceback& traceback, int /*preferred*/)
    -> decltype(traceback.forward_traceback(), void()) {
  if (traceback.forward_traceback().has_value()) {
    dict["forward_frames"] = *traceback.forward_traceback();
  }
}
template <class Traceback>
void add_forward_frames(py::dict& /*dict*/, const Traceback& /*traceback*/, long /*otherwise*/) {}

const char* state_of(const BlockInfo& block) {
  if (block.allocated) {
    return "active_allocated";
  }
  return block.active ? "active_pending_free" : "inactive";
}

py::dict to_dict(const BlockInfo& block, Frames& frames) {
  py::dict dict;
  dict["address"] = block.address;
  dict["size"] = block.size;
  dict["requested_size"] = block.requested;
  dict["state"] = state_of(block);
  frames.want(dict, block.context);
  return dict;
}

py::dict to_dict(const SegmentInfo& segment, Frames& frames) {
  py::list blocks;
  for (const BlockInfo& block : segment.blocks) {
    blocks.append(to_dict(block, frames));
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
  dict["frames"] = py::list();  // as CUDA's allocator: blocks and events have theirs
  dict["blocks"] = blocks;
  return dict;
}

const char* name_of(Action action) {
  switch (action) {
    case Action::kAlloc: return "alloc";
    case Action::kFreeRequested: return "free_requested";
    case Action::kFreeCompleted: return "free_completed";
    case Action::kSegmentAlloc: return "segment_alloc";
    case Action::kSegmentFree: return "segment_free";
    case Action::kSegmentMap: return "segment_map";
    case Action::kSegmentUnmap: return "segment_unmap";
    case Action::kSnapshot: return "snapshot";
    case Action::kOutOfMemory: return "oom";
  }
  return "unknown";
}

py::dict to_dict(const TraceEntry& entry, Frames& frames) {
  py::dict dict;
  dict["action"] = name_of(entry.action);
  dict[entry.action == Action::kOutOfMemory ? "device_free" : "addr"] = entry.address;
  dict["size"] = entry.size;
  dict["stream"] = reinterpret_cast<std::uintptr_t>(entry.stream);
  dict["time_us"] = entry.time;
  dict["pool_id"] = py::make_tuple(entry.pool.first, entry.pool.second);
  dict["compile_context"] = "";
  dict["user_metadata"] = entry.metadata;
  // The same as CUDA's: blocks without a context have an empty list, events no entry.
  if (entry.context != nullptr) {
    frames.want(dict, entry.context);
    add_forward_frames(dict, *static_cast<const CapturedTraceback*>(entry.context.get()), 0);
  }
  return dict;
}

py::dict allocator_settings() {
  const caching::AllocatorSettings settings =
      as_torch_errors([] { return caching::settings_in_force(); });
  py::dict divisions;
  for (std::size_t i = 0; i < settings.roundup_divisions.size(); ++i) {
    divisions[py::int_(1 << i)] = settings.roundup_divisions[i];
  }
  py::dict dict;
  dict["PYTORCH_MUSA_ALLOC_CONF"] = settings.text;
  dict["max_split_size"] = settings.max_split_size == caching::kUnlimited
                               ? -1
                               : static_cast<std::int64_t>(settings.max_split_size);
  dict["garbage_collection_threshold"] = settings.garbage_collection_threshold;
  // Accepted, and without effect: segments do not grow here.
  dict["expandable_segments"] = false;
  dict["pinned_num_register_threads"] = settings.pinned_register_threads;
  dict["release_lock_on_musamalloc"] = settings.release_lock_on_musamalloc;
  dict["pinned_use_musa_host_register"] = settings.pinned_use_host_register;
  dict["roundup_power2_divisions"] = divisions;
  dict["backend"] = settings.backend;
  return dict;
}

py::dict memory_snapshot() {
  check_not_in_bad_fork();
  const Context context = caching::gather_context(RecordContext::kState);
  Frames frames;
  py::list segments;
  py::list traces;
  for (int device = 0; device < device_count(); ++device) {
    py::list trace;
    if (caching::is_used(device)) {
      caching::DeviceAllocator& memory = memory_of(device);
      for (const TraceEntry& entry : memory.trace()) {
        trace.append(to_dict(entry, frames));
      }
      memory.record_snapshot(context);  // which the next one tells
      for (const SegmentInfo& segment : memory.snapshot()) {
        segments.append(to_dict(segment, frames));
      }
    }
    traces.append(trace);
  }
  frames.fill();
  py::dict dict;
  dict["segments"] = segments;
  dict["device_traces"] = traces;
  dict["allocator_settings"] = allocator_settings();
  dict["external_annotations"] = py::list();
  return dict;
}

void check_option(const std::optional<std::string>& given,
                  std::initializer_list<const char*> allowed, const char* message) {
  for (const char* option : allowed) {
    if (!given.has_value() || *given == option) {
      return;
    }
  }
  TORCH_CHECK(false, message);
}

void start_history(const caching::HistoryOptions& options) {
  check_not_in_bad_fork();
  caching::set_history(options);
  for (int device = 0; !options.entries && device < device_count(); ++device) {
    if (caching::is_used(device)) {
      memory_of(device).clear_trace();
    }
  }
}

void record_history(const std::optional<std::string>& enabled,
                    const std::optional<std::string>& context, const std::string& stacks,
                    std::size_t max_entries) {
  check_option(enabled, {"state", "all"}, "expected state to be 'state', 'all', or None");
  check_option(context, {"state", "alloc", "all"},
               "expected context to be 'state', 'alloc', 'all', or None");
  check_option(stacks, {"python", "all"}, "expected stacks to be 'python', or 'all'");
  caching::HistoryOptions options;
  options.enabled = enabled.has_value();
  options.entries = enabled == "all";
  options.gather = stacks == "python" ? gather_python : gather_all;
  options.max_entries = max_entries;
  if (enabled.has_value() && context.has_value()) {
    options.when = *context == "all"     ? RecordContext::kAll
                   : *context == "alloc" ? RecordContext::kAlloc
                                         : RecordContext::kState;
  }
  start_history(options);
}

void record_history_legacy(bool enabled, bool record_context, std::int64_t max_entries,
                           bool context_of_entries, bool cpp) {
  caching::HistoryOptions options;
  options.enabled = enabled;
  options.entries = enabled;
  options.gather = cpp ? gather_all : gather_python;
  options.max_entries = static_cast<std::size_t>(max_entries);
  if (enabled && record_context) {
    options.when = context_of_entries ? RecordContext::kAlloc : RecordContext::kState;
  }
  start_history(options);
}

}  // namespace

void add_memory_snapshot(PyObject* module_object) {
  auto module = py::reinterpret_borrow<py::module>(module_object);
  const auto add = [&](const char* name, auto function) {
    module.def(name, torch::wrap_pybind_function(function));
  };
  add("_musa_memorySnapshot", memory_snapshot);
  add("_musa_setMemoryMetadata", [](const std::string& text) { caching::set_metadata(text); });
  add("_musa_getMemoryMetadata", [] { return caching::metadata(); });
  add("_musa_isHistoryEnabled", [] { return caching::history_enabled(); });
  add("_musa_record_memory_history", record_history);
  add("_musa_record_memory_history_legacy", record_history_legacy);
}

}  // namespace musasim
