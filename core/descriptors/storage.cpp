// is_cuda of torch.UntypedStorage and torch.TypedStorage, answered by who asks.
#include "descriptors/descriptors.h"
#include "descriptors/type_patch.h"
#include "perspective/asker.h"

namespace torchada::descriptors {
namespace {

struct StorageClass {
  const char* path;  // below torch
  const char* public_name;
  Replaced genuine = {};
};

// Never destroyed: the descriptors may outlive static destruction.
StorageClass* storage_classes() {
  static auto* classes =
      new StorageClass[2]{{"UntypedStorage", "torch.UntypedStorage"},
                          {"storage.TypedStorage", "torch.storage.TypedStorage"}};
  return classes;
}

// The property that was there before, PyTorch's or torch_musa's, gives the true answer and warns.
PyObject* storage_is_cuda(PyObject* self, void* closure) {
  const auto* storage = static_cast<const StorageClass*>(closure);
  PyObject* property = storage->genuine.descriptor.get();
  Object truth(
      Py_TYPE(property)->tp_descr_get(property, self, reinterpret_cast<PyObject*>(Py_TYPE(self))));
  if (!truth || truth.get() == Py_True) return truth.release();
  if (!perspective::sees_is_cuda(perspective::asker_view())) return truth.release();
  const Object device(PyObject_GetAttrString(self, "device"));
  if (!device) return nullptr;
  // A subclass may answer `device` with anything.
  if (!is_device(device.get())) return truth.release();
  return PyBool_FromLong(bits_of_device(device.get()).type == kPrivateUse1Type);
}

PyGetSetDef storage_getsets[] = {
    {"is_cuda", storage_is_cuda, nullptr, nullptr, nullptr},
    {"is_cuda", storage_is_cuda, nullptr, nullptr, nullptr},
};

}  // namespace

std::optional<HookError> plan_storage(Transaction* transaction, Interposer*) {
  for (int i = 0; i < 2; ++i) {
    StorageClass& storage = storage_classes()[i];
    const Object object = attribute_of_module("torch", storage.path);
    if (!object) return HookError{storage.public_name, "is_cuda", take_exception_text()};
    auto* type = reinterpret_cast<PyTypeObject*>(object.get());
    const std::string wrong = find_replaced(type, "is_cuda", &PyProperty_Type, &storage.genuine);
    if (!wrong.empty()) return HookError{storage.public_name, "is_cuda", wrong};
    storage_getsets[i].closure = &storage;
    Object descriptor(PyDescr_NewGetSet(type, &storage_getsets[i]));
    if (!descriptor) return HookError{storage.public_name, "is_cuda", take_exception_text()};
    transaction->add(dict_entry_step(storage.public_name, type, "is_cuda", std::move(descriptor)));
  }
  return std::nullopt;
}

}  // namespace torchada::descriptors
