// Decides whether the running Python code, which asks, sees "cuda" or the truth.
#include "perspective/asker.h"

#include <cstdlib>

#include "environment.h"
#include "perspective/decision_cache.h"

namespace torchada::perspective {
namespace {

struct State {
  bool enabled = true;
  ModuleTable table;
  DecisionCache decisions;
  PyObject* name_key = nullptr;     // "__name__", interned
  PyObject* traced = nullptr;       // returns the globals of the code that is traced, or None
  PyObject* native_view = nullptr;  // ContextVar, True inside a native_view() block
  Py_ssize_t open_views = 0;        // the ContextVar is only consulted while there are any
};

// Never destroyed: descriptors may be asked while the interpreter finalizes.
State& state() {
  static State* const instance = new State;
  return *instance;
}

bool inside_native_view() {
  if (state().open_views == 0) return false;
  PyObject* value = nullptr;
  if (PyContextVar_Get(state().native_view, Py_False, &value) != 0) {
    PyErr_Clear();
    return false;
  }
  const bool inside = value == Py_True;
  Py_DECREF(value);
  return inside;
}

struct NativeView {
  PyObject_HEAD
  PyObject* token;
};

// Fails where the block was entered in another context: false with an exception, and it stays open.
bool leave(NativeView* view) {
  if (PyContextVar_Reset(state().native_view, view->token) != 0) return false;
  Py_CLEAR(view->token);
  --state().open_views;
  return true;
}

PyObject* native_view_enter(PyObject* self, PyObject*) {
  auto* view = reinterpret_cast<NativeView*>(self);
  if (view->token != nullptr) {
    PyErr_SetString(PyExc_RuntimeError,
                    "this torchada.native_view() block has already been entered");
    return nullptr;
  }
  view->token = PyContextVar_Set(state().native_view, Py_True);
  if (view->token == nullptr) return nullptr;
  ++state().open_views;
  Py_RETURN_NONE;
}

PyObject* native_view_exit(PyObject* self, PyObject*) {
  auto* view = reinterpret_cast<NativeView*>(self);
  if (view->token == nullptr) {
    PyErr_SetString(PyExc_RuntimeError, "this torchada.native_view() block has not been entered");
    return nullptr;
  }
  if (!leave(view)) return nullptr;
  Py_RETURN_NONE;
}

void native_view_dealloc(PyObject* self) {
  auto* view = reinterpret_cast<NativeView*>(self);
  // The block was never left: in a generator that nobody finished, for example.
  if (view->token != nullptr && !leave(view)) PyErr_WriteUnraisable(nullptr);
  Py_CLEAR(view->token);
  PyTypeObject* type = Py_TYPE(self);
  type->tp_free(self);
  Py_DECREF(type);
}

PyMethodDef native_view_methods[] = {
    {"__enter__", native_view_enter, METH_NOARGS, nullptr},
    {"__exit__", native_view_exit, METH_VARARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

PyType_Slot native_view_slots[] = {
    {Py_tp_doc,
     const_cast<char*>("A block in which all code of this context sees musa instead of cuda.")},
    {Py_tp_methods, native_view_methods},
    {Py_tp_dealloc, reinterpret_cast<void*>(native_view_dealloc)},
    {0, nullptr},
};

PyType_Spec native_view_spec = {"torchada._core.NativeView", sizeof(NativeView), 0,
                                Py_TPFLAGS_DEFAULT, native_view_slots};

// The view of the code that torch.compile traces in this thread; the truth when there is none.
View view_of_traced_code() {
  State& current = state();
  if (current.traced == nullptr) return View::kTruth;
  PyObject* globals = PyObject_CallNoArgs(current.traced);
  if (globals == nullptr) {
    PyErr_WriteUnraisable(current.traced);
    return View::kTruth;
  }
  const bool is_traced = PyDict_Check(globals);
  PyObject* name = is_traced ? PyDict_GetItemWithError(globals, current.name_key) : nullptr;
  View view = is_traced ? View::kCuda : View::kTruth;
  if (name != nullptr && PyUnicode_Check(name)) {
    view = current.decisions.view_of(name, current.table);
  }
  PyErr_Clear();
  Py_DECREF(globals);
  // Dynamo traces its own code too, which sees the truth.
  return view == View::kOfTracedCode ? View::kTruth : view;
}

View resolved(View view) { return view == View::kOfTracedCode ? view_of_traced_code() : view; }

}  // namespace

void configure_from_environment() {
  State& current = state();
  current.enabled = !is_switched_off("TORCHADA_PERSPECTIVE");
  current.table = ModuleTable();
  const char* native = std::getenv("TORCHADA_NATIVE_MODULES");
  if (native != nullptr) current.table.add_native_modules(native);
  current.decisions.clear();
}

View asker_view() {
  State& current = state();
  if (!current.enabled) return View::kTruth;
  PyObject* globals = PyEval_GetGlobals();
  if (globals == nullptr) return View::kTruth;
  if (inside_native_view()) return View::kTruth;
  PyObject* name = PyDict_GetItemWithError(globals, current.name_key);
  if (name == nullptr || !PyUnicode_Check(name)) {
    PyErr_Clear();
    return View::kCuda;
  }
  return resolved(current.decisions.view_of(name, current.table));
}

bool is_enabled() { return state().enabled; }

bool is_native_module(std::string_view name) {
  return !state().enabled || resolved(state().table.view_of(name)) != View::kCuda;
}

void ask_for_traced_code(PyObject* callable) {
  PyObject* before = state().traced;
  Py_XINCREF(callable);
  state().traced = callable;
  Py_XDECREF(before);
}

std::vector<std::string> modules_with(View view) { return state().table.modules_with(view); }

int add_native_view_type(PyObject* module) {
  State& current = state();
  current.name_key = PyUnicode_InternFromString("__name__");
  current.native_view = PyContextVar_New("torchada.native_view", Py_False);
  if (current.name_key == nullptr || current.native_view == nullptr) return -1;
  PyObject* type = PyType_FromSpec(&native_view_spec);
  if (type == nullptr) return -1;
  if (PyModule_AddObject(module, "NativeView", type) != 0) {
    Py_DECREF(type);
    return -1;
  }
  return 0;
}

}  // namespace torchada::perspective
