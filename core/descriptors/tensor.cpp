// torch.Tensor: `is_cuda` answered by who asks, and `cuda()` as `to(device)`.
#include <cstring>

#include "descriptors/descriptors.h"
#include "descriptors/torch_function.h"
#include "descriptors/type_patch.h"
#include "trace/calls.h"

namespace torchada::descriptors {
namespace {

struct State {
  Replaced is_cuda;
  Replaced cuda;
  Replaced device;             // the getter; called, never replaced
  Object to;                   // TensorBase.to, below any wrapper that torch_musa puts on Tensor
  Object current_device;       // torch.device("cuda"): without an index, hence the current one
  Object memory_format_names;  // ("memory_format",), as vectorcall takes names
  PyObject* device_type = nullptr;         // torch.device
  PyObject* memory_format_type = nullptr;  // torch.memory_format
};

// Never destroyed: descriptors may be asked while the interpreter finalizes.
State& state() {
  static State* const instance = new State;
  return *instance;
}

PyObject* tensor_is_cuda(PyObject* self, void*) {
  if (has_torch_function(self)) {
    const AskedFor remembered(self);
    return state().is_cuda.get(self);
  }
  PyObject* device = state().device.get(self);
  if (device == nullptr) return nullptr;
  const auto type = bits_of_device(device).type;
  Py_DECREF(device);
  const bool is_cuda = type == kCudaType || (type == kPrivateUse1Type &&
                                             perspective::sees_is_cuda(AskedFor::view_for(self)));
  return PyBool_FromLong(is_cuda);
}

struct CudaArguments {
  PyObject* device = Py_None;
  PyObject* non_blocking = nullptr;
  PyObject* memory_format = nullptr;
};

bool read_keyword(const char* name, PyObject* value, CudaArguments* arguments) {
  if (std::strcmp(name, "device") == 0 && arguments->device == Py_None) {
    arguments->device = value;
  } else if (std::strcmp(name, "non_blocking") == 0 && arguments->non_blocking == nullptr) {
    arguments->non_blocking = value;
  } else if (std::strcmp(name, "memory_format") == 0) {
    arguments->memory_format = value == Py_None ? nullptr : value;
  } else {
    return false;
  }
  return true;
}

// False when PyTorch would refuse the arguments; its own parser then raises the error.
bool read_arguments(PyObject* const* args, Py_ssize_t count, PyObject* keywords,
                    CudaArguments* arguments) {
  if (count > 2) return false;
  if (count > 0) arguments->device = args[0];
  if (count > 1) arguments->non_blocking = args[1];
  const Py_ssize_t keyword_count = keywords == nullptr ? 0 : PyTuple_GET_SIZE(keywords);
  for (Py_ssize_t i = 0; i < keyword_count; ++i) {
    const char* name = PyUnicode_AsUTF8(PyTuple_GET_ITEM(keywords, i));
    const bool is_duplicate = name != nullptr && count > 0 && std::strcmp(name, "device") == 0;
    if (name == nullptr || is_duplicate || !read_keyword(name, args[count + i], arguments)) {
      return false;
    }
  }
  if (arguments->non_blocking != nullptr && !PyBool_Check(arguments->non_blocking)) return false;
  return arguments->memory_format == nullptr ||
         reinterpret_cast<PyObject*>(Py_TYPE(arguments->memory_format)) ==
             state().memory_format_type;
}

// The device that `device` means to Tensor.cuda; null (no exception) when it is not one of ours.
Object read_device(PyObject* device) {
  if (device == Py_None) return state().current_device;
  Object converted = Object::borrowed(device);
  if (!is_device(device)) {
    converted = Object(PyObject_CallOneArg(state().device_type, device));
    if (!converted) {
      PyErr_Clear();
      return Object();
    }
  }
  return bits_of_device(converted.get()).type == kPrivateUse1Type ? converted : Object();
}

PyObject* call_genuine_cuda(PyObject* self, PyObject* const* args, Py_ssize_t count,
                            PyObject* keywords) {
  const Object bound(PyObject_CallMethod(state().cuda.descriptor.get(), "__get__", "O", self));
  return bound ? PyObject_Vectorcall(bound.get(), args, static_cast<std::size_t>(count), keywords)
               : nullptr;
}

// Calls to(device, dtype, non_blocking, *, memory_format) by position, which PyTorch parses fastest.
PyObject* call_to(PyObject* self, PyObject* device, const CudaArguments& arguments) {
  PyObject* const non_blocking =
      arguments.non_blocking == nullptr ? Py_False : arguments.non_blocking;
  PyObject* stack[] = {self, device, Py_None, non_blocking, arguments.memory_format};
  if (arguments.memory_format != nullptr) {
    return PyObject_Vectorcall(state().to.get(), stack, 4, state().memory_format_names.get());
  }
  return PyObject_Vectorcall(state().to.get(), stack, arguments.non_blocking == nullptr ? 2 : 4,
                             nullptr);
}

PyObject* tensor_cuda(PyObject* self, PyObject* const* args, Py_ssize_t count, PyObject* keywords) {
  if (has_torch_function(self)) return call_genuine_cuda(self, args, count, keywords);
  CudaArguments arguments;
  if (!read_arguments(args, count, keywords, &arguments)) {
    return call_genuine_cuda(self, args, count, keywords);
  }
  const Object device = read_device(arguments.device);
  if (!device) return call_genuine_cuda(self, args, count, keywords);
  return call_to(self, device.get(), arguments);
}

PyObject* recorded_cuda(PyObject* self, PyObject* const* args, Py_ssize_t count,
                        PyObject* keywords) {
  const trace::Call recorded(trace::site_of_program(trace::name_of("torch.Tensor.cuda")));
  return recorded.end(tensor_cuda(self, args, count, keywords));
}

PyCFunction as_method(decltype(tensor_cuda)* function) {
  return reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(function));
}

PyGetSetDef is_cuda_getset = {"is_cuda", tensor_is_cuda, nullptr, nullptr, nullptr};

PyMethodDef cuda_method = {"cuda", nullptr, METH_FASTCALL | METH_KEYWORDS, nullptr};

// torch.device("cuda") once the device hook works; the spelling "musa" is the same object's truth.
std::string find_types(PyTypeObject* tensor_base) {
  State& current = state();
  current.to = own_entry(tensor_base, "to");
  if (!current.to) return "TensorBase has no method 'to'";
  current.current_device = make_device("musa");
  current.memory_format_names = Object(Py_BuildValue("(s)", "memory_format"));
  const Object device_type = attribute_of_module("torch", "device");
  const Object memory_format_type = attribute_of_module("torch", "memory_format");
  if (!current.current_device || !current.memory_format_names || !device_type ||
      !memory_format_type) {
    return take_exception_text();
  }
  current.device_type = device_type.get();  // static types, never freed
  current.memory_format_type = memory_format_type.get();
  return {};
}

}  // namespace

