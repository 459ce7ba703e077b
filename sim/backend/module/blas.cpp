// _MUSAC: handles of muBLAS and muBLASLt that are bound to the current stream.
#include "module/module.h"
#include "torch_glue/library_handles.h"
#include "torch_glue/python.h"

namespace musasim {

namespace {

PyObject* current_blas(PyObject*, PyObject*) {
  HANDLE_TH_ERRORS
  return PyLong_FromVoidPtr(current_blas_handle());
  END_HANDLE_TH_ERRORS
}

PyObject* current_blaslt(PyObject*, PyObject*) {
  HANDLE_TH_ERRORS
  return PyLong_FromVoidPtr(current_blaslt_handle());
  END_HANDLE_TH_ERRORS
}

// The simulated muBLAS takes its workspace from the host and gives it back with each call.
PyObject* clear_workspaces(PyObject*, PyObject*) { return none(); }

PyMethodDef g_blas_functions[] = {
    {"_musa_getCurrentBlasHandle", current_blas, METH_NOARGS, nullptr},
    {"_musa_getCurrentBlasLtHandle", current_blaslt, METH_NOARGS, nullptr},
    {"_musa_clearMublasWorkspaces", clear_workspaces, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr}};

}  // namespace

void add_blas(PyObject* module) { add_functions(module, g_blas_functions); }

}  // namespace musasim
