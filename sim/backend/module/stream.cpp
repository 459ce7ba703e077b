// _MUSAC: the class _MusaStreamBase and the functions around current streams.
#include <pybind11/pybind11.h>
#include <torch/csrc/Device.h>
#include <torch/csrc/Stream.h>

#include "module/module.h"
#include "musa_runtime_api.h"
#include "torch_glue/python.h"
#include "torch_glue/sleep.h"
#include "torch_glue/stream.h"

namespace musasim {

namespace {

THPStream* as_stream(PyObject* object) { return reinterpret_cast<THPStream*>(object); }

c10::Stream stream_of(PyObject* object) {
  const THPStream* stream = as_stream(object);
  return torch_stream(static_cast<int>(stream->device_index), stream->stream_id);
}

PyObject* handle_object(musaStream_t handle) { return PyLong_FromVoidPtr(handle); }

// The description of a stream in the functions below, as in those of torch.cuda: (id, index, device type).
PyObject* describe(StreamNumber stream, int device) {
  PyObject* tuple =
      Py_BuildValue("(Lii)", static_cast<long long>(stream), device, static_cast<int>(kMusa));
  check_python(tuple != nullptr);
  return tuple;
}

struct StreamArguments {
  int priority = 0;
  long long stream_id = 0;
  long long device_index = 0;
  long long device_type = 0;
  unsigned long long stream_ptr = 0;

