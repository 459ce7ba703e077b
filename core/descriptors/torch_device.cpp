// torch.device: `type`, repr and str, answered by who asks; pickles name CUDA whoever makes them.
#include <array>
#include <memory>

#include "descriptors/descriptors.h"
#include "descriptors/type_patch.h"
#include "perspective/asker.h"

namespace torchada::descriptors {
namespace {

struct Genuine {
  Replaced type;
  Replaced reduce;
  reprfunc repr = nullptr;
  reprfunc str = nullptr;
};

struct State {
  PyTypeObject* device_type = nullptr;  // static, never freed
  Genuine genuine;
  Object cuda;  // "cuda", interned
  // The genuine getter's answer for each device type, kept because it builds a new string every time.
  std::array<Object, 64> type_names;
};

State& state() {
  static State* const instance = new State;
  return *instance;
}

bool is_shown_as_cuda(PyObject* self) {
  return bits_of_device(self).type == kPrivateUse1Type && perspective::asker_sees_cuda();
}

PyObject* true_type_name(PyObject* self) {
  const auto type = static_cast<std::size_t>(bits_of_device(self).type);
  if (type >= state().type_names.size()) return state().genuine.type.get(self);
  Object& cached = state().type_names[type];
  if (!cached) {
    PyObject* name = state().genuine.type.get(self);
    if (name == nullptr) return nullptr;
    PyUnicode_InternInPlace(&name);
    cached = Object(name);
  }
  Py_INCREF(cached.get());
  return cached.get();
}

PyObject* device_type(PyObject* self, void*) {
  if (!is_shown_as_cuda(self)) return true_type_name(self);
  PyObject* cuda = state().cuda.get();
  Py_INCREF(cuda);
  return cuda;
}

// A device whose type is CUDA, from which PyTorch builds the text; null with an exception on failure.
Object cuda_twin(PyObject* self) {
  Object twin(Py_TYPE(self)->tp_alloc(Py_TYPE(self), 0));
  if (twin) bits_of_device(twin.get()) = {kCudaType, bits_of_device(self).index};
  return twin;
}

// PyTorch builds the text of the twin, so that odd indices look as they do there.
PyObject* device_repr(PyObject* self) {
  if (!is_shown_as_cuda(self)) return state().genuine.repr(self);
  const Object twin = cuda_twin(self);
  return twin ? state().genuine.repr(twin.get()) : nullptr;
}

// Pickle and copy call this: they have to write a device that a CUDA machine knows.
PyObject* device_reduce(PyObject* self, PyObject*) {
  const PyCFunction genuine = state().genuine.reduce.method();
  if (bits_of_device(self).type != kPrivateUse1Type) return genuine(self, nullptr);
  const Object twin = cuda_twin(self);
  return twin ? genuine(twin.get(), nullptr) : nullptr;
}

PyObject* device_str(PyObject* self) {
  if (!is_shown_as_cuda(self)) return state().genuine.str(self);
  const int index = bits_of_device(self).index;
  if (index == -1) return PyUnicode_FromString("cuda");
  return PyUnicode_FromFormat("cuda:%d", index);
}

PyGetSetDef device_type_getset = {"type", device_type, nullptr, nullptr, nullptr};
PyMethodDef device_reduce_method = {"__reduce__", device_reduce, METH_NOARGS, nullptr};

std::string check_layout(const char* text, DeviceBits expected) {
  const Object device = make_device(text);
  if (!device) return take_exception_text();
  const DeviceBits found = bits_of_device(device.get());
  if (found.type == expected.type && found.index == expected.index) return {};
  return std::string("torch.device('") + text + "') has another memory layout than expected";
}

}  // namespace

bool is_device(PyObject* object) { return Py_TYPE(object) == state().device_type; }

Object make_device(const char* text) {
  const Object type = attribute_of_module("torch", "device");
  return type ? Object(PyObject_CallFunction(type.get(), "s", text)) : Object();
}

std::optional<HookError> plan_torch_device(Transaction* transaction, Interposer*) {
  const Object object = attribute_of_module("torch", "device");
  if (!object) return HookError{"torch", "device", take_exception_text()};
  auto* type = reinterpret_cast<PyTypeObject*>(object.get());
  for (const std::string& wrong :
       {check_layout("cpu:3", {kCpuType, 3}), check_layout("musa:5", {kPrivateUse1Type, 5})}) {
    if (!wrong.empty()) return HookError{"torch", "device", wrong};
  }
  State& current = state();
  current.device_type = type;
  current.cuda = Object(PyUnicode_InternFromString("cuda"));
  const std::string wrong = find_replaced(type, "type", &PyGetSetDescr_Type, &current.genuine.type);
  if (!wrong.empty()) return HookError{"torch.device", "type", wrong};
  device_type_getset.doc = current.genuine.type.documentation();
  Object descriptor(PyDescr_NewGetSet(type, &device_type_getset));
  if (!descriptor || !current.cuda) return HookError{"torch.device", "type", take_exception_text()};
  transaction->add(dict_entry_step("torch.device", type, "type", std::move(descriptor)));
  auto error = plan_method(transaction, "torch.device", type, &device_reduce_method,
                           &current.genuine.reduce);
  if (error) return error;
  error = plan_text(transaction, {"torch.device", type, "__repr__", &PyTypeObject::tp_repr},
                    device_repr, &current.genuine.repr);
  if (error) return error;
  return plan_text(transaction, {"torch.device", type, "__str__", &PyTypeObject::tp_str},
                   device_str, &current.genuine.str);
}

}  // namespace torchada::descriptors
