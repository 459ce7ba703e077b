// torch.Stream and torch.Event: their text names the device as the asker sees it.
#include <string>

#include "descriptors/descriptors.h"
#include "descriptors/type_patch.h"
#include "perspective/asker.h"

namespace torchada::descriptors {
namespace {

reprfunc genuine_stream_repr = nullptr;
reprfunc genuine_event_repr = nullptr;

PyObject* shown(PyObject* genuine) {
  if (genuine == nullptr || !perspective::asker_sees_cuda()) return genuine;
  const Object owned(genuine);
  const Object before(PyUnicode_FromString("device_type=musa,"));
  const Object after(PyUnicode_FromString("device_type=cuda,"));
  if (!before || !after) return nullptr;
  return PyUnicode_Replace(genuine, before.get(), after.get(), 1);
}

PyObject* stream_repr(PyObject* self) { return shown(genuine_stream_repr(self)); }
PyObject* event_repr(PyObject* self) { return shown(genuine_event_repr(self)); }

std::optional<HookError> plan_one(Transaction* transaction, const char* name, reprfunc replacement,
                                  reprfunc* genuine) {
  const Object object = attribute_of_module("torch", name);
  if (!object) return HookError{"torch", name, take_exception_text()};
  const std::string owner = std::string("torch.") + name;
  const TextOf text = {owner.c_str(), reinterpret_cast<PyTypeObject*>(object.get()), "__repr__",
                       &PyTypeObject::tp_repr};
  return plan_text(transaction, text, replacement, genuine);
}

}  // namespace

std::optional<HookError> plan_streams(Transaction* transaction, Interposer*) {
  if (auto error = plan_one(transaction, "Stream", stream_repr, &genuine_stream_repr)) return error;
  return plan_one(transaction, "Event", event_repr, &genuine_event_repr);
}

}  // namespace torchada::descriptors
