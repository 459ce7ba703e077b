// torch.set_default_tensor_type("torch.cuda.FloatTensor"): tensors without a device are ours.
//
// PyTorch's own function sets the dtype, from the CPU's type; that the device is ours is answered by
// the interposer, which stands for torch::tensors::get_default_device().
#include <string>

#include "descriptors/descriptors.h"
#include "perspective/asker.h"

namespace torchada::descriptors {
namespace {

struct State {
  Interposer* interposer = nullptr;
  std::uint16_t key = 0;  // c10::DispatchKey::PrivateUse1
  Object set_default_type;
  Object get_default_device;
  Object storage;  // torch.Storage before our type was the default
};

State& state() {
  static State* const instance = new State;
  return *instance;
}

bool is_default_ours() { return state().interposer->default_key.load() != 0; }

// The genuine answer of torch._C._get_default_device(): "cpu" or "musa".
Object true_default_device() {
  return Object(PyObject_CallNoArgs(state().get_default_device.get()));
}

bool name_is(const Object& text, const char* name) {
  return text && PyUnicode_Check(text.get()) &&
         PyUnicode_CompareWithASCIIString(text.get(), name) == 0;
}

// The CPU's type of the same dtype: torch.FloatTensor for torch.cuda.FloatTensor.
Object cpu_counterpart(PyObject* type) {
  const std::string name = reinterpret_cast<PyTypeObject*>(type)->tp_name;
  return attribute_of_module("torch", name.substr(sizeof(kCudaPrefix) - 1).c_str());
}

bool set_storage_class(const Object& storage) {
  const Object torch(PyImport_ImportModule("torch"));
  return storage && torch && PyObject_SetAttrString(torch.get(), "Storage", storage.get()) == 0;
}

// torch.Storage follows the default type: torch.cuda.FloatStorage for torch.cuda.FloatTensor.
bool set_storage_class_of(PyObject* type) {
  state().storage = attribute_of_module("torch", "Storage");
  std::string name = reinterpret_cast<PyTypeObject*>(type)->tp_name;
  name = name.substr(0, name.rfind("Tensor")).substr(sizeof("torch.") - 1) + "Storage";
  return state().storage && set_storage_class(attribute_of_module("torch", name.c_str()));
}

// Runs at unpatch(). A dtype that was set stays, since it names no device.
void forget_default() {
  if (!is_default_ours()) return;
  state().interposer->default_key.store(0);
  if (!set_storage_class(state().storage)) PyErr_WriteUnraisable(state().storage.get());
}

PyObject* make_ours_the_default(PyObject* type) {
  State& current = state();
  const Object counterpart = cpu_counterpart(type);
  if (!counterpart) return nullptr;
  Object result(PyObject_CallOneArg(current.set_default_type.get(), counterpart.get()));
  if (!result || !set_storage_class_of(type)) return nullptr;
  current.interposer->default_key.store(current.key);
  if (name_is(true_default_device(), "musa")) return result.release();
  current.interposer->default_key.store(0);
  if (PyErr_Occurred() == nullptr) {
    PyErr_SetString(
        PyExc_RuntimeError,
        "torch.set_default_tensor_type() cannot choose the GPU, because torchada cannot redirect "
        "get_default_device() of this PyTorch. Instead: use torch.set_default_device('cuda')");
  }
  return nullptr;
}

PyObject* set_default_tensor_type(PyObject*, PyObject* type) {
  if (is_legacy_cuda_type(type)) return make_ours_the_default(type);
  PyObject* result = PyObject_CallOneArg(state().set_default_type.get(), type);
  if (result != nullptr) state().interposer->default_key.store(0);
  return result;
}

PyObject* get_default_device(PyObject*, PyObject*) {
  Object device = true_default_device();
  const bool is_shown = is_default_ours() && name_is(device, "musa");
  if (!is_shown || !perspective::asker_sees_cuda()) return device.release();
  return PyUnicode_FromString("cuda");
}

PyMethodDef set_default_method = {"_set_default_tensor_type", set_default_tensor_type, METH_O,
                                  nullptr};
PyMethodDef get_default_method = {"_get_default_device", get_default_device, METH_NOARGS, nullptr};

std::optional<HookError> plan_function(Transaction* transaction, PyMethodDef* definition,
                                       Object* genuine) {
  const char* name = definition->ml_name;
  const Object module(PyImport_ImportModule("torch._C"));
  *genuine = Object(module ? PyObject_GetAttrString(module.get(), name) : nullptr);
  if (!*genuine) return HookError{"torch._C", name, take_exception_text()};
  const Object replacement(PyCFunction_New(definition, nullptr));
  if (!replacement) return HookError{"torch._C", name, take_exception_text()};
  const auto assign = [module, name](const Object& function) -> std::string {
    const int failed = PyObject_SetAttrString(module.get(), name, function.get());
    return failed == 0 ? std::string() : take_exception_text();
  };
  transaction->add({"torch._C", name, [=] { return assign(replacement); },
                    [assign, original = *genuine] { assign(original); }});
  return std::nullopt;
}

std::string find_key() {
  const Object parse = attribute_of_module("torch._C", "_parse_dispatch_key");
  const Object key(parse ? PyObject_CallFunction(parse.get(), "s", "PrivateUse1") : nullptr);
  const Object number(key ? PyNumber_Long(key.get()) : nullptr);
  const long value = number ? PyLong_AsLong(number.get()) : -1;
  if (value <= 0 || value > 0xffff) return take_exception_text();
  state().key = static_cast<std::uint16_t>(value);
  return {};
}

}  // namespace

std::optional<HookError> plan_default_type(Transaction* transaction, Interposer* interposer) {
  state().interposer = interposer;
  const std::string wrong = find_key();
  if (!wrong.empty()) return HookError{"torch._C", "_parse_dispatch_key", wrong};
  auto error = plan_function(transaction, &set_default_method, &state().set_default_type);
  if (error) return error;
  error = plan_function(transaction, &get_default_method, &state().get_default_device);
  if (error) return error;
  transaction->add({"torch", "default tensor type", [] { return std::string(); }, forget_default});
  return std::nullopt;
}

}  // namespace torchada::descriptors
