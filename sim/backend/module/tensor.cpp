// _MUSAC: functions that become methods of torch.Tensor.
#include <ATen/core/Tensor.h>
#include <torch/csrc/Device.h>
#include <torch/csrc/MemoryFormat.h>
#include <torch/csrc/autograd/python_variable.h>
#include <torch/csrc/utils/device_lazy_init.h>

#include <optional>

#include "module/module.h"
#include "torch_glue/device_type.h"
#include "torch_glue/python.h"

namespace musasim {

namespace {

const at::Tensor& tensor_argument(PyObject* object, const char* function) {
  TORCH_CHECK_TYPE(THPVariable_Check(object), function, ": expected a Tensor, got ",
                   Py_TYPE(object)->tp_name);
  return THPVariable_Unpack(object);
}

// None, an index, a string or a torch.device.
c10::Device device_argument(PyObject* object) {
  if (object == Py_None) {
    return musa_device(current_device());
  }
  if (PyLong_Check(object)) {
    return musa_device(int_argument(object, "musa"));
  }
  std::optional<c10::Device> device;
  if (THPDevice_Check(object)) {
    device = reinterpret_cast<THPDevice*>(object)->device;
  } else if (PyUnicode_Check(object)) {
    const char* text = PyUnicode_AsUTF8(object);
    check_python(text != nullptr);
    device = c10::Device(text);
  } else {
    TORCH_CHECK_TYPE(false, "musa: expected a device, got ", Py_TYPE(object)->tp_name);
  }
  TORCH_CHECK(device->type() == kMusa, "Invalid device, must be musa device");
  return device->has_index() ? *device : musa_device(current_device());
}

PyObject* tensor_to_musa(PyObject*, PyObject* arguments, PyObject* keywords) {
  HANDLE_TH_ERRORS
  PyObject* self = nullptr;
  PyObject* device_object = Py_None;
  int non_blocking = 0;
  PyObject* format_object = Py_None;
  static const char* names[] = {"self", "device", "non_blocking", "memory_format", nullptr};
  check_python(PyArg_ParseTupleAndKeywords(arguments, keywords, "O|OpO:musa",
                                           const_cast<char**>(names), &self, &device_object,
                                           &non_blocking, &format_object) != 0);
  const at::Tensor& tensor = tensor_argument(self, "musa");
  c10::Device device = device_argument(device_object);
  std::optional<at::MemoryFormat> format;
  if (format_object != Py_None) {
    TORCH_CHECK_TYPE(THPMemoryFormat_Check(format_object),
                     "musa: memory_format must be a torch.memory_format, got ",
                     Py_TYPE(format_object)->tp_name);
    format = reinterpret_cast<THPMemoryFormat*>(format_object)->memory_format;
  }
  torch::utils::maybe_initialize_device(device);
  at::Tensor result;
  {
    const pybind11::gil_scoped_release no_gil;
    result = tensor.to(tensor.options().device(device), non_blocking != 0, false, format);
  }
  return THPVariable_Wrap(result);
  END_HANDLE_TH_ERRORS
}

PyObject* tensor_is_musa(PyObject*, PyObject* arguments, PyObject* keywords) {
  HANDLE_TH_ERRORS
  PyObject* self = nullptr;
  static const char* names[] = {"self", nullptr};
  check_python(PyArg_ParseTupleAndKeywords(arguments, keywords, "O:is_musa",
                                           const_cast<char**>(names), &self) != 0);
  return PyBool_FromLong(tensor_argument(self, "is_musa").device().type() == kMusa);
  END_HANDLE_TH_ERRORS
}

PyMethodDef g_tensor_functions[] = {
    {"_musa", with_keywords(tensor_to_musa), METH_VARARGS | METH_KEYWORDS, nullptr},
    {"_is_musa", with_keywords(tensor_is_musa), METH_VARARGS | METH_KEYWORDS, nullptr},
    {nullptr, nullptr, 0, nullptr}};

}  // namespace

void add_tensor(PyObject* module) { add_functions(module, g_tensor_functions); }

}  // namespace musasim
