// torch.cuda.FloatTensor and similar types construct and recognise our tensors.
//
// They stay PyTorch's types, with CUDA's names; only their constructor and isinstance() change.
#include <algorithm>
#include <cstring>
#include <string>
#include <unordered_map>
#include <vector>

#include "descriptors/descriptors.h"
#include "descriptors/torch_function.h"
#include "descriptors/type_patch.h"

namespace torchada::descriptors {
namespace {

struct LegacyType {
  Object dtype;
  Object layout;
  bool is_sparse;
  // torch_musa's type for the same tensors and its isinstance() in C; it has no sparse ones.
  Object native;
  PyCFunction native_check = nullptr;
};

struct State {
  // By torch.cuda.FloatTensor, ...; static, never freed.
  std::unordered_map<PyObject*, LegacyType> types;
  Object tensor_base;
  Object empty;           // torch.empty
  Object sparse_coo;      // torch.sparse_coo_tensor
  Object int64;           // torch.int64
  Object current_device;  // torch.device("cuda")
  Replaced device;        // Tensor's getters: called, never replaced
  Replaced dtype;
  Replaced layout;
  Replaced instancecheck;
  PyCFunction genuine_instancecheck = nullptr;
  newfunc genuine_new = nullptr;
  bool has_warned = false;
};

// Never destroyed: types may be called while the interpreter finalizes.
State& state() {
  static State* const instance = new State;
  return *instance;
}

bool warn_once() {
  if (state().has_warned) return true;
  state().has_warned = true;
  constexpr char text[] =
      "The torch.cuda.*DtypeTensor constructors are no longer recommended. It's best to use "
      "methods such as torch.tensor(data, dtype=*, device='cuda') to create tensors.";
  return PyErr_WarnEx(PyExc_UserWarning, text, 1) == 0;
}

Object empty_tensor(const Object& size, const Object& dtype) {
  const State& current = state();
  if (!size) return Object();
  const Object arguments(PyTuple_Pack(1, size.get()));
  const Object options(
      Py_BuildValue("{sOsO}", "dtype", dtype.get(), "device", current.current_device.get()));
  if (!arguments || !options) return Object();
  return Object(PyObject_Call(current.empty.get(), arguments.get(), options.get()));
}

// A tensor without elements, made of what every backend with sparse tensors has.
Object empty_sparse(const LegacyType& legacy, const Object& size) {
  const Py_ssize_t dimensions = PyTuple_GET_SIZE(size.get());
  const Object indices = empty_tensor(Object(Py_BuildValue("(ni)", dimensions, 0)), state().int64);
  const Object values = empty_tensor(Object(Py_BuildValue("(i)", 0)), legacy.dtype);
  if (!indices || !values) return Object();
  return Object(PyObject_CallFunctionObjArgs(state().sparse_coo.get(), indices.get(), values.get(),
                                             size.get(), nullptr));
}

// The arguments of a constructor as a size, a tuple; null without an exception when they are none.
Object size_in(PyObject* args, PyObject* keywords) {
  if (keywords != nullptr && PyDict_Size(keywords) != 0) return Object();
  const Py_ssize_t count = PyTuple_GET_SIZE(args);
  if (count == 0) return Object(Py_BuildValue("(i)", 0));
  PyObject* first = PyTuple_GET_ITEM(args, 0);
  // A torch.Size; PyTorch takes no other tuple here.
  if (count == 1 && PyTuple_Check(first) && !PyTuple_CheckExact(first)) {
    return Object::borrowed(first);
  }
  for (Py_ssize_t i = 0; i < count; ++i) {
    if (!PyLong_Check(PyTuple_GET_ITEM(args, i))) return Object();
  }
  return Object::borrowed(args);
}

// Tensor.new takes the same arguments as the constructor, and makes the same tensor.
PyObject* construct(PyTypeObject* type, PyObject* args, PyObject* keywords) {
  if (!warn_once()) return nullptr;
  const LegacyType& legacy = state().types.at(reinterpret_cast<PyObject*>(type));
  if (legacy.is_sparse) {
    const Object size = size_in(args, keywords);
    if (size) return empty_sparse(legacy, size).release();
  }
  const Object none(Py_BuildValue("(i)", 0));
  const Object tensor =
      legacy.is_sparse ? empty_sparse(legacy, none) : empty_tensor(none, legacy.dtype);
  const Object make(tensor ? PyObject_GetAttrString(tensor.get(), "new") : nullptr);
  return make ? PyObject_Call(make.get(), args, keywords) : nullptr;
}

// True when the tensor's attribute is that object. The caller checks for an exception.
bool has_value(const Replaced& getter, PyObject* tensor, const Object& expected) {
  const Object found(getter.get(tensor));
  return found.get() == expected.get();
}

bool is_ours(PyObject* tensor) {
  const Object device(state().device.get(tensor));
  return device && is_device(device.get()) && bits_of_device(device.get()).type == kPrivateUse1Type;
}

PyObject* is_instance(const LegacyType& legacy, PyObject* object) {
  const State& current = state();
  if (legacy.native_check != nullptr) return legacy.native_check(legacy.native.get(), object);
  auto* base = reinterpret_cast<PyTypeObject*>(current.tensor_base.get());
  if (PyObject_TypeCheck(object, base) == 0) Py_RETURN_FALSE;
  // isinstance() takes the attributes themselves, whatever a __torch_function__ would answer.
  if (legacy.native && has_torch_function(object)) {
    const int answer = PyObject_IsInstance(object, legacy.native.get());
    return answer < 0 ? nullptr : PyBool_FromLong(answer);
  }
  const bool answer = has_value(current.dtype, object, legacy.dtype) &&
                      has_value(current.layout, object, legacy.layout) && is_ours(object);
  return PyErr_Occurred() != nullptr ? nullptr : PyBool_FromLong(answer);
}

PyObject* instancecheck(PyObject* self, PyObject* object) {
  const State& current = state();
  const auto found = current.types.find(self);
  if (found != current.types.end()) return is_instance(found->second, object);
  return current.genuine_instancecheck(self, object);
}

PyMethodDef instancecheck_method = {"__instancecheck__", instancecheck, METH_O, nullptr};

// torch_musa's torch_musa.FloatTensor for "torch.cuda.FloatTensor"; null where it has none.
Object native_counterpart(const std::string& name) {
  Object found = attribute_of_module("torch_musa", name.substr(sizeof(kCudaPrefix) - 1).c_str());
  if (!found) PyErr_Clear();
  return found && PyType_Check(found.get()) ? found : Object();
}

void find_native_check(LegacyType* legacy) {
  if (!legacy->native) return;
  const Object check = own_entry(Py_TYPE(legacy->native.get()), "__instancecheck__");
  if (!check || Py_TYPE(check.get()) != &PyMethodDescr_Type) return;
  const PyMethodDef* method = reinterpret_cast<PyMethodDescrObject*>(check.get())->d_method;
  if (method->ml_flags == METH_O) legacy->native_check = method->ml_meth;
}

std::string add_type(PyObject* object) {
  const std::string name = reinterpret_cast<PyTypeObject*>(object)->tp_name;
  if (name.rfind(kCudaPrefix, 0) != 0) return {};
  LegacyType legacy;
  legacy.is_sparse = name.find(".sparse.") != std::string::npos;
  legacy.dtype = Object(PyObject_GetAttrString(object, "dtype"));
  legacy.layout = Object(legacy.dtype ? PyObject_GetAttrString(object, "layout") : nullptr);
  if (!legacy.layout) return take_exception_text();
  legacy.native = native_counterpart(name);
  find_native_check(&legacy);
  state().types[object] = std::move(legacy);
  return {};
}

std::string find_types() {
  state().types.clear();
  const Object all = attribute_of_module("torch", "_tensor_classes");
  const Object iterator(all ? PyObject_GetIter(all.get()) : nullptr);
  if (!iterator) return take_exception_text();
  while (const Object type{PyIter_Next(iterator.get())}) {
    const std::string wrong = PyType_Check(type.get()) ? add_type(type.get()) : "not a type";
    if (!wrong.empty()) return wrong;
  }
  if (PyErr_Occurred() != nullptr) return take_exception_text();
  return state().types.empty() ? "torch._tensor_classes has no torch.cuda types" : std::string();
}

std::string find_makers() {
  State& current = state();
  current.tensor_base = attribute_of_module("torch", "_C.TensorBase");
  current.empty = attribute_of_module("torch", "empty");
  current.sparse_coo = attribute_of_module("torch", "sparse_coo_tensor");
  current.int64 = attribute_of_module("torch", "int64");
  current.current_device = make_device("musa");
  const bool found = current.tensor_base && current.empty && current.sparse_coo && current.int64 &&
                     current.current_device;
  return found ? std::string() : take_exception_text();
}

std::string find_getters() {
  State& current = state();
  auto* type = reinterpret_cast<PyTypeObject*>(current.tensor_base.get());
  const std::pair<const char*, Replaced*> getters[] = {
      {"device", &current.device}, {"dtype", &current.dtype}, {"layout", &current.layout}};
  for (const auto& [name, getter] : getters) {
    const std::string wrong = find_replaced(type, name, &PyGetSetDescr_Type, getter);
    if (!wrong.empty()) return wrong;
  }
  return {};
}

// The types in an order that is the same in every process.
std::vector<PyTypeObject*> types_by_name() {
  std::vector<PyTypeObject*> types;
  for (const auto& entry : state().types) {
    types.push_back(reinterpret_cast<PyTypeObject*>(entry.first));
  }
  std::sort(types.begin(), types.end(), [](const PyTypeObject* one, const PyTypeObject* other) {
    return std::strcmp(one->tp_name, other->tp_name) < 0;
  });
  return types;
}

// Adds the steps of the constructor, which is one function for all of these types.
std::string plan_constructors(Transaction* transaction) {
  newfunc& genuine = state().genuine_new;
  genuine = reinterpret_cast<PyTypeObject*>(state().types.begin()->first)->tp_new;
  for (PyTypeObject* type : types_by_name()) {
    if (type->tp_new != genuine) {
      return std::string(type->tp_name) + " has another constructor than the other legacy types";
    }
    transaction->add({type->tp_name, "__new__",
                      [type]() -> std::string {
                        type->tp_new = construct;
                        return {};
                      },
                      [type] { type->tp_new = state().genuine_new; }});
  }
  return {};
}

}  // namespace

bool is_legacy_cuda_type(PyObject* object) { return state().types.count(object) != 0; }

std::optional<HookError> plan_legacy_types(Transaction* transaction, Interposer*) {
  for (const auto& find : {find_types, find_makers, find_getters}) {
    const std::string wrong = find();
    if (!wrong.empty()) return HookError{"torch", "_tensor_classes", wrong};
  }
  const std::string wrong = plan_constructors(transaction);
  if (!wrong.empty()) return HookError{"torch.cuda", "FloatTensor", wrong};
  State& current = state();
  PyTypeObject* metaclass = Py_TYPE(current.types.begin()->first);
  auto problem = plan_method(transaction, metaclass->tp_name, metaclass, &instancecheck_method,
                             &current.instancecheck);
  if (problem) return problem;
  current.genuine_instancecheck = current.instancecheck.method();
  return std::nullopt;
}

}  // namespace torchada::descriptors
