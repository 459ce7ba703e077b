// The native descriptors, one file an owner: each plans its steps and checks what it will replace.
#pragma once

#include <Python.h>

#include <optional>
#include <string>

#include "descriptors/object.h"
#include "device/device_string.h"
#include "patch/transaction.h"

namespace torchada::descriptors {

using patch::HookError;
using patch::Transaction;

// torch.device: type, __repr__, __str__ (and with it format()).
std::optional<HookError> plan_device(Transaction* transaction);
// torch.Tensor: is_cuda, cuda().
std::optional<HookError> plan_tensor(Transaction* transaction);
// torch.UntypedStorage and torch.TypedStorage: is_cuda.
std::optional<HookError> plan_storage(Transaction* transaction);

// The bytes of a torch.device object. torch/csrc/Device.h: THPDevice is PyObject_HEAD, then
// c10::Device; plan_device checks that before anything relies on it.
inline DeviceBits& bits_of_device(PyObject* device) {
  return *reinterpret_cast<DeviceBits*>(reinterpret_cast<char*>(device) + sizeof(PyObject));
}

// True for a torch.device, of which there are no subclasses.
bool is_device(PyObject* object);

// torch.device(text); null with an exception on failure.
Object make_device(const char* text);

}  // namespace torchada::descriptors
