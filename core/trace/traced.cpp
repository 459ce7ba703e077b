// A callable that records its calls, and stands for the function that it calls in all else.
#include "trace/traced.h"

#include <structmember.h>

#include <cstddef>
#include <cstring>

#include "descriptors/object.h"
#include "trace/calls.h"

namespace torchada::trace {
namespace {

struct Traced {
  PyObject_HEAD
  PyObject* function;
  PyObject* weak_references;
  vectorcallfunc vectorcall;
  Name name;
};

PyTypeObject* traced_type = nullptr;

Traced* cast(PyObject* self) { return reinterpret_cast<Traced*>(self); }

PyObject* unwrapped(PyObject* object) {
  return Py_TYPE(object) == traced_type ? cast(object)->function : object;
}

// This function has no Python frame, so the current frame is its caller's.
PyObject* call(PyObject* self, PyObject* const* args, std::size_t count, PyObject* keywords) {
  const Call recorded(site_of_caller(cast(self)->name));
  return recorded.end(PyObject_Vectorcall(cast(self)->function, args, count, keywords));
}

PyObject* make(PyTypeObject* type, PyObject* args, PyObject*) {
  PyObject* function = nullptr;
  const char* name = nullptr;
  if (!PyArg_ParseTuple(args, "Os:Traced", &function, &name)) return nullptr;
  PyObject* self = type->tp_alloc(type, 0);
  if (self == nullptr) return nullptr;
  Py_INCREF(function);
  cast(self)->function = function;
  cast(self)->vectorcall = call;
  cast(self)->name = name_of(name);
  return self;
}

void dealloc(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  if (cast(self)->weak_references != nullptr) PyObject_ClearWeakRefs(self);
  Py_XDECREF(cast(self)->function);
  type->tp_free(self);
  Py_DECREF(type);
}

// Built-in functions do not bind to instances.
PyObject* bind(PyObject* self, PyObject* instance, PyObject*) {
  const bool is_bound = instance != nullptr && instance != Py_None &&
                        Py_TYPE(cast(self)->function)->tp_descr_get != nullptr;
  if (is_bound) return PyMethod_New(self, instance);
  Py_INCREF(self);
  return self;
}

PyObject* get_attribute(PyObject* self, PyObject* name) {
  const char* text = PyUnicode_AsUTF8(name);
  if (text == nullptr) return nullptr;
  for (const char* own : {"__wrapped__", "__reduce__", "__reduce_ex__", "__copy__", "__deepcopy__",
                          "__eq__", "__hash__", "__get__"}) {
    if (std::strcmp(text, own) == 0) return PyObject_GenericGetAttr(self, name);
  }
  return PyObject_GetAttr(cast(self)->function, name);
}

int set_attribute(PyObject* self, PyObject* name, PyObject* value) {
  return PyObject_SetAttr(cast(self)->function, name, value);
}

PyObject* compare(PyObject* self, PyObject* other, int operation) {
  return PyObject_RichCompare(unwrapped(self), unwrapped(other), operation);
}

Py_hash_t hash(PyObject* self) { return PyObject_Hash(cast(self)->function); }

PyObject* represent(PyObject* self) { return PyObject_Repr(cast(self)->function); }

// Pickled as a copy of the function, by names that a process without torchada has as well.
PyObject* reduce(PyObject* self, PyObject*) {
  const Object copy_module(PyImport_ImportModule("copy"));
  const Object copy(copy_module ? PyObject_GetAttrString(copy_module.get(), "copy") : nullptr);
  return copy ? Py_BuildValue("(O(O))", copy.get(), cast(self)->function) : nullptr;
}

PyObject* itself(PyObject* self, PyObject*) {
  Py_INCREF(self);
  return self;
}

PyMethodDef methods[] = {
    {"__reduce__", reduce, METH_NOARGS, nullptr},
    {"__reduce_ex__", reduce, METH_O, nullptr},
    {"__copy__", itself, METH_NOARGS, nullptr},
    {"__deepcopy__", itself, METH_O, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

// The names by which a type made from slots says where these are.
PyMemberDef members[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(Traced, vectorcall), READONLY, nullptr},
    {"__weaklistoffset__", T_PYSSIZET, offsetof(Traced, weak_references), READONLY, nullptr},
    {"__wrapped__", T_OBJECT, offsetof(Traced, function), READONLY, nullptr},
    {nullptr, 0, 0, 0, nullptr},
};

PyType_Slot slots[] = {
    {Py_tp_doc, const_cast<char*>("Traced(function, name): calls function, and records the call.")},
    {Py_tp_new, reinterpret_cast<void*>(make)},
    {Py_tp_dealloc, reinterpret_cast<void*>(dealloc)},
    {Py_tp_call, reinterpret_cast<void*>(PyVectorcall_Call)},
    {Py_tp_members, members},
    {Py_tp_methods, methods},
    {Py_tp_descr_get, reinterpret_cast<void*>(bind)},
    {Py_tp_getattro, reinterpret_cast<void*>(get_attribute)},
    {Py_tp_setattro, reinterpret_cast<void*>(set_attribute)},
    {Py_tp_richcompare, reinterpret_cast<void*>(compare)},
    {Py_tp_hash, reinterpret_cast<void*>(hash)},
    {Py_tp_repr, reinterpret_cast<void*>(represent)},
    {0, nullptr},
};

PyType_Spec spec = {"torchada._core.Traced", sizeof(Traced), 0,
                    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_VECTORCALL, slots};

}  // namespace

int add_traced_type(PyObject* module) {
  PyObject* type = PyType_FromSpec(&spec);
  if (type == nullptr) return -1;
  traced_type = reinterpret_cast<PyTypeObject*>(type);
  Py_INCREF(type);  // AddObject takes over one reference, `traced_type` keeps one
  return PyModule_AddObject(module, "Traced", type);
}

}  // namespace torchada::trace
