// _MUSAC._musart: the few runtime functions that torch_musa gives to Python.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <torch/csrc/utils/pybind.h>

#include <cstdint>
#include <string>
#include <utility>

#include "module/module.h"
#include "module/python.h"
#include "musa_runtime_api.h"
#include "runtime/stream.h"
#include "torch_glue/allocator.h"
#include "torch_glue/device_type.h"

namespace musasim {

namespace {

// What the functions below answer with.
enum class MusaError : int { kSuccess = 0, kInvalidValue = 1 };

// The runtime's texts, also of codes that only a real device returns.
constexpr std::pair<int, const char*> kErrorTexts[] = {{0, "no error"},
                                                       {1, "invalid argument"},
                                                       {2, "out of memory"},
                                                       {101, "invalid device ordinal"}};

std::string error_text(int code) {
  for (const auto& [known, text] : kErrorTexts) {
    if (known == code) {
      return text;
    }
  }
  return "unrecognized error code";
}

void* pointer(std::uintptr_t address) { return reinterpret_cast<void*>(address); }

MusaError host_register(std::uintptr_t address, std::size_t size, unsigned int flags) {
  return static_cast<MusaError>(musaHostRegister(pointer(address), size, flags));
}

MusaError host_unregister(std::uintptr_t address) {
  return static_cast<MusaError>(musaHostUnregister(pointer(address)));
}

// The stream's handle is written where the address points, as the C function does.
MusaError stream_create(std::uintptr_t address) {
  const int device = checked_device_index(-1);
  const StreamNumber stream = next_pool_stream(device, kLowestPriority);
  *static_cast<std::uintptr_t*>(pointer(address)) = stream_handle(device, stream);
  return MusaError::kSuccess;
}

MusaError stream_destroy(std::uintptr_t /*stream*/) { return MusaError::kSuccess; }

}  // namespace

void add_musart(PyObject* module_object) {
  auto parent = py::reinterpret_borrow<py::module>(module_object);
  auto musart = parent.def_submodule("_musart", "the MUSA runtime's functions");
  py::enum_<MusaError>(musart, "musaError").value("success", MusaError::kSuccess);
  const auto add = [&](const char* name, auto function) {
    musart.def(name, torch::wrap_pybind_function(function));
  };
  add("musaGetErrorString", error_text);
  add("musaHostRegister", host_register);
  add("musaHostUnregister", host_unregister);
  add("musaStreamCreate", stream_create);
  add("musaStreamDestroy", stream_destroy);
  add("musaMemGetInfo", memory_info);
}

}  // namespace musasim
