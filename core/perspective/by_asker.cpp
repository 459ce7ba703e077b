// A callable that is one function for PyTorch and another for users.
#include "perspective/by_asker.h"

#include <structmember.h>

#include <cstddef>
#include <cstring>

#include "perspective/asker.h"

namespace torchada::perspective {
namespace {

struct ByAsker {
  PyObject_HEAD
  PyObject* native;
  PyObject* users;
  PyObject* answers;  // dict or null: what users get for a string, without a call
  vectorcallfunc vectorcall;
};

ByAsker* cast(PyObject* self) { return reinterpret_cast<ByAsker*>(self); }

// Borrowed; null, without an exception, when there is none.
PyObject* known_answer(PyObject* self, PyObject* const* args, std::size_t count,
                       PyObject* keywords) {
  const bool is_one_string = cast(self)->answers != nullptr && keywords == nullptr &&
                             PyVectorcall_NARGS(count) == 1 && PyUnicode_CheckExact(args[0]);
  return is_one_string ? PyDict_GetItem(cast(self)->answers, args[0]) : nullptr;
}

// This function has no Python frame, so the current globals are its caller's.
PyObject* call(PyObject* self, PyObject* const* args, std::size_t count, PyObject* keywords) {
  if (!asker_sees_cuda()) return PyObject_Vectorcall(cast(self)->native, args, count, keywords);
  PyObject* known = known_answer(self, args, count, keywords);
  Py_XINCREF(known);
  return known != nullptr ? known : PyObject_Vectorcall(cast(self)->users, args, count, keywords);
}

PyObject* make(PyTypeObject* type, PyObject* args, PyObject*) {
  PyObject* native = nullptr;
  PyObject* users = nullptr;
  PyObject* answers = nullptr;
  if (!PyArg_ParseTuple(args, "OO|O!:ByAsker", &native, &users, &PyDict_Type, &answers)) {
    return nullptr;
  }
  PyObject* self = type->tp_alloc(type, 0);
  if (self == nullptr) return nullptr;
  Py_INCREF(native);
  Py_INCREF(users);
  Py_XINCREF(answers);
  cast(self)->native = native;
  cast(self)->users = users;
  cast(self)->answers = answers;
  cast(self)->vectorcall = call;
  return self;
}

void dealloc(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  Py_XDECREF(cast(self)->native);
  Py_XDECREF(cast(self)->users);
  Py_XDECREF(cast(self)->answers);
  type->tp_free(self);
  Py_DECREF(type);
}

PyObject* bind(PyObject* self, PyObject* instance, PyObject*) {
  if (instance == nullptr || instance == Py_None) {
    Py_INCREF(self);
    return self;
  }
  return PyMethod_New(self, instance);
}

PyObject* get_attribute(PyObject* self, PyObject* name) {
  const char* text = PyUnicode_AsUTF8(name);
  if (text == nullptr) return nullptr;
  if (std::strcmp(text, "__wrapped__") == 0) {
    Py_INCREF(cast(self)->native);
    return cast(self)->native;
  }
  if (std::strcmp(text, "__users__") == 0) {
    Py_INCREF(cast(self)->users);
    return cast(self)->users;
  }
  for (const char* own : {"__class__", "__reduce__", "__reduce_ex__", "__copy__", "__deepcopy__"}) {
    if (std::strcmp(text, own) == 0) return PyObject_GenericGetAttr(self, name);
  }
  return PyObject_GetAttr(cast(self)->native, name);
}

// A ByAsker is pickled and copied as functions are: by name.
PyObject* reduce(PyObject* self, PyObject*) {
  return PyObject_GetAttrString(cast(self)->native, "__qualname__");
}

PyMethodDef methods[] = {
    {"__reduce__", reduce, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

// The name by which a type made from slots says where its vectorcall is.
PyMemberDef members[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(ByAsker, vectorcall), READONLY, nullptr},
    {nullptr, 0, 0, 0, nullptr},
};

PyType_Slot slots[] = {
    {Py_tp_doc, const_cast<char*>(
                    "ByAsker(native, users, answers={}): calls native for native modules and users "
                    "for all other code; answers holds results of users(text) in advance.")},
    {Py_tp_new, reinterpret_cast<void*>(make)},
    {Py_tp_dealloc, reinterpret_cast<void*>(dealloc)},
    {Py_tp_call, reinterpret_cast<void*>(PyVectorcall_Call)},
    {Py_tp_members, members},
    {Py_tp_methods, methods},
    {Py_tp_descr_get, reinterpret_cast<void*>(bind)},
    {Py_tp_getattro, reinterpret_cast<void*>(get_attribute)},
    {0, nullptr},
};

PyType_Spec spec = {"torchada._core.ByAsker", sizeof(ByAsker), 0,
                    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_VECTORCALL, slots};

}  // namespace

int add_by_asker_type(PyObject* module) {
  PyObject* type = PyType_FromSpec(&spec);
  if (type == nullptr) return -1;
  if (PyModule_AddObject(module, "ByAsker", type) != 0) {
    Py_DECREF(type);
    return -1;
  }
  return 0;
}

}  // namespace torchada::perspective
