// _MUSAC: the class _MusaEventBase.
#include <pybind11/pybind11.h>
#include <torch/csrc/Device.h>
#include <torch/csrc/Event.h>
#include <torch/csrc/Stream.h>

#include <cstring>
#include <new>

#include "module/module.h"
#include "musa_runtime_api.h"
#include "torch_glue/event.h"
#include "torch_glue/python.h"
#include "torch_glue/stream.h"

namespace musasim {

namespace {

c10::Event& event_of(PyObject* object) { return reinterpret_cast<THPEvent*>(object)->event; }

c10::Stream stream_argument(PyObject* arguments, PyObject* keywords, const char* format) {
  PyObject* stream = Py_None;
  static const char* names[] = {"stream", nullptr};
  check_python(PyArg_ParseTupleAndKeywords(arguments, keywords, format, const_cast<char**>(names),
                                           &stream) != 0);
  if (stream == Py_None) {
    return current_torch_stream(-1);
  }
  TORCH_CHECK_TYPE(THPStream_Check(stream), "stream: expected a torch.Stream, got ",
                   Py_TYPE(stream)->tp_name);
  const auto* given = reinterpret_cast<THPStream*>(stream);
  return c10::Stream::unpack3(given->stream_id, static_cast<c10::DeviceIndex>(given->device_index),
                              static_cast<c10::DeviceType>(given->device_type));
}

PyObject* new_object(PyTypeObject* type, c10::EventFlag flag) {
  PyObject* self = type->tp_alloc(type, 0);
  check_python(self != nullptr);
  new (&event_of(self)) c10::Event(kMusa, flag);
  return self;
}

PyObject* event_new(PyTypeObject* type, PyObject* arguments, PyObject* keywords) {
  HANDLE_TH_ERRORS
  int enable_timing = 0;
  int blocking = 0;
  int interprocess = 0;
  static const char* names[] = {"enable_timing", "blocking", "interprocess", nullptr};
  check_python(PyArg_ParseTupleAndKeywords(arguments, keywords, "|ppp:_MusaEventBase",
                                           const_cast<char**>(names), &enable_timing, &blocking,
                                           &interprocess) != 0);
  return new_object(type, event_flag(enable_timing != 0, blocking != 0, interprocess != 0));
  END_HANDLE_TH_ERRORS
}

PyObject* event_record(PyObject* self, PyObject* arguments, PyObject* keywords) {
  HANDLE_TH_ERRORS
  event_of(self).record(stream_argument(arguments, keywords, "|O:record"));
  return none();
  END_HANDLE_TH_ERRORS
}

PyObject* event_wait(PyObject* self, PyObject* arguments, PyObject* keywords) {
  HANDLE_TH_ERRORS
  event_of(self).block(stream_argument(arguments, keywords, "|O:wait"));
  return none();
  END_HANDLE_TH_ERRORS
}

PyObject* event_query(PyObject* self, PyObject*) {
  HANDLE_TH_ERRORS
  return PyBool_FromLong(event_of(self).query());
  END_HANDLE_TH_ERRORS
}

PyObject* event_synchronize(PyObject* self, PyObject*) {
  HANDLE_TH_ERRORS {
    const pybind11::gil_scoped_release no_gil;
    event_of(self).synchronize();
  }
  return none();
  END_HANDLE_TH_ERRORS
}

PyObject* event_elapsed_time(PyObject* self, PyObject* other) {
  HANDLE_TH_ERRORS
  TORCH_CHECK_TYPE(THPEvent_Check(other) && event_of(other).device_type() == kMusa,
                   "elapsed_time: expected a MUSA event, got ", Py_TYPE(other)->tp_name);
  const c10::Event& start = event_of(self);
  const c10::Event& end = event_of(other);
  TORCH_CHECK_VALUE(has_timing(start.flag()) && has_timing(end.flag()),
                    "Both events must be created with argument 'enable_timing=True'.");
  TORCH_CHECK_VALUE(handle_of(start) != nullptr && handle_of(end) != nullptr,
                    "Both events must be recorded before calculating elapsed time.");
  float milliseconds = 0;
  check(musaEventElapsedTime(&milliseconds, handle_of(start), handle_of(end)));
  return PyFloat_FromDouble(static_cast<double>(milliseconds));
  END_HANDLE_TH_ERRORS
}

// The handle of an event that was never recorded is good all the same.
PyObject* event_ipc_handle(PyObject* self, PyObject*) {
  HANDLE_TH_ERRORS
  c10::Event& event = event_of(self);
  if (handle_of(event) == nullptr) {
    const int device = checked_device_index(-1);
    adopt(event, make_event(event.flag()), device);
  }
  musaIpcEventHandle_t handle;
  check(musaIpcGetEventHandle(&handle, handle_of(event)));
  return PyBytes_FromStringAndSize(reinterpret_cast<const char*>(&handle), sizeof(handle));
  END_HANDLE_TH_ERRORS
}

PyObject* event_from_ipc_handle(PyObject* type, PyObject* arguments, PyObject* keywords) {
  HANDLE_TH_ERRORS
  PyObject* device_object = nullptr;
  PyObject* bytes = nullptr;
  static const char* names[] = {"device", "handle", nullptr};
  check_python(PyArg_ParseTupleAndKeywords(arguments, keywords, "O!S:from_ipc_handle",
                                           const_cast<char**>(names), &THPDeviceType,
                                           &device_object, &bytes) != 0);
  const c10::Device device = reinterpret_cast<THPDevice*>(device_object)->device;
  musaIpcEventHandle_t handle;
  TORCH_CHECK_VALUE(PyBytes_GET_SIZE(bytes) == sizeof(handle),
                    "from_ipc_handle: expected a handle of ", sizeof(handle), " bytes, got ",
                    PyBytes_GET_SIZE(bytes));
  TORCH_CHECK_VALUE(device.type() == kMusa, "from_ipc_handle: expected a MUSA device, got ",
                    device);
  std::memcpy(&handle, PyBytes_AS_STRING(bytes), sizeof(handle));
  const int index = checked_device_index(device.index());
  THPObjectPtr self(new_object(reinterpret_cast<PyTypeObject*>(type),
                               event_flag(false, false, /*interprocess=*/true)));
  const DeviceScope scope(index);
  musaEvent_t event = nullptr;
  check(musaIpcOpenEventHandle(&event, handle));
  adopt(event_of(self), event, index);
  return self.release();
  END_HANDLE_TH_ERRORS
}

PyObject* event_handle_getter(PyObject* self, void*) {
  HANDLE_TH_ERRORS
  return PyLong_FromVoidPtr(handle_of(event_of(self)));
  END_HANDLE_TH_ERRORS
}

// None before the event was recorded, as torch.cuda.Event.device.
PyObject* event_device_getter(PyObject* self, void*) {
  HANDLE_TH_ERRORS
  const c10::Event& event = event_of(self);
  return handle_of(event) == nullptr ? none() : THPDevice_New(event.device());
  END_HANDLE_TH_ERRORS
}

PyMethodDef g_methods[] = {
    {"record", with_keywords(event_record), METH_VARARGS | METH_KEYWORDS, nullptr},
    {"wait", with_keywords(event_wait), METH_VARARGS | METH_KEYWORDS, nullptr},
    {"query", event_query, METH_NOARGS, nullptr},
    {"elapsed_time", event_elapsed_time, METH_O, nullptr},
    {"synchronize", event_synchronize, METH_NOARGS, nullptr},
    {"from_ipc_handle", with_keywords(event_from_ipc_handle),
     METH_CLASS | METH_VARARGS | METH_KEYWORDS, nullptr},
    {"ipc_handle", event_ipc_handle, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr}};

PyGetSetDef g_properties[] = {{"device", event_device_getter, nullptr, nullptr, nullptr},
                              {"musa_event", event_handle_getter, nullptr, nullptr, nullptr},
                              {nullptr, nullptr, nullptr, nullptr, nullptr}};

}  // namespace

void add_event(PyObject* module) {
  PyType_Slot slots[] = {{Py_tp_new, reinterpret_cast<void*>(event_new)},
                         {Py_tp_methods, g_methods},
                         {Py_tp_getset, g_properties},
                         {0, nullptr}};
  PyType_Spec spec = {"torch_musa._MUSAC._MusaEventBase", sizeof(THPEvent), 0,
                      Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, slots};
  THPObjectPtr bases(PyTuple_Pack(1, THPEventClass));
  check_python(bases.get() != nullptr);
  add_object(module, "_MusaEventBase", PyType_FromSpecWithBases(&spec, bases));
}

}  // namespace musasim
