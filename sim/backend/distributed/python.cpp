// The class torch.distributed.ProcessGroupMCCL and the backend "mccl".
#include "distributed/python.h"

#include <pybind11/chrono.h>
#include <torch/csrc/utils/pybind.h>

#include "distributed/process_group.h"
#include "distributed/wire.h"
#include "torch_glue/python.h"

namespace musasim {

namespace {

using distributed::GroupOptions;
using distributed::GroupOptionsPtr;
using distributed::Milliseconds;
using distributed::ProcessGroupMccl;
using Group = c10::intrusive_ptr<ProcessGroupMccl>;
using StorePtr = c10::intrusive_ptr<c10d::Store>;
using WithoutInterpreter = py::call_guard<py::gil_scoped_release>;

Group make_group(const StorePtr& store, int rank, int size, GroupOptionsPtr options) {
  return c10::make_intrusive<ProcessGroupMccl>(store, rank, size, std::move(options));
}

// When the default group is bound to a device, torch.distributed lets ranks outside of a new group
// call perform_nocolor_split; then those inside must split, too. As this happens for one new group
// at a time, its color may be any.
void split_from_default_group(GroupOptions& options) {
  const py::module_ c10d = py::module_::import("torch.distributed.distributed_c10d");
  if (!c10d.attr("is_initialized")().cast<bool>()) {
    return;
  }
  const py::object whole = c10d.attr("_get_default_group")();
  if (whole.attr("bound_device_id").is_none()) {
    return;
  }
  const py::object source = c10d.attr("_get_split_source")(whole);
  if (py::isinstance<ProcessGroupMccl>(source)) {
    options.split_from = source.cast<Group>();
  }
}

// The function that register_backend calls.
Group create_group(const StorePtr& store, int rank, int size, Milliseconds timeout) {
  auto options = c10::make_intrusive<GroupOptions>(false, timeout);
  split_from_default_group(*options);
  const py::gil_scoped_release released;
  return make_group(store, rank, size, std::move(options));
}

void define_options(const py::object& group) {
  const py::object base = py::module_::import("torch._C._distributed_c10d").attr("Backend");
  py::class_<GroupOptions, GroupOptionsPtr>(group, "Options", base.attr("Options"))
      .def(py::init<bool>(), py::arg("is_high_priority_stream") = false)
      .def_readwrite("is_high_priority_stream", &GroupOptions::is_high_priority_stream)
      .def_readwrite("split_from", &GroupOptions::split_from)
      .def_readwrite("split_color", &GroupOptions::split_color)
      .def_readwrite("global_ranks_in_group", &GroupOptions::global_ranks_in_group)
      .def_readwrite("group_name", &GroupOptions::group_name)
      .def("__copy__",
           [](const GroupOptions& self) { return c10::make_intrusive<GroupOptions>(self); })
      .def(
          "__deepcopy__",
          [](const GroupOptions& self, const py::dict&) {
            return c10::make_intrusive<GroupOptions>(self);
          },
          py::arg("memo"));
}

template <class Class>
void define_life(Class& group) {
  group.def("_set_default_timeout", &ProcessGroupMccl::set_default_timeout, py::arg("timeout"))
      .def("_add_ephemeral_timeout", &ProcessGroupMccl::add_ephemeral_timeout, py::arg("timeout"))
      .def("_verify_work_timeout", &ProcessGroupMccl::verify_work_timeout, py::arg("work"),
           py::arg("timeout"))
      .def_property_readonly("options", &ProcessGroupMccl::options)
      .def_property_readonly("uid", &ProcessGroupMccl::uid)
      .def_property("bound_device_id", &ProcessGroupMccl::getBoundDeviceId,
                    &ProcessGroupMccl::setBoundDeviceId)
      .def("_is_initialized", &ProcessGroupMccl::is_initialized, WithoutInterpreter())
      .def("get_error", &ProcessGroupMccl::getError, WithoutInterpreter())
      .def("abort", &ProcessGroupMccl::abort, WithoutInterpreter())
      .def("shutdown", &ProcessGroupMccl::shutdown, WithoutInterpreter());
}

void define_group(py::module_ parent) {
  const py::object base = py::module_::import("torch._C._distributed_c10d").attr("Backend");
  py::class_<ProcessGroupMccl, Group> group(parent, "ProcessGroupMCCL", base);
  define_options(group);
  group
      .def(py::init(&make_group), py::arg("store"), py::arg("rank"), py::arg("size"),
           py::arg("options"), WithoutInterpreter())
      .def(py::init([](const StorePtr& store, int rank, int size, Milliseconds timeout) {
             return make_group(store, rank, size,
                               c10::make_intrusive<GroupOptions>(false, timeout));
           }),
           py::arg("store"), py::arg("rank"), py::arg("size"),
           py::arg("timeout") = distributed::kDefaultTimeout, WithoutInterpreter())
      .def(
          "_group_start", [] { distributed::check_mccl(mcclGroupStart(), "mcclGroupStart"); },
          WithoutInterpreter())
      .def(
          "_group_end", [] { distributed::check_mccl(mcclGroupEnd(), "mcclGroupEnd"); },
          WithoutInterpreter())
      .def("comm_split_count", &ProcessGroupMccl::split_count)
      .def("perform_nocolor_split", &ProcessGroupMccl::perform_nocolor_split, py::arg("device"),
           WithoutInterpreter());
  define_life(group);
}

void register_backend(const py::module_& parent) {
  // A list: torch takes a string for its letters.
  py::list devices;
  devices.append("musa");
  parent.attr("Backend").attr("register_backend")(
      distributed::kBackendName,
      py::cpp_function(&create_group, py::arg("store"), py::arg("rank"), py::arg("world_size"),
                       py::arg("timeout")),
      false, devices);
}

}  // namespace

void add_distributed(PyObject* /*module*/) {
  const py::module_ parent = py::module_::import("torch.distributed");
  if (!parent.attr("is_available")().cast<bool>()) {
    return;
  }
  define_group(parent);
  register_backend(parent);
  py::module_::import("atexit").attr("register")(py::cpp_function(&distributed::stop_all_groups));
}

}  // namespace musasim
