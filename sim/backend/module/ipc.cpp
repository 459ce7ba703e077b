// _MUSAC: storages shared between processes.
#include <pybind11/pybind11.h>
#include <torch/csrc/Device.h>
#include <torch/csrc/Storage.h>
#include <torch/csrc/utils/object_ptr.h>

#include <string>

#include "module/module.h"
#include "torch_glue/allocator.h"
#include "torch_glue/device_type.h"
#include "torch_glue/python.h"
#include "torch_glue/shared_storage.h"
#include "torch_glue/unified_memory.h"

namespace py = pybind11;

namespace musasim {

namespace {

PyObject* to_bytes(const std::string& text) {
  return PyBytes_FromStringAndSize(text.data(), static_cast<Py_ssize_t>(text.size()));
}

std::string from_bytes(PyObject* object, const char* what) {
  TORCH_CHECK_TYPE(PyBytes_Check(object), what, " must be bytes, got ", Py_TYPE(object)->tp_name);
  return std::string(PyBytes_AS_STRING(object), static_cast<std::size_t>(PyBytes_GET_SIZE(object)));
}

const c10::Storage& storage_argument(PyObject* object, const char* function) {
  TORCH_CHECK_TYPE(THPStorage_Check(object), function, ": expected a torch.UntypedStorage, got ",
                   Py_TYPE(object)->tp_name);
  THPStorage_assertNotNull(object);
  return THPStorage_Unpack(object);
}

// (device, handle, bytes, offset in bytes, counter file, counter place, event, event is needed): no
// event, since the sender has waited.
PyObject* share(PyObject*, PyObject* arguments, PyObject* keywords) {
  HANDLE_TH_ERRORS
  PyObject* self = nullptr;
  static const char* names[] = {"self", nullptr};
  check_python(PyArg_ParseTupleAndKeywords(arguments, keywords, "O:_share_musa_",
                                           const_cast<char**>(names), &self) != 0);
  const c10::Storage storage = storage_argument(self, "_share_musa_");
  const SharedStorage shared = [&] {
    const py::gil_scoped_release no_gil;  // it waits for the stream
    return share_storage(storage);
  }();
  PyObject* handle = shared.handle.empty() ? none() : to_bytes(shared.handle);
  return Py_BuildValue("(iNnnNLNO)", shared.device, handle, static_cast<Py_ssize_t>(shared.size),
                       static_cast<Py_ssize_t>(shared.offset), to_bytes(shared.counter_file),
                       static_cast<long long>(shared.counter_place), to_bytes({}), Py_False);
  END_HANDLE_TH_ERRORS
}

PyObject* new_shared(PyObject*, PyObject* arguments) {
  HANDLE_TH_ERRORS
  SharedStorage shared;
  PyObject* handle = nullptr;
  PyObject* file = nullptr;
  PyObject* event = nullptr;
  int event_is_needed = 0;
  Py_ssize_t size = 0;
  Py_ssize_t offset = 0;
  long long place = 0;
  check_python(PyArg_ParseTuple(arguments, "iOnnOLOp:_new_shared_musa", &shared.device, &handle,
                                &size, &offset, &file, &place, &event, &event_is_needed) != 0);
  TORCH_CHECK_VALUE(size >= 0 && offset >= 0, "_new_shared_musa: negative size");
  shared.handle = from_bytes(handle, "_new_shared_musa: the handle");
  shared.size = static_cast<std::size_t>(size);
  shared.offset = static_cast<std::size_t>(offset);
  shared.counter_file = from_bytes(file, "_new_shared_musa: the counter");
  shared.counter_place = place;
  return THPStorage_Wrap(open_shared_storage(shared));
  END_HANDLE_TH_ERRORS
}

PyObject* release_counter(PyObject*, PyObject* arguments) {
  HANDLE_TH_ERRORS
  PyObject* file = nullptr;
  long long place = 0;
  check_python(PyArg_ParseTuple(arguments, "OL:_release_ipc_counter_musa", &file, &place) != 0);
  release_shared_storage(from_bytes(file, "_release_ipc_counter_musa: the counter"), place);
  return none();
  END_HANDLE_TH_ERRORS
}

PyObject* collect(PyObject*, PyObject*) {
  HANDLE_TH_ERRORS
  collect_shared_storages();
  return none();
  END_HANDLE_TH_ERRORS
}

PyObject* edit_device(PyObject*, PyObject* arguments) {
  HANDLE_TH_ERRORS
  PyObject* self = nullptr;
  PyObject* device = nullptr;
  check_python(PyArg_ParseTuple(arguments, "OO:_edit_device_musa", &self, &device) != 0);
  TORCH_CHECK_TYPE(THPDevice_Check(device), "_edit_device_musa: expected a torch.device, got ",
                   Py_TYPE(device)->tp_name);
  edit_storage_device(storage_argument(self, "_edit_device_musa"),
                      reinterpret_cast<THPDevice*>(device)->device);
  Py_INCREF(self);
  return self;
  END_HANDLE_TH_ERRORS
}

PyObject* register_unified(PyObject*, PyObject*) {
  HANDLE_TH_ERRORS
  use_unified_device_memory();
  return none();
  END_HANDLE_TH_ERRORS
}

PyObject* register_unified_cpu(PyObject*, PyObject*) {
  HANDLE_TH_ERRORS
  use_unified_cpu_memory(true);
  return none();
  END_HANDLE_TH_ERRORS
}

PyObject* reset_unified_cpu(PyObject*, PyObject*) {
  HANDLE_TH_ERRORS
  use_unified_cpu_memory(false);
  return none();
  END_HANDLE_TH_ERRORS
}

PyMethodDef g_ipc_functions[] = {
    {"_share_musa_", with_keywords(share), METH_VARARGS | METH_KEYWORDS, nullptr},
    {"_new_shared_musa", new_shared, METH_VARARGS, nullptr},
    {"_release_ipc_counter_musa", release_counter, METH_VARARGS, nullptr},
    {"_musa_ipc_collect", collect, METH_NOARGS, nullptr},
    {"_edit_device_musa", edit_device, METH_VARARGS, nullptr},
    {"_musa_register_unified_allocator", register_unified, METH_NOARGS, nullptr},
    {"_musa_register_unified_cpu_allocator", register_unified_cpu, METH_NOARGS, nullptr},
    {"_musa_reset_unified_cpu_allocator", reset_unified_cpu, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr}};

}  // namespace

void add_ipc(PyObject* module) { add_functions(module, g_ipc_functions); }

}  // namespace musasim
