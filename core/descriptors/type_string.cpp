// torch.Tensor.type(): users see "torch.cuda.FloatTensor", and everybody may pass it.
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "descriptors/descriptors.h"
#include "descriptors/torch_function.h"
#include "descriptors/type_patch.h"

namespace torchada::descriptors {
namespace {

// The type strings seen so far. PyTorch composes one from device type, dtype and layout at every
// call; dtypes and layouts are objects that live as long as torch.
class KnownTypes {
 public:
  struct Key {
    std::int8_t device_type;
    PyObject* dtype;
    PyObject* layout;
    bool operator==(const Key& other) const {
      return device_type == other.device_type && dtype == other.dtype && layout == other.layout;
    }
  };

  PyObject* find(const Key& key) {
    const Entry& entry = entry_of(key);
    return entry.key == key ? entry.text.get() : nullptr;
  }
  void put(const Key& key, Object text) { entry_of(key) = {key, std::move(text)}; }

 private:
  struct Entry {
    Key key = {-1, nullptr, nullptr};
    Object text;
  };
  static constexpr std::size_t kSize = 256;

  Entry& entry_of(const Key& key) {
    const auto mixed = reinterpret_cast<std::uintptr_t>(key.dtype) >> 5 ^
                       reinterpret_cast<std::uintptr_t>(key.layout) >> 7 ^
                       static_cast<std::uintptr_t>(key.device_type);
    return entries_[mixed % kSize];
  }

