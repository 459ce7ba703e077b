// _MUSAC: devices, initialisation, forks.
#include <ATen/Context.h>
#include <pthread.h>
#include <pybind11/pybind11.h>
#include <torch/csrc/Generator.h>
#include <torch/csrc/utils/device_lazy_init.h>

#include <mutex>
#include <string>

#include "module/module.h"
#include "module/properties.h"
#include "musa_runtime_api.h"
#include "torch_glue/allocator.h"
#include "torch_glue/device_type.h"
#include "torch_glue/error.h"
#include "torch_glue/generator.h"
#include "torch_glue/hooks.h"
#include "torch_glue/python.h"

namespace musasim {

namespace {

// In a forked child PyTorch initialises again, through the Python layer, which refuses.
void watch_forks_for_torch() {
  watch_forks();
  static std::once_flag once;
  std::call_once(once, [] {
    pthread_atfork(nullptr, nullptr, [] { torch::utils::set_requires_device_init(kMusa, true); });
  });
}

void refuse_in_bad_fork() {
  if (in_bad_fork()) {
    torch::utils::device_lazy_init(kMusa);
  }
  check_not_in_bad_fork();
}

PyObject* get_device(PyObject*, PyObject*) {
  HANDLE_TH_ERRORS
  return PyLong_FromLong(current_device());
  END_HANDLE_TH_ERRORS
}

PyObject* get_device_count(PyObject*, PyObject*) {
  HANDLE_TH_ERRORS
  watch_forks_for_torch();
  return PyLong_FromLong(device_count());
  END_HANDLE_TH_ERRORS
}

PyObject* set_device(PyObject*, PyObject* index) {
  HANDLE_TH_ERRORS
  const int device = int_argument(index, "_musa_setDevice");
  refuse_in_bad_fork();
  TORCH_CHECK(device >= 0, "_musa_setDevice: device index must not be negative, got ", device);
  exchange_device(checked_device_index(device));
  return none();
  END_HANDLE_TH_ERRORS
}

// A negative index changes nothing and answers -1, as torch.cuda's functions of that name do.
PyObject* exchange(PyObject* index, const char* function) {
  HANDLE_TH_ERRORS
  const int device = int_argument(index, function);
  if (device < 0) {
    return PyLong_FromLong(-1);
  }
  refuse_in_bad_fork();
  return PyLong_FromLong(exchange_device(checked_device_index(device)));
  END_HANDLE_TH_ERRORS
}

PyObject* exchange_device_function(PyObject*, PyObject* index) {
  return exchange(index, "_musa_exchangeDevice");
}

PyObject* maybe_exchange_device(PyObject*, PyObject* index) {
  return exchange(index, "_musa_maybeExchangeDevice");
}

PyObject* can_access_peer(PyObject*, PyObject* arguments) {
  HANDLE_TH_ERRORS
  int device = 0;
  int peer = 0;
  check_python(PyArg_ParseTuple(arguments, "ii:_musa_canDeviceAccessPeer", &device, &peer) != 0);
  TORCH_CHECK(device >= 0 && peer >= 0, "_musa_canDeviceAccessPeer: negative device index");
  int possible = 0;
  check(
      musaDeviceCanAccessPeer(&possible, checked_device_index(device), checked_device_index(peer)));
  return PyBool_FromLong(possible);
  END_HANDLE_TH_ERRORS
}

PyObject* synchronize(PyObject*, PyObject*) {
  HANDLE_TH_ERRORS
  check_not_in_bad_fork();
  checked_device_index(-1);
  {
    const pybind11::gil_scoped_release no_gil;
    check(musaDeviceSynchronize());
  }
  return none();
  END_HANDLE_TH_ERRORS
}

// Binds what the Python layer offers only after initialisation.
void fill_python_layer() {
  THPObjectPtr layer(PyImport_ImportModule("torch_musa"));
  check_python(layer.get() != nullptr);
  const int count = device_count();
  THPObjectPtr generators(PyTuple_New(count));
  check_python(generators.get() != nullptr);
  for (int index = 0; index < count; ++index) {
    PyObject* generator = THPGenerator_initDefaultGenerator(default_generator(index));
    check_python(generator != nullptr);
    PyTuple_SET_ITEM(generators.get(), index, generator);
  }
  THPObjectPtr properties(properties_function());
  check_python(properties.get() != nullptr);
  check_python(PyObject_SetAttrString(layer, "has_half", Py_True) == 0 &&
               PyObject_SetAttrString(layer, "default_generators", generators) == 0 &&
               PyObject_SetAttrString(layer, "_get_device_properties", properties) == 0);
}

PyObject* initialise(PyObject*, PyObject*) {
  HANDLE_TH_ERRORS
  check_not_in_bad_fork();
  watch_forks_for_torch();
  register_hooks();
  TORCH_CHECK(device_problem().empty(), device_problem());
  TORCH_CHECK(device_count() > 0, "No MUSA GPUs are available");
  // Before it, torch finds no memory pinned.
  at::globalContext().lazyInitDevice(kMusa);
  fill_python_layer();
  return none();
  END_HANDLE_TH_ERRORS
}

PyObject* register_device_hook(PyObject*, PyObject*) {
  HANDLE_TH_ERRORS
  register_hooks();
  return none();
  END_HANDLE_TH_ERRORS
}

PyObject* is_in_bad_fork(PyObject*, PyObject*) { return PyBool_FromLong(in_bad_fork()); }

PyObject* arch_flags(PyObject*, PyObject*) {
  HANDLE_TH_ERRORS
  std::string flags;
#define MUSASIM_MODEL(id, name, major, minor, multiprocessors, gib, arch, ...) flags += " " arch;
#include "machine/settings/models.def"
#undef MUSASIM_MODEL
  return PyUnicode_FromString(flags.c_str() + 1);
  END_HANDLE_TH_ERRORS
}

PyObject* pointer_device(PyObject*, PyObject* pointer) {
  HANDLE_TH_ERRORS
  void* address = PyLong_AsVoidPtr(pointer);
  check_python(PyErr_Occurred() == nullptr);
  return PyLong_FromLong(device_of_pointer(address));
  END_HANDLE_TH_ERRORS
}

PyObject* problem(PyObject*, PyObject*) {
  HANDLE_TH_ERRORS
  return PyUnicode_FromStringAndSize(device_problem().data(),
                                     static_cast<Py_ssize_t>(device_problem().size()));
  END_HANDLE_TH_ERRORS
}

PyMethodDef g_device_functions[] = {
    {"_musa_init", initialise, METH_NOARGS, nullptr},
    {"_musa_register_device_hook", register_device_hook, METH_NOARGS, nullptr},
    {"_musa_isInBadFork", is_in_bad_fork, METH_NOARGS, nullptr},
    {"_musa_getDevice", get_device, METH_NOARGS, nullptr},
    {"_musa_getDeviceCount", get_device_count, METH_NOARGS, nullptr},
    {"_musa_setDevice", set_device, METH_O, nullptr},
    {"_musa_exchangeDevice", exchange_device_function, METH_O, nullptr},
    {"_musa_maybeExchangeDevice", maybe_exchange_device, METH_O, nullptr},
    {"_musa_canDeviceAccessPeer", can_access_peer, METH_VARARGS, nullptr},
    {"_musa_synchronize", synchronize, METH_NOARGS, nullptr},
    {"_musa_getArchFlags", arch_flags, METH_NOARGS, nullptr},
    {"_musasim_device_problem", problem, METH_NOARGS, nullptr},
    {"_musasim_pointer_device", pointer_device, METH_O, nullptr},
    {nullptr, nullptr, 0, nullptr}};

}  // namespace

void add_device(PyObject* module) { add_functions(module, g_device_functions); }

}  // namespace musasim