std::optional<HookError> plan_tensor(Transaction* transaction, Interposer*) {
  const Object object = attribute_of_module("torch", "_C.TensorBase");
  if (!object) return HookError{"torch._C", "TensorBase", take_exception_text()};
  auto* type = reinterpret_cast<PyTypeObject*>(object.get());
  State& current = state();
  std::string wrong = find_has_torch_function();
  if (!wrong.empty()) return HookError{"torch._C", "_has_torch_function_unary", wrong};
  wrong = find_replaced(type, "device", &PyGetSetDescr_Type, &current.device);
  if (!wrong.empty()) return HookError{"torch.Tensor", "device", wrong};
  wrong = find_replaced(type, "is_cuda", &PyGetSetDescr_Type, &current.is_cuda);
  if (!wrong.empty()) return HookError{"torch.Tensor", "is_cuda", wrong};
  wrong = find_types(type);
  if (!wrong.empty()) return HookError{"torch.Tensor", "cuda", wrong};
  is_cuda_getset.doc = current.is_cuda.documentation();
  Object is_cuda(PyDescr_NewGetSet(type, &is_cuda_getset));
  if (!is_cuda) return HookError{"torch.Tensor", "is_cuda", take_exception_text()};
  transaction->add(dict_entry_step("torch.Tensor", type, "is_cuda", std::move(is_cuda)));
  cuda_method.ml_meth = as_method(trace::is_wanted() ? recorded_cuda : tensor_cuda);
  return plan_method(transaction, "torch.Tensor", type, &cuda_method, &current.cuda);
}

}  // namespace torchada::descriptors