  Entry entries_[kSize];
};

struct State {
  Replaced type;    // the method
  Replaced device;  // the getters: called, never replaced
  Replaced dtype;
  Replaced layout;
  KnownTypes known;
};

// Never destroyed: descriptors may be asked while the interpreter finalizes.
State& state() {
  static State* const instance = new State;
  return *instance;
}

// `text` with another prefix; null without an exception when it does not start with `from`.
Object with_prefix(PyObject* text, const char* from, const char* to) {
  const char* utf8 = PyUnicode_AsUTF8(text);
  const std::size_t size = std::strlen(from);
  if (utf8 == nullptr || std::strncmp(utf8, from, size) != 0) {
    PyErr_Clear();
    return Object();
  }
  return Object(PyUnicode_FromFormat("%s%s", to, utf8 + size));
}

PyObject* call_genuine(PyObject* self, const std::vector<PyObject*>& arguments,
                       PyObject* keywords) {
  std::vector<PyObject*> stack = {self};
  stack.insert(stack.end(), arguments.begin(), arguments.end());
  const Py_ssize_t keyword_count = keywords == nullptr ? 0 : PyTuple_GET_SIZE(keywords);
  return PyObject_Vectorcall(state().type.descriptor.get(), stack.data(),
                             stack.size() - static_cast<std::size_t>(keyword_count), keywords);
}

PyObject* genuine_text(PyObject* self) {
  PyObject* stack[] = {self};
  return PyObject_Vectorcall(state().type.descriptor.get(), stack, 1, nullptr);
}

// The type of the tensor's device; -1 without an exception where the tensor does not say.
std::int8_t device_type_of(PyObject* self) {
  PyObject* device = state().device.get(self);
  if (device == nullptr) {
    PyErr_Clear();
    return -1;
  }
  const std::int8_t type = bits_of_device(device).type;
  Py_DECREF(device);
  return type;
}

// The text of x.type() on the CPU, or on our device for an asker that sees CUDA; kept for later calls.
PyObject* known_text(PyObject* self, std::int8_t device_type) {
  State& current = state();
  const Object dtype(current.dtype.get(self));
  const Object layout(dtype ? current.layout.get(self) : nullptr);
  if (!layout) return nullptr;
  const KnownTypes::Key key = {device_type, dtype.get(), layout.get()};
  PyObject* known = current.known.find(key);
  if (known == nullptr) {
    Object text(genuine_text(self));
    if (!text) return nullptr;
    Object shown = with_prefix(text.get(), kNativePrefix, kCudaPrefix);
    if (shown) text = std::move(shown);
    if (PyErr_Occurred() != nullptr) return nullptr;
    known = text.get();
    current.known.put(key, std::move(text));
  }
  Py_INCREF(known);
  return known;
}

// x.type()
PyObject* answer(PyObject* self) {
  const std::int8_t type = device_type_of(self);
  const bool is_known = type == kCpuType || (type == kPrivateUse1Type &&
                                             AskedFor::view_for(self) == perspective::View::kCuda);
  return is_known ? known_text(self, type) : genuine_text(self);
}

// The argument of x.type() in torch_musa's words; null without an exception where it stays the same.
Object native_type(PyObject* argument) {
  if (PyUnicode_Check(argument)) return with_prefix(argument, kCudaPrefix, kNativePrefix);
  if (!is_legacy_cuda_type(argument)) return Object();
  const Object name(PyUnicode_FromString(reinterpret_cast<PyTypeObject*>(argument)->tp_name));
  return name ? with_prefix(name.get(), kCudaPrefix, kNativePrefix) : Object();
}

// The place of the argument `dtype` among `count` positional ones and the keywords; -1 without it.
Py_ssize_t find_dtype(Py_ssize_t count, PyObject* keywords) {
  if (count > 0) return 0;
  const Py_ssize_t keyword_count = keywords == nullptr ? 0 : PyTuple_GET_SIZE(keywords);
  for (Py_ssize_t i = 0; i < keyword_count; ++i) {
    if (PyUnicode_CompareWithASCIIString(PyTuple_GET_ITEM(keywords, i), "dtype") == 0) return i;
  }
  return -1;
}

// Puts the name that the caller gave into PyTorch's error for a type that does not exist.
void name_given_type(PyObject* given) {
  if (!PyUnicode_Check(given) || PyErr_ExceptionMatches(PyExc_ValueError) == 0) return;
  PyErr_Clear();
  PyErr_Format(PyExc_ValueError, "invalid type: '%U'", given);
}

PyObject* convert(PyObject* self, PyObject* const* args, Py_ssize_t count, PyObject* keywords,
                  Py_ssize_t position) {
  const Py_ssize_t keyword_count = keywords == nullptr ? 0 : PyTuple_GET_SIZE(keywords);
  std::vector<PyObject*> arguments(args, args + count + keyword_count);
  const Object native = position < 0 ? Object() : native_type(args[position]);
  if (!native) return PyErr_Occurred() ? nullptr : call_genuine(self, arguments, keywords);
  arguments[static_cast<std::size_t>(position)] = native.get();
  PyObject* result = call_genuine(self, arguments, keywords);
  if (result == nullptr) name_given_type(args[position]);
  return result;
}

PyObject* tensor_type(PyObject* self, PyObject* const* args, Py_ssize_t count, PyObject* keywords) {
  const Py_ssize_t position = find_dtype(count, keywords);
  if (has_torch_function(self)) {
    const AskedFor remembered(self);
    return convert(self, args, count, keywords, -1);
  }
  const bool is_question = count == 0 && keywords == nullptr;
  if (is_question || (position >= 0 && args[position] == Py_None)) return answer(self);
  return convert(self, args, count, keywords, position);
}

PyMethodDef type_method = {"type",
                           reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(tensor_type)),
                           METH_FASTCALL | METH_KEYWORDS, nullptr};

}  // namespace

std::optional<HookError> plan_type_string(Transaction* transaction, Interposer*) {
  const Object object = attribute_of_module("torch", "_C.TensorBase");
  if (!object) return HookError{"torch._C", "TensorBase", take_exception_text()};
  auto* type = reinterpret_cast<PyTypeObject*>(object.get());
  State& current = state();
  const std::pair<const char*, Replaced*> getters[] = {
      {"device", &current.device}, {"dtype", &current.dtype}, {"layout", &current.layout}};
  for (const auto& [name, getter] : getters) {
    const std::string wrong = find_replaced(type, name, &PyGetSetDescr_Type, getter);
    if (!wrong.empty()) return HookError{"torch.Tensor", name, wrong};
  }
  return plan_method(transaction, "torch.Tensor", type, &type_method, &current.type);
}

}  // namespace torchada::descriptors
