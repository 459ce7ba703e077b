// Replacing entries of a type's dict by genuine descriptors.
#pragma once

#include <Python.h>

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
};

// The entry `name` of the type's own dict; null without an exception when there is none.
Object own_entry(PyTypeObject* type, const char* name);

// Looks up `name` in the type's own dict and checks that it is a `kind` (for instance
// PyGetSetDescr_Type). An empty string, or what is wrong.
std::string find_replaced(PyTypeObject* type, const char* name, const PyTypeObject* kind,
                          Replaced* replaced);

// The step that puts `replacement` into the type's dict under `name`; undone by putting the very
// object back that was there. `owner` is the type's public name, for messages.
patch::Step dict_entry_step(std::string owner, PyTypeObject* type, const char* name,
                            Object replacement);

}  // namespace torchada::descriptors
