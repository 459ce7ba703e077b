// _MUSAC: the class _MusaEventBase.
#include <c10/core/impl/VirtualGuardImpl.h>
#include <torch/csrc/Device.h>
#include <torch/csrc/Event.h>
#include <torch/csrc/Stream.h>

#include <new>

#include "module/module.h"
#include "module/python.h"
#include "runtime/event.h"
#include "torch_glue/device_type.h"

namespace musasim {

namespace {

c10::Event& event_of(PyObject* object) { return reinterpret_cast<THPEvent*>(object)->event; }

c10::Stream stream_argument(PyObject* arguments, PyObject* keywords, const char* format) {
  PyObject* stream = Py_None;
  static const char* names[] = {"stream", nullptr};
  check_python(PyArg_ParseTupleAndKeywords(arguments, keywords, format, const_cast<char**>(names),
                                           &stream) != 0);
  if (stream == Py_None) {
    return c10::impl::VirtualGuardImpl(kMusa).getStream(musa_device(current_device()));
  }
  TORCH_CHECK_TYPE(THPStream_Check(stream), "stream: expected a torch.Stream, got ",
                   Py_TYPE(stream)->tp_name);
  const auto* given = reinterpret_cast<THPStream*>(stream);
  return c10::Stream::unpack3(given->stream_id, static_cast<c10::DeviceIndex>(given->device_index),
                              static_cast<c10::DeviceType>(given->device_type));
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
  PyObject* self = type->tp_alloc(type, 0);
  check_python(self != nullptr);
  const auto flag =
      enable_timing != 0 ? c10::EventFlag::BACKEND_DEFAULT : c10::EventFlag::PYTORCH_DEFAULT;
  new (&event_of(self)) c10::Event(kMusa, flag);
  return self;
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
  HANDLE_TH_ERRORS
  event_of(self).synchronize();
  return none();
  END_HANDLE_TH_ERRORS
}

PyObject* event_elapsed_time(PyObject* self, PyObject* other) {
  HANDLE_TH_ERRORS
  TORCH_CHECK_TYPE(THPEvent_Check(other) && event_of(other).device_type() == kMusa,
                   "elapsed_time: expected a MUSA event, got ", Py_TYPE(other)->tp_name);
  const c10::Event& start = event_of(self);
  const c10::Event& end = event_of(other);
  TORCH_CHECK_VALUE(start.flag() == c10::EventFlag::BACKEND_DEFAULT &&
                        end.flag() == c10::EventFlag::BACKEND_DEFAULT,
                    "Both events must be created with argument 'enable_timing=True'.");
  TORCH_CHECK_VALUE(start.eventId() != nullptr && end.eventId() != nullptr,
                    "Both events must be recorded before calculating elapsed time.");
  const auto* first = static_cast<const Event*>(start.eventId());
  return PyFloat_FromDouble(first->milliseconds_to(*static_cast<const Event*>(end.eventId())));
  END_HANDLE_TH_ERRORS
}

[[noreturn]] void refuse_interprocess(const char* function) {
  TORCH_CHECK_NOT_IMPLEMENTED(
      false, function,
      ": the simulated MUSA device cannot share events between processes: its work "
      "is done when a call returns, so another process has nothing to wait for");
}

PyObject* event_ipc_handle(PyObject*, PyObject*) {
  HANDLE_TH_ERRORS
  refuse_interprocess("Event.ipc_handle");
  END_HANDLE_TH_ERRORS
}

PyObject* event_from_ipc_handle(PyObject*, PyObject*) {
  HANDLE_TH_ERRORS
  refuse_interprocess("Event.from_ipc_handle");
  END_HANDLE_TH_ERRORS
}

PyObject* event_handle_getter(PyObject* self, void*) {
  HANDLE_TH_ERRORS
  return PyLong_FromVoidPtr(event_of(self).eventId());
  END_HANDLE_TH_ERRORS
}

// None before the event was recorded, as torch.cuda.Event.device.
PyObject* event_device_getter(PyObject* self, void*) {
  HANDLE_TH_ERRORS
  const auto* recorded = static_cast<const Event*>(event_of(self).eventId());
  return recorded == nullptr ? none() : THPDevice_New(musa_device(recorded->device));
  END_HANDLE_TH_ERRORS
}

PyMethodDef g_methods[] = {
    {"record", with_keywords(event_record), METH_VARARGS | METH_KEYWORDS, nullptr},
    {"wait", with_keywords(event_wait), METH_VARARGS | METH_KEYWORDS, nullptr},
    {"query", event_query, METH_NOARGS, nullptr},
    {"elapsed_time", event_elapsed_time, METH_O, nullptr},
    {"synchronize", event_synchronize, METH_NOARGS, nullptr},
    {"from_ipc_handle", event_from_ipc_handle, METH_CLASS | METH_VARARGS, nullptr},
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
