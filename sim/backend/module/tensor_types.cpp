// _MUSAC: the legacy tensor types (torch_musa.FloatTensor and its kin).
#include <ATen/core/Tensor.h>
#include <pybind11/pybind11.h>
#include <torch/csrc/Dtype.h>
#include <torch/csrc/DynamicTypes.h>
#include <torch/csrc/autograd/python_variable.h>
#include <torch/csrc/utils/pybind.h>
#include <torch/csrc/utils/tensor_new.h>

#include <cstring>

#include "module/module.h"
#include "torch_glue/device_type.h"
#include "torch_glue/python.h"

namespace musasim {

namespace {

struct LegacyType {
  const char* full_name;
  at::ScalarType dtype;

  const char* name() const { return std::strrchr(full_name, '.') + 1; }
};

constexpr LegacyType kLegacyTypes[] = {
    {"torch.musa.BoolTensor", at::kBool},   {"torch.musa.ByteTensor", at::kByte},
    {"torch.musa.CharTensor", at::kChar},   {"torch.musa.DoubleTensor", at::kDouble},
    {"torch.musa.FloatTensor", at::kFloat}, {"torch.musa.IntTensor", at::kInt},
    {"torch.musa.LongTensor", at::kLong},   {"torch.musa.ShortTensor", at::kShort},
    {"torch.musa.HalfTensor", at::kHalf},   {"torch.musa.BFloat16Tensor", at::kBFloat16},
};

at::ScalarType dtype_of(const py::handle& type) {
  const py::object dtype = type.attr("dtype");
  return reinterpret_cast<THPDtype*>(dtype.ptr())->scalar_type;
}

// type.__new__(cls, ...): what torch.FloatTensor(...) does, on the current device.
at::Tensor construct(const py::handle& type, const py::args& arguments,
                     const py::kwargs& keywords) {
  HANDLE_TH_ERRORS  // the warning is one of Python
  check_not_in_bad_fork();
  checked_device_index(-1);
  TORCH_WARN_ONCE(
      "The torch.musa.*DtypeTensor constructors are no longer recommended. "
      "torch.tensor(data, dtype=..., device='musa') makes tensors, too.");
  return torch::utils::legacy_tensor_ctor(c10::DispatchKey::PrivateUse1, dtype_of(type),
                                          arguments.ptr(), keywords.ptr());
  END_HANDLE_TH_ERRORS_PYBIND
}

bool is_instance(const py::handle& type, const py::handle& object) {
  if (!THPVariable_Check(object.ptr())) {
    return false;
  }
  const at::Tensor& tensor = THPVariable_Unpack(object.ptr());
  return tensor.device().type() == kMusa && tensor.layout() == at::kStrided &&
         tensor.scalar_type() == dtype_of(type);
}

py::object make_metaclass() {
  const auto type = py::reinterpret_borrow<py::object>(reinterpret_cast<PyObject*>(&PyType_Type));
  py::dict members;
  members["__instancecheck__"] =
      py::cpp_function(is_instance, py::name("__instancecheck__"), py::is_method(type));
  members["__module__"] = "torch_musa";
  return type("tensortype", py::make_tuple(type), members);
}

py::object dtype_object(at::ScalarType dtype) {
  return py::reinterpret_borrow<py::object>(reinterpret_cast<PyObject*>(torch::getTHPDtype(dtype)));
}

}  // namespace

void add_tensor_types(PyObject* module_object) {
  const py::object metaclass = make_metaclass();
  const auto module = py::reinterpret_borrow<py::module>(module_object);
  py::dict types;
  for (const LegacyType& legacy : kLegacyTypes) {
    py::dict members;
    members["__new__"] = py::cpp_function(construct, py::name("__new__"));
    members["__module__"] = "torch.musa";
    members["dtype"] = dtype_object(legacy.dtype);
    members["is_cuda"] = false;
    members["is_sparse"] = false;
    const py::object type = metaclass(legacy.name(), py::tuple(), members);
    // Tensor.type(type) reads the C name, which has the module in types that are made in C.
    reinterpret_cast<PyTypeObject*>(type.ptr())->tp_name = legacy.full_name;
    types[legacy.name()] = type;
  }
  module.attr("_tensor_types") = types;
  // The importing package is still half imported: it is found in sys.modules, or not at all.
  const py::dict modules = py::module::import("sys").attr("modules");
  if (!modules.contains("torch_musa")) {
    return;
  }
  const py::object layer = modules["torch_musa"];
  for (const auto& [name, type] : types) {
    py::setattr(layer, name, type);
    layer.attr("_tensor_classes").attr("add")(type);
  }
}

}  // namespace musasim
