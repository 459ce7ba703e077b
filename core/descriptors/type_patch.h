// Replaces entries of a type's dict by descriptors of the same kind.
#pragma once

#include <Python.h>

#include <optional>
#include <string>

#include "descriptors/object.h"
#include "patch/transaction.h"

namespace torchada::descriptors {

// A descriptor that was in a type's dict before us.
struct Replaced {
  PyTypeObject* type = nullptr;
  Object descriptor;

  // The following need a getset descriptor.
  const PyGetSetDef& getset() const {
    return *reinterpret_cast<PyGetSetDescrObject*>(descriptor.get())->d_getset;
  }
  PyObject* get(PyObject* self) const { return getset().get(self, getset().closure); }
  const char* documentation() const { return getset().doc; }

  // This needs a method descriptor.
  PyCFunction method() const {
    return reinterpret_cast<PyMethodDescrObject*>(descriptor.get())->d_method->ml_meth;
  }
};

// The entry `name` of the type's own dict; null without an exception when there is none.
Object own_entry(PyTypeObject* type, const char* name);

// Looks up `name` in the type's own dict and checks that it is a `kind` (for instance
// PyGetSetDescr_Type). Returns an empty string, or what is wrong.
std::string find_replaced(PyTypeObject* type, const char* name, const PyTypeObject* kind,
                          Replaced* replaced);

// The step that puts `replacement` into the type's dict under `name`; undone by putting the very
// object back that was there. `owner` is the type's public name, for messages.
patch::Step dict_entry_step(std::string owner, PyTypeObject* type, const char* name,
                            Object replacement);

// __repr__ or __str__ of a type. Python reaches it in two ways: repr(x) uses the type's slot,
// type(x).__repr__(x) the entry of its dict.
struct TextOf {
  const char* owner;  // the type's public name, for messages
  PyTypeObject* type;
  const char* name;
  reprfunc PyTypeObject::* slot;
};

// The steps that replace both; `genuine` is what the slot held.
std::optional<patch::HookError> plan_text(patch::Transaction* transaction, const TextOf& text,
                                          reprfunc replacement, reprfunc* genuine);

// The steps that replace a method of a static type by `definition`, which gets the genuine one's
// documentation; `genuine` is the method that was there.
std::optional<patch::HookError> plan_method(patch::Transaction* transaction, const char* owner,
                                            PyTypeObject* type, PyMethodDef* definition,
                                            Replaced* genuine);

}  // namespace torchada::descriptors
