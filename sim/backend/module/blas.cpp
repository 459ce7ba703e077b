// _MUSAC: handles of muBLAS and muBLASLt that are bound to the current stream.
#include <dlfcn.h>
#include <mublasLt.h>
#include <mublas_api.h>

#include <map>
#include <string>

#include "module/module.h"
#include "module/python.h"
#include "torch_glue/stream.h"

namespace musasim {

namespace {

// The library with this name among MUSA's, which are installed beside this module.
void* open_library(const char* name) {
  Dl_info here;
  TORCH_CHECK(
      dladdr(reinterpret_cast<const void*>(&open_library), &here) != 0 && here.dli_fname != nullptr,
      "the path of _MUSAC is not known");
  std::string path = here.dli_fname;
  path = path.substr(0, path.rfind('/') + 1) + "home/lib/" + name;
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  TORCH_CHECK(library != nullptr, "muBLAS does not load: ", dlerror());
  return library;
}

template <typename Function>
Function* find(void* library, const char* name) {
  auto* function = reinterpret_cast<Function*>(dlsym(library, name));
  TORCH_CHECK(function != nullptr, "muBLAS does not load: ", dlerror());
  return function;
}

// Loaded at the first use, so that programs without it do not pay for it.
void* mublas() {
  static void* const library = open_library("libmublas.so.1");
  return library;
}

void check(mublasStatus_t status, const char* function) {
  TORCH_CHECK(status == MUBLAS_STATUS_SUCCESS, "muBLAS error: status ", static_cast<int>(status),
              " when calling `", function, "`");
}

// One handle for each thread and device, as in PyTorch. They live as long as the process: at its end
// the devices may be gone before them.
PyObject* current_blas_handle(PyObject*, PyObject*) {
  HANDLE_TH_ERRORS
  static auto* const create = find<decltype(mublasCreate)>(mublas(), "mublasCreate");
  static auto* const set_stream = find<decltype(mublasSetStream)>(mublas(), "mublasSetStream");
  static thread_local std::map<int, mublasHandle_t> handles;
  const int device = current_device();
  mublasHandle_t& handle = handles[device];
  if (handle == nullptr) {
    check(create(&handle), "mublasCreate(&handle)");
  }
  check(set_stream(handle, current_stream_handle(device)), "mublasSetStream(handle, stream)");
  return PyLong_FromVoidPtr(handle);
  END_HANDLE_TH_ERRORS
}

PyObject* current_blaslt_handle(PyObject*, PyObject*) {
  HANDLE_TH_ERRORS
  static void* const library = open_library("libmublasLt.so.1");
  static auto* const create = find<decltype(mublasLtCreate)>(library, "mublasLtCreate");
  static thread_local std::map<int, mublasLtHandle_t> handles;
  mublasLtHandle_t& handle = handles[current_device()];
  if (handle == nullptr) {
    check(create(&handle), "mublasLtCreate(&handle)");
  }
  return PyLong_FromVoidPtr(handle);
  END_HANDLE_TH_ERRORS
}

// The simulated muBLAS takes its workspace from the host and gives it back with each call.
PyObject* clear_workspaces(PyObject*, PyObject*) { return none(); }

PyMethodDef g_functions[] = {
    {"_musa_getCurrentBlasHandle", current_blas_handle, METH_NOARGS, nullptr},
    {"_musa_getCurrentBlasLtHandle", current_blaslt_handle, METH_NOARGS, nullptr},
    {"_musa_clearMublasWorkspaces", clear_workspaces, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr}};

}  // namespace

void add_blas(PyObject* module) { add_functions(module, g_functions); }

}  // namespace musasim
