// _MUSAC: versions, switches that change nothing in the arithmetic of a simulated device, capture.
#include <musa.h>

#include <atomic>
#include <string>

#include "machine/stream/inline_work.h"
#include "module/module.h"
#include "torch_glue/python.h"
#include "torch_glue/stream.h"

namespace musasim {

namespace {

constexpr int kMudnnVersion = 3000;

std::atomic<bool> g_allow_tf32{true};

PyObject* get_allow_tf32(PyObject*, PyObject*) { return PyBool_FromLong(g_allow_tf32.load()); }

PyObject* set_allow_tf32(PyObject*, PyObject* value) {
  HANDLE_TH_ERRORS
  TORCH_CHECK_TYPE(PyBool_Check(value), "_set_allow_tf32: expected a bool, got ",
                   Py_TYPE(value)->tp_name);
  g_allow_tf32 = value == Py_True;
  return none();
  END_HANDLE_TH_ERRORS
}

PyObject* mudnn_version(PyObject*, PyObject*) { return PyLong_FromLong(kMudnnVersion); }

PyObject* is_current_stream_capturing(PyObject*, PyObject*) {
  HANDLE_TH_ERRORS
  return PyBool_FromLong(is_capturing(*current_stream_target(checked_device_index(-1)).object));
  END_HANDLE_TH_ERRORS
}

PyMethodDef g_context_functions[] = {
    {"_get_allow_tf32", get_allow_tf32, METH_NOARGS, nullptr},
    {"_set_allow_tf32", set_allow_tf32, METH_O, nullptr},
    {"_mudnn_version", mudnn_version, METH_NOARGS, nullptr},
    {"_musa_isCurrentStreamCapturing", is_current_stream_capturing, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr}};

}  // namespace

void add_context(PyObject* module) {
  add_functions(module, g_context_functions);
  // The number that extensions are compiled with, which some compare when they are loaded.
  add_object(module, "_musa_version", PyUnicode_FromString(std::to_string(MUSA_VERSION).c_str()));
}

}  // namespace musasim
