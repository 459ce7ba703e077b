// Replaces entries of a type's dict by descriptors of the same kind.
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
  if (!entry) return std::string(type->tp_name) + " itself has no attribute " + name;
  if (Py_TYPE(entry.get()) != kind) {
    return std::string("expected a ") + kind->tp_name + ", but found a " +
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
    if (!*previous) return std::string(type->tp_name) + " itself has no attribute " + name;
    return set_entry(type, name, replacement.get()) == 0 ? std::string() : take_exception_text();
  };
  const auto undo = [=] {
    if (set_entry(type, name, previous->get()) != 0) PyErr_WriteUnraisable(previous->get());
  };
  return {std::move(owner), name, apply, undo};
}

std::optional<patch::HookError> plan_text(patch::Transaction* transaction, const TextOf& text,
                                          reprfunc replacement, reprfunc* genuine) {
  const auto& [owner, type, name, slot] = text;
  Replaced wrapper;
  const std::string wrong = find_replaced(type, name, &PyWrapperDescr_Type, &wrapper);
  if (!wrong.empty()) return patch::HookError{owner, name, wrong};
  *genuine = type->*slot;
  auto* base = reinterpret_cast<PyWrapperDescrObject*>(wrapper.descriptor.get())->d_base;
  Object descriptor(PyDescr_NewWrapper(type, base, reinterpret_cast<void*>(replacement)));
  if (!descriptor) return patch::HookError{owner, name, take_exception_text()};
  transaction->add(dict_entry_step(owner, type, name, std::move(descriptor)));
  const auto assign = [type = text.type, slot = text.slot](reprfunc function) {
    type->*slot = function;
  };
  transaction->add({owner, std::string(name) + " (type slot)",
                    [=]() -> std::string {
                      assign(replacement);
                      return {};
                    },
                    [assign, original = *genuine] { assign(original); }});
  return std::nullopt;
}

std::optional<patch::HookError> plan_method(patch::Transaction* transaction, const char* owner,
                                            PyTypeObject* type, PyMethodDef* definition,
                                            Replaced* genuine) {
  const std::string wrong = find_replaced(type, definition->ml_name, &PyMethodDescr_Type, genuine);
  if (!wrong.empty()) return patch::HookError{owner, definition->ml_name, wrong};
  definition->ml_doc =
      reinterpret_cast<PyMethodDescrObject*>(genuine->descriptor.get())->d_method->ml_doc;
  Object method(PyDescr_NewMethod(type, definition));
  if (!method) return patch::HookError{owner, definition->ml_name, take_exception_text()};
  transaction->add(dict_entry_step(owner, type, definition->ml_name, std::move(method)));
  return std::nullopt;
}

}  // namespace torchada::descriptors
