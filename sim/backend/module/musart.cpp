// _MUSAC._musart: the few runtime functions that torch_musa gives to Python.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <torch/csrc/utils/pybind.h>

#include <cstdint>
#include <string>
#include <utility>

#include "module/module.h"
#include "musa_runtime_api.h"
#include "torch_glue/allocator.h"
#include "torch_glue/device_type.h"
#include "torch_glue/python.h"

namespace musasim {

namespace {

std::string error_string(int code) { return musaGetErrorString(static_cast<musaError_t>(code)); }

void* pointer(std::uintptr_t address) { return reinterpret_cast<void*>(address); }

musaError_t host_register(std::uintptr_t address, std::size_t size, unsigned int flags) {
  return musaHostRegister(pointer(address), size, flags);
}

musaError_t host_unregister(std::uintptr_t address) { return musaHostUnregister(pointer(address)); }

// The stream's handle is written where the address points, as the C function does.
musaError_t stream_create(std::uintptr_t address) {
  return musaStreamCreate(static_cast<musaStream_t*>(pointer(address)));
}

musaError_t stream_destroy(std::uintptr_t stream) {
  return musaStreamDestroy(reinterpret_cast<musaStream_t>(stream));
}

}  // namespace

void add_musart(PyObject* module_object) {
  auto parent = py::reinterpret_borrow<py::module>(module_object);
  auto musart = parent.def_submodule("_musart", "Functions of the MUSA runtime");
  py::enum_<musaError_t>(musart, "musaError").value("success", musaSuccess);
  const auto add = [&](const char* name, auto function) {
    musart.def(name, torch::wrap_pybind_function(function));
  };
  add("musaGetErrorString", error_string);
  add("musaHostRegister", host_register);
  add("musaHostUnregister", host_unregister);
  add("musaStreamCreate", stream_create);
  add("musaStreamDestroy", stream_destroy);
  add("musaMemGetInfo", memory_info);
}

}  // namespace musasim
