// torchada._core: the Python face of the native hooks.
#include <Python.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "descriptors/object.h"
#include "graphs/hooks.h"
#include "installation.h"
#include "perspective/asker.h"
#include "perspective/by_asker.h"
#include "trace/calls.h"

namespace torchada {
namespace {

PyObject* install_error = nullptr;

// Never destroyed: the hooks stay in place until the process ends.
Installation& installation() {
  static Installation& instance = *new Installation;
  return instance;
}

PyObject* raise(const patch::HookError& error) {
  const Object text(PyUnicode_FromFormat("cannot hook %s in %s: %s", error.symbol.c_str(),
                                         error.library.c_str(), error.reason.c_str()));
  const Object exception(text ? PyObject_CallOneArg(install_error, text.get()) : nullptr);
  if (!exception) return nullptr;
  const std::pair<const char*, const std::string&> attributes[] = {
      {"library", error.library}, {"symbol", error.symbol}, {"reason", error.reason}};
  for (const auto& [name, value] : attributes) {
    const Object string(PyUnicode_FromString(value.c_str()));
    if (!string || PyObject_SetAttrString(exception.get(), name, string.get()) != 0) return nullptr;
  }
  PyErr_SetObject(install_error, exception.get());
  return nullptr;
}

PyObject* none_or_raise(const std::optional<patch::HookError>& error) {
  if (error) return raise(*error);
  Py_RETURN_NONE;
}

PyObject* open_interposer(PyObject*, PyObject*) {
  return none_or_raise(installation().open_interposer());
}

PyObject* install(PyObject*, PyObject*) { return none_or_raise(installation().install()); }

PyObject* uninstall(PyObject*, PyObject*) {
  installation().uninstall();
  Py_RETURN_NONE;
}

PyObject* is_installed(PyObject*, PyObject*) {
  return PyBool_FromLong(installation().is_installed());
}

PyObject* is_native_module(PyObject*, PyObject* name) {
  Py_ssize_t size = 0;
  const char* text = PyUnicode_AsUTF8AndSize(name, &size);
  if (text == nullptr) return nullptr;
  return PyBool_FromLong(perspective::is_native_module({text, static_cast<std::size_t>(size)}));
}

PyObject* ask_for_traced_code(PyObject*, PyObject* callable) {
  perspective::ask_for_traced_code(callable == Py_None ? nullptr : callable);
  Py_RETURN_NONE;
}

Object list_of(const std::vector<std::string>& strings) {
  Object list(PyList_New(0));
  for (const std::string& string : strings) {
    const Object item(PyUnicode_FromString(string.c_str()));
    if (!item || PyList_Append(list.get(), item.get()) != 0) return Object();
  }
  return list;
}

Object slots() {
  Object list(PyList_New(0));
  for (const patch::SlotPatch& patch : installation().slot_patches()) {
    const Object item(Py_BuildValue(
        "{s:s,s:s,s:s,s:K,s:O}", "library", patch.library.c_str(), "symbol", patch.symbol.c_str(),
        "kind", elf::slot_kind_name(patch.slot.kind), "address",
        static_cast<unsigned long long>(reinterpret_cast<std::uintptr_t>(patch.slot.address)),
        "relro", patch.slot.in_relro ? Py_True : Py_False));
    if (!item || PyList_Append(list.get(), item.get()) != 0) return Object();
  }
  return list;
}

PyObject* state(PyObject*, PyObject*) {
  const Installation& current = installation();
  const Object slot_list = slots();
  const Object descriptors = list_of(current.descriptors());
  std::vector<std::string> native = perspective::modules_with(perspective::View::kTruth);
  const auto partner = perspective::modules_with(perspective::View::kPartner);
  native.insert(native.end(), partner.begin(), partner.end());
  std::sort(native.begin(), native.end());
  const Object native_modules = list_of(native);
  const Object partners = list_of(partner);
  if (!slot_list || !descriptors || !native_modules || !partners) return nullptr;
  return Py_BuildValue("{s:O,s:s,s:z,s:O,s:O,s:O,s:O,s:O,s:O}", "installed",
                       current.is_installed() ? Py_True : Py_False, "interposer",
                       current.interposer() == nullptr ? "closed" : "global", "libc10",
                       current.libc10().empty() ? nullptr : current.libc10().c_str(),
                       "libc10_was_global", current.libc10_was_global() ? Py_True : Py_False,
                       "slots", slot_list.get(), "descriptors", descriptors.get(), "perspective",
                       perspective::is_enabled() ? Py_True : Py_False, "native_modules",
                       native_modules.get(), "partner_modules", partners.get());
}

PyObject* rotate_graphs(PyObject*, PyObject* cap) {
  const std::size_t number = PyLong_AsSize_t(cap);
  if (PyErr_Occurred() != nullptr) return nullptr;
  return none_or_raise(graphs::start(number));
}

PyObject* stop_rotating_graphs(PyObject*, PyObject*) {
  graphs::stop();
  Py_RETURN_NONE;
}

PyObject* graph_counts(PyObject*, PyObject*) {
  const std::optional<graphs::Counts> counts = graphs::counts();
  if (!counts) Py_RETURN_NONE;
  return Py_BuildValue("{s:n,s:n,s:n,s:n}", "cap", static_cast<Py_ssize_t>(counts->cap), "live",
                       static_cast<Py_ssize_t>(counts->live), "evict",
                       static_cast<Py_ssize_t>(counts->evicted), "reinstantiate",
                       static_cast<Py_ssize_t>(counts->made_again));
}

PyMethodDef methods[] = {
    {"open_interposer", open_interposer, METH_NOARGS,
     "Make torchada's c10::Device constructor visible to libraries that are loaded later."},
    {"install", install, METH_NOARGS,
     "Install all hooks; if one fails, restore everything and raise InstallError."},
    {"uninstall", uninstall, METH_NOARGS, "Undo install(); calls then reach PyTorch's functions."},
    {"is_installed", is_installed, METH_NOARGS, "True between install() and uninstall()."},
    {"is_native_module", is_native_module, METH_O,
     "True when the module of this name sees musa instead of cuda."},
    {"ask_for_traced_code", ask_for_traced_code, METH_O,
     "Set the function that returns the globals of the code that torch.compile traces; or None."},
    {"rotate_graphs", rotate_graphs, METH_O,
     "Have at most this number of executable graphs at a time; all hooks, or InstallError."},
    {"stop_rotating_graphs", stop_rotating_graphs, METH_NOARGS,
     "Undo rotate_graphs(), unless a graph was evicted."},
    {"graph_counts", graph_counts, METH_NOARGS, "Counts of the rotation of graphs, or None."},
    {"state", state, METH_NOARGS, "The state of the hooks, for `torchada doctor`."},
    {nullptr, nullptr, 0, nullptr},
};

int add_install_error(PyObject* module) {
  install_error = PyErr_NewExceptionWithDoc(
      "torchada._core.InstallError",
      "A hook could not be installed; the attributes are library, symbol and reason.",
      PyExc_RuntimeError, nullptr);
  if (install_error == nullptr) return -1;
  Py_INCREF(install_error);  // AddObject takes over one reference, `install_error` keeps one
  return PyModule_AddObject(module, "InstallError", install_error);
}

PyModuleDef definition = {PyModuleDef_HEAD_INIT,
                          "torchada._core",
                          "torchada's C++ core: the hooks where the word \"cuda\" enters PyTorch.",
                          0,  // PyInit__core runs, and refuses, in every further interpreter
                          methods,
                          nullptr,
                          nullptr,
                          nullptr,
                          nullptr};

}  // namespace
}  // namespace torchada

PyMODINIT_FUNC PyInit__core() {
  // The hooked types and call slots belong to the whole process.
  if (PyInterpreterState_Get() != PyInterpreterState_Main()) {
    PyErr_SetString(PyExc_ImportError, "torchada does not support subinterpreters");
    return nullptr;
  }
  PyObject* module = PyModule_Create(&torchada::definition);
  if (module == nullptr) return nullptr;
  if (torchada::add_install_error(module) != 0 ||
      torchada::perspective::add_native_view_type(module) != 0 ||
      torchada::perspective::add_by_asker_type(module) != 0 ||
      torchada::trace::add_to(module) != 0) {
    Py_DECREF(module);
    return nullptr;
  }
  return module;
}
