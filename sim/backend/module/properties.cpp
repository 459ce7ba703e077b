// _MUSAC: the properties of a device.
#include "module/properties.h"

#include <pybind11/pybind11.h>
#include <torch/csrc/utils/pybind.h>

#include <sstream>
#include <string>

#include "module/module.h"
#include "musa_runtime_api.h"
#include "torch_glue/device_type.h"
#include "torch_glue/error.h"
#include "torch_glue/python.h"

namespace musasim {

namespace {

struct DeviceProperties {
  std::string name;
  int major;
  int minor;
  bool is_multi_gpu_board;
  bool is_integrated;
  int multi_processor_count;
  std::size_t total_memory;

  std::string text() const {
    std::ostringstream stream;
    stream << "_MusaDeviceProperties(name='" << name << "', major=" << major << ", minor=" << minor
           << ", total_memory=" << (total_memory >> 20)
           << "MB, multi_processor_count=" << multi_processor_count << ")";
    return stream.str();
  }
};

DeviceProperties properties_of(int index) {
  check_not_in_bad_fork();
  checked_device_index(index);
  musaDeviceProp found{};
  check(musaGetDeviceProperties(&found, index));
  return {std::string(found.name) + " (simulated)",
          found.major,
          found.minor,
          found.isMultiGpuBoard != 0,
          found.integrated != 0,
          found.multiProcessorCount,
          found.totalGlobalMem};
}

}  // namespace

PyObject* properties_function() {
  return py::cpp_function(torch::wrap_pybind_function(properties_of),
                          py::name("_get_device_properties"), py::arg("device"))
      .release()
      .ptr();
}

void add_properties(PyObject* module) {
  py::class_<DeviceProperties>(module, "_MusaDeviceProperties")
      .def_readonly("name", &DeviceProperties::name)
      .def_readonly("major", &DeviceProperties::major)
      .def_readonly("minor", &DeviceProperties::minor)
      .def_readonly("is_multi_gpu_board", &DeviceProperties::is_multi_gpu_board)
      .def_readonly("is_integrated", &DeviceProperties::is_integrated)
      .def_readonly("multi_processor_count", &DeviceProperties::multi_processor_count)
      .def_readonly("total_memory", &DeviceProperties::total_memory)
      .def("__repr__", &DeviceProperties::text);
}

}  // namespace musasim
