// Records calls at the places of the program that make them.
#include "trace/calls.h"

#include <array>
#include <atomic>
#include <deque>
#include <string>

#include "descriptors/object.h"
#include "environment.h"
#include "interposer/device_string.h"
#include "perspective/decision_cache.h"
#include "trace/places.h"
#include "trace/traced.h"

namespace torchada::trace {
namespace {

// By index from -1 on; the last one counts all other spellings.
using DeviceCounts = std::array<std::atomic<std::uint64_t>, 102>;

// Modules and everything below them.
class Modules {
 public:
  explicit Modules(std::string_view comma_separated) : table_(comma_separated) {}

  // The name is that of the module, a str.
  bool have(PyObject* name) {
    return decisions_.view_of(name, table_) == perspective::View::kTruth;
  }

 private:
  perspective::ModuleTable table_;
  perspective::DecisionCache decisions_;
};

struct State {
  Recorder recorder;
  std::deque<Place> places;  // of each site of the recorder, in its order
  // PyTorch's own code; its calls are none of the program's.
  Modules pytorch{"torch,torch_musa,torchada,torchgen,functorch,triton"};
  // Modules through which PyTorch's functions are called.
  Modules passing_on{"importlib,contextlib,functools"};
  PyObject* name_key = nullptr;  // "__name__", interned
  DeviceCounts without_python{};
};

// Never destroyed: calls may be made while the interpreter finalizes.
State& state() {
  static State* const instance = new State;
  return *instance;
}

// Borrowed; null where the globals have no name of a module.
PyObject* module_name(PyObject* globals) {
  PyObject* name = PyDict_GetItem(globals, state().name_key);  // clears errors
  return name != nullptr && PyUnicode_Check(name) ? name : nullptr;
}

bool is_pytorchs(PyObject* globals) {
  PyObject* name = module_name(globals);
  return name != nullptr && state().pytorch.have(name);
}

bool passes_on(PyObject* globals) {
  PyObject* name = module_name(globals);
  return name != nullptr && (state().pytorch.have(name) || state().passing_on.have(name));
}

// `frame` and `through` may be null.
Site* site_of(PyFrameObject* frame, PyFrameObject* through, Name name) {
  State& current = state();
  const Object code(frame == nullptr ? nullptr
                                     : reinterpret_cast<PyObject*>(PyFrame_GetCode(frame)));
  const int instruction = frame == nullptr ? -1 : instruction_of(frame);
  Site* site = current.recorder.site(code.get(), instruction, name);
  const std::size_t index = current.places.size();
  if (current.recorder.sites().size() != index) {
    // Made first: place_of() may run the garbage collector, and that calls of the program.
    current.places.emplace_back().code = code;
    current.places[index] = place_of(code, frame, through);
  }
  return site;
}

PyObject* as_tuple(const Site& site, const Place& place) {
  const auto or_none = [](const Object& object) { return object ? object.get() : Py_None; };
  return Py_BuildValue("(sOOKKK)", state().recorder.text(site.name).c_str(), or_none(place.through),
                       or_none(place.stack), site.calls, site.raised, site.nanoseconds);
}

PyObject* record(PyObject*, PyObject* text) {
  Py_ssize_t size = 0;
  const char* name = PyUnicode_AsUTF8AndSize(text, &size);
  if (name == nullptr) return nullptr;
  const Call call(site_of_program(name_of({name, static_cast<std::size_t>(size)})));
  Py_RETURN_NONE;
}

PyObject* recorded(PyObject*, PyObject*) {
  const State& current = state();
  Object list(PyList_New(0));
  for (std::size_t i = 0; list && i < current.places.size(); ++i) {
    const Site& site = current.recorder.sites()[i];
    if (site.calls == 0) continue;
    const Object item(as_tuple(site, current.places[i]));
    if (!item || PyList_Append(list.get(), item.get()) != 0) return nullptr;
  }
  Object counts(PyDict_New());
  for (std::size_t i = 0; counts && i < current.without_python.size(); ++i) {
    const std::uint64_t count = current.without_python[i].load();
    if (count == 0) continue;
    const Object index(PyLong_FromLong(static_cast<long>(i) - 1));
    const Object number(PyLong_FromUnsignedLongLong(count));
    if (!index || !number || PyDict_SetItem(counts.get(), index.get(), number.get()) != 0) {
      return nullptr;
    }
  }
  if (!list || !counts) return nullptr;
  return Py_BuildValue("(OOK)", list.get(), counts.get(), current.recorder.left_out());
}

PyObject* forget_recorded(PyObject*, PyObject*) {
  state().recorder.forget();
  for (auto& count : state().without_python) count = 0;
  Py_RETURN_NONE;
}

PyMethodDef methods[] = {
    {"record", record, METH_O,
     "Record a call of this name by the nearest code that is not PyTorch's."},
    {"recorded", recorded, METH_NOARGS,
     "What was recorded: a list of (name, through, stack, calls, raised, nanoseconds); how often "
     "threads without Python read devices, by index; and how many calls were left out."},
    {"forget_recorded", forget_recorded, METH_NOARGS, "Set all counts to 0."},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace

bool is_wanted() { return !environment_value("TORCHADA_TRACE").empty(); }

Name name_of(std::string_view text) { return state().recorder.name(text); }

Site* site_of_caller(Name name) {
  PyObject* globals = PyEval_GetGlobals();
  if (globals == nullptr) return site_of(nullptr, nullptr, name);
  return is_pytorchs(globals) ? nullptr : site_of(PyEval_GetFrame(), nullptr, name);
}

Site* site_of_program(Name name) {
  Object frame = Object::borrowed(reinterpret_cast<PyObject*>(PyEval_GetFrame()));
  Object through;
  const auto cast = [](const Object& object) {
    return reinterpret_cast<PyFrameObject*>(object.get());
  };
  while (frame && passes_on(globals_of(cast(frame)).get())) {
    through = frame;
    frame = Object(reinterpret_cast<PyObject*>(PyFrame_GetBack(cast(through))));
  }
  return site_of(cast(frame), cast(through), name);
}

void on_device(const char* text, std::size_t size) {
  if (PyGILState_Check() == 1) {
    const std::string name = "device " + std::string(text, size);
    const Call call(site_of_program(name_of(name)));
    return;
  }
  DeviceBits device{};
  const bool is_common = parse_common_device_string(text, size, &device);
  auto& counts = state().without_python;
  counts[is_common ? static_cast<std::size_t>(device.index + 1) : counts.size() - 1] += 1;
}

int add_to(PyObject* module) {
  state().name_key = PyUnicode_InternFromString("__name__");
  if (state().name_key == nullptr || PyModule_AddFunctions(module, methods) != 0) return -1;
  return add_traced_type(module);
}

}  // namespace torchada::trace