  bool names_a_stream() const { return stream_id != 0 || device_index != 0 || device_type != 0; }
};

PyObject* stream_new(PyTypeObject* type, PyObject* arguments, PyObject* keywords) {
  HANDLE_TH_ERRORS
  StreamArguments given;
  static const char* names[] = {"priority",    "stream_id",  "device_index",
                                "device_type", "stream_ptr", nullptr};
  check_python(PyArg_ParseTupleAndKeywords(arguments, keywords, "|iLLLK:_MusaStreamBase",
                                           const_cast<char**>(names), &given.priority,
                                           &given.stream_id, &given.device_index,
                                           &given.device_type, &given.stream_ptr) != 0);
  check_not_in_bad_fork();
  TORCH_CHECK(given.stream_ptr == 0 || given.priority == 0,
              "Priority was explicitly set for a external stream");
  int device = current_device();
  StreamNumber number = kDefaultStream;
  if (given.names_a_stream()) {
    TORCH_CHECK(given.device_type == static_cast<long long>(kMusa),
                "_MusaStreamBase: device_type must be ", static_cast<long long>(kMusa),
                " for a MUSA stream, but it is ", given.device_type);
    device = checked_device_index(static_cast<int>(given.device_index));
    number = given.stream_id;
  } else if (given.stream_ptr != 0) {
    number = external_stream(reinterpret_cast<musaStream_t>(given.stream_ptr));
  } else {
    number = next_pool_stream(checked_device_index(device), given.priority);
  }
  PyObject* self = type->tp_alloc(type, 0);
  check_python(self != nullptr);
  as_stream(self)->stream_id = number;
  as_stream(self)->device_index = device;
  as_stream(self)->device_type = static_cast<int64_t>(kMusa);
  return self;
  END_HANDLE_TH_ERRORS
}

PyObject* stream_query(PyObject* self, PyObject*) {
  HANDLE_TH_ERRORS
  check_not_in_bad_fork();
  return PyBool_FromLong(is_done(with_stream(stream_of(self), musaStreamQuery)));
  END_HANDLE_TH_ERRORS
}

PyObject* stream_synchronize(PyObject* self, PyObject*) {
  HANDLE_TH_ERRORS
  check_not_in_bad_fork();
  {
    const pybind11::gil_scoped_release no_gil;
    check(with_stream(stream_of(self), musaStreamSynchronize));
  }
  return none();
  END_HANDLE_TH_ERRORS
}

PyObject* stream_equals(PyObject* self, PyObject* other) {
  HANDLE_TH_ERRORS
  const THPStream* left = as_stream(self);
  const THPStream* right = THPStream_Check(other) ? as_stream(other) : nullptr;
  return PyBool_FromLong(right != nullptr && left->stream_id == right->stream_id &&
                         left->device_index == right->device_index &&
                         left->device_type == right->device_type);
  END_HANDLE_TH_ERRORS
}

PyObject* stream_priority_range(PyObject*, PyObject*) {
  HANDLE_TH_ERRORS
  int least = 0;
  int greatest = 0;
  check(musaDeviceGetStreamPriorityRange(&least, &greatest));
  return Py_BuildValue("(ii)", least, greatest);
  END_HANDLE_TH_ERRORS
}

PyObject* stream_handle_getter(PyObject* self, void*) {
  HANDLE_TH_ERRORS
  return handle_object(handle_of(stream_of(self)));
  END_HANDLE_TH_ERRORS
}

PyObject* stream_priority_getter(PyObject* self, void*) {
  HANDLE_TH_ERRORS
  const c10::Stream stream = stream_of(self);
  int priority = 0;
  check(stream_priority(stream.device_index(), stream.id(), &priority));
  return PyLong_FromLong(priority);
  END_HANDLE_TH_ERRORS
}

PyMethodDef g_stream_methods[] = {
    {"query", stream_query, METH_NOARGS, nullptr},
    {"synchronize", stream_synchronize, METH_NOARGS, nullptr},
    {"priority_range", stream_priority_range, METH_STATIC | METH_NOARGS, nullptr},
    {"__eq__", stream_equals, METH_O, nullptr},
    {nullptr, nullptr, 0, nullptr}};

PyGetSetDef g_stream_properties[] = {
    {"musa_stream", stream_handle_getter, nullptr, nullptr, nullptr},
    {"priority", stream_priority_getter, nullptr, nullptr, nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr}};

PyObject* make_stream_type() {
  PyType_Slot slots[] = {{Py_tp_new, reinterpret_cast<void*>(stream_new)},
                         {Py_tp_methods, g_stream_methods},
                         {Py_tp_getset, g_stream_properties},
                         {0, nullptr}};
  PyType_Spec spec = {"torch_musa._MUSAC._MusaStreamBase", sizeof(THPStream), 0,
                      Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, slots};
  THPObjectPtr bases(PyTuple_Pack(1, THPStreamClass));
  check_python(bases.get() != nullptr);
  return PyType_FromSpecWithBases(&spec, bases);
}

PyObject* get_current_stream(PyObject*, PyObject* index) {
  HANDLE_TH_ERRORS
  const int device = checked_device_index(int_argument(index, "_musa_getCurrentStream"));
  return describe(current_stream(device), device);
  END_HANDLE_TH_ERRORS
}

PyObject* get_default_stream(PyObject*, PyObject* index) {
  HANDLE_TH_ERRORS
  return describe(kDefaultStream,
                  checked_device_index(int_argument(index, "_musa_getDefaultStream")));
  END_HANDLE_TH_ERRORS
}

PyObject* get_current_raw_stream(PyObject*, PyObject* index) {
  HANDLE_TH_ERRORS
  const int device = checked_device_index(int_argument(index, "_musa_getCurrentRawStream"));
  return handle_object(current_stream_handle(device));
  END_HANDLE_TH_ERRORS
}

// Makes the stream and its device current.
PyObject* set_stream(PyObject*, PyObject* arguments, PyObject* keywords) {
  HANDLE_TH_ERRORS
  long long stream = 0;
  int device = 0;
  long long device_type = 0;
  static const char* names[] = {"stream_id", "device_index", "device_type", nullptr};
  check_python(PyArg_ParseTupleAndKeywords(arguments, keywords, "|LiL:_musa_setStream",
                                           const_cast<char**>(names), &stream, &device,
                                           &device_type) != 0);
  TORCH_CHECK(device_type == static_cast<long long>(kMusa), "_musa_setStream: device_type must be ",
              static_cast<long long>(kMusa), " for a MUSA stream, but it is ", device_type);
  const int index = checked_device_index(device);
  exchange_device(index);
  exchange_stream(index, stream);
  return none();
  END_HANDLE_TH_ERRORS
}

PyObject* sleep_cycles(PyObject*, PyObject* cycles) {
  HANDLE_TH_ERRORS
  const long long count = PyLong_AsLongLong(cycles);
  check_python(PyErr_Occurred() == nullptr);
  check_not_in_bad_fork();
  launch_sleep(count);
  return none();
  END_HANDLE_TH_ERRORS
}

PyMethodDef g_stream_functions[] = {
    {"_musa_getCurrentStream", get_current_stream, METH_O, nullptr},
    {"_musa_getDefaultStream", get_default_stream, METH_O, nullptr},
    {"_musa_getCurrentRawStream", get_current_raw_stream, METH_O, nullptr},
    {"_musa_setStream", with_keywords(set_stream), METH_VARARGS | METH_KEYWORDS, nullptr},
    {"_musa_sleep", sleep_cycles, METH_O, nullptr},
    {nullptr, nullptr, 0, nullptr}};

}  // namespace

void add_stream(PyObject* module) {
  add_object(module, "_MusaStreamBase", make_stream_type());
  add_functions(module, g_stream_functions);
}

}  // namespace musasim
