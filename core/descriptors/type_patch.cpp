// Replacing entries of a type's dict by genuine descriptors.
#include "descriptors/type_patch.h"

#include <memory>

namespace torchada::descriptors {
namespace {

// type.__setattr__ refuses static types, so their dict is written directly.
int set_entry(PyTypeObject* type, const char* name, PyObject* value) {
  if ((type->tp_flags & Py_TPFLAGS_HEAPTYPE) != 0) {
    return PyObject_SetAttrString(reinterpret_cast<PyObject*>(type), name, value);
  }
  const int failed = PyDict_SetItemString(type->tp_dict, name, value);
  PyType_Modified(type);
  return failed;
}

}  // namespace

Object own_entry(PyTypeObject* type, const char* name) {
  return Object::borrowed(PyDict_GetItemString(type->tp_dict, name));
}

std::string find_replaced(PyTypeObject* type, const char* name, const PyTypeObject* kind,
                          Replaced* replaced) {
  Object entry = own_entry(type, name);
  if (!entry) return "the type has no entry of its own under that name";
  if (Py_TYPE(entry.get()) != kind) {
    return std::string("expected a ") + kind->tp_name + ", found a " +
           Py_TYPE(entry.get())->tp_name;
  }
  *replaced = Replaced{type, std::move(entry)};
  return {};
}

patch::Step dict_entry_step(std::string owner, PyTypeObject* type, const char* name,
                            Object replacement) {
  auto previous = std::make_shared<Object>();
  const auto apply = [=]() -> std::string {
    *previous = own_entry(type, name);
    if (!*previous) return "the type has no entry of its own under that name";
    return set_entry(type, name, replacement.get()) == 0 ? std::string() : take_exception_text();
  };
  const auto undo = [=] {
    if (set_entry(type, name, previous->get()) != 0) PyErr_WriteUnraisable(previous->get());
  };
  return {std::move(owner), name, apply, undo};
}

}  // namespace torchada::descriptors
