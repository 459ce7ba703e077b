// Helpers for the functions that Python calls.
#pragma once

#include <torch/csrc/Exceptions.h>
#include <torch/csrc/python_headers.h>
#include <torch/csrc/utils/object_ptr.h>

#include <climits>

namespace musasim {

// The int an argument holds; raises TypeError naming the function.
inline int int_argument(PyObject* value, const char* function) {
  TORCH_CHECK_TYPE(PyLong_Check(value), function, ": expected an int, got ",
                   Py_TYPE(value)->tp_name);
  int overflow = 0;
  const long number = PyLong_AsLongAndOverflow(value, &overflow);
  TORCH_CHECK_VALUE(overflow == 0 && number >= INT_MIN && number <= INT_MAX, function,
                    ": number out of range");
  return static_cast<int>(number);
}

inline PyObject* none() {
  Py_INCREF(Py_None);
  return Py_None;
}

// Raises (as python_error) when the call failed.
inline void check_python(bool succeeded) {
  if (!succeeded) {
    throw python_error();
  }
}

// A function of METH_VARARGS | METH_KEYWORDS as the table of methods takes it.
inline PyCFunction with_keywords(PyCFunctionWithKeywords function) {
  return reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(function));
}

inline void add_functions(PyObject* module, PyMethodDef* functions) {
  check_python(PyModule_AddFunctions(module, functions) == 0);
}

// Takes over the reference.
inline void add_object(PyObject* module, const char* name, PyObject* object) {
  check_python(object != nullptr && PyModule_AddObject(module, name, object) == 0);
}

}  // namespace musasim
