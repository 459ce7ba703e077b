// Places in Python code: the stack at the first call from each.
#include "trace/places.h"

#include <frameobject.h>

namespace torchada::trace {
namespace {

constexpr int kMostFrames = 32;

Object module_of(PyFrameObject* frame) {
  PyObject* name = PyDict_GetItemString(globals_of(frame).get(), "__name__");
  return name != nullptr && PyUnicode_Check(name) ? Object::borrowed(name)
                                                  : Object(PyUnicode_FromString(""));
}

// With its class, where Python keeps it (3.11 and newer).
Object function_of(const Object& code) {
  Object name(PyObject_GetAttrString(code.get(), "co_qualname"));
  if (name) return name;
  PyErr_Clear();
  return Object(PyObject_GetAttrString(code.get(), "co_name"));
}

Object described(PyFrameObject* frame) {
  const Object code(reinterpret_cast<PyObject*>(PyFrame_GetCode(frame)));
  const Object path(PyObject_GetAttrString(code.get(), "co_filename"));
  const Object function = function_of(code), module = module_of(frame);
  if (!path || !function || !module) return Object();
  return Object(Py_BuildValue("(OiOO)", path.get(), PyFrame_GetLineNumber(frame), function.get(),
                              module.get()));
}

Object stack_from(PyFrameObject* innermost) {
  Object stack(PyList_New(0));
  Object frame = Object::borrowed(reinterpret_cast<PyObject*>(innermost));
  for (int i = 0; stack && frame && i < kMostFrames; ++i) {
    auto* current = reinterpret_cast<PyFrameObject*>(frame.get());
    const Object item = described(current);
    if (!item || PyList_Append(stack.get(), item.get()) != 0) return Object();
    frame = Object(reinterpret_cast<PyObject*>(PyFrame_GetBack(current)));
  }
  return stack;
}

Object text_of(PyFrameObject* frame) {
  const Object code(reinterpret_cast<PyObject*>(PyFrame_GetCode(frame)));
  const Object function = function_of(code), module = module_of(frame);
  if (!function || !module) return Object();
  return Object(PyUnicode_FromFormat("%U.%U", module.get(), function.get()));
}

}  // namespace

int instruction_of(PyFrameObject* frame) {
#if PY_VERSION_HEX >= 0x030B0000
  return PyFrame_GetLasti(frame);
#else
  return frame->f_lasti;
#endif
}

Object globals_of(PyFrameObject* frame) {
#if PY_VERSION_HEX >= 0x030B0000
  return Object(PyFrame_GetGlobals(frame));
#else
  return Object::borrowed(frame->f_globals);
#endif
}

Place place_of(const Object& code, PyFrameObject* frame, PyFrameObject* through) {
  PyObject *type, *value, *traceback;
  PyErr_Fetch(&type, &value, &traceback);
  Place place{code, through == nullptr ? Object() : text_of(through), stack_from(frame)};
  PyErr_Restore(type, value, traceback);
  return place;
}

}  // namespace torchada::trace
