// The hooks on members of Python types, one file each, which checks what it will replace and adds the
// steps of the transaction.
#pragma once

#include <Python.h>

#include <optional>
#include <string>

#include "descriptors/object.h"
#include "interposer/device_string.h"
#include "interposer/interposer.h"
#include "patch/transaction.h"

namespace torchada::descriptors {

using patch::HookError;
using patch::Transaction;

// The steps that replace the members of each row of hooks.def.
#define TORCHADA_TYPE_HOOK(name) \
  std::optional<HookError> plan_##name(Transaction* transaction, Interposer* interposer);
#include "hooks.def"

// The bytes of a torch.device object. torch/csrc/Device.h: THPDevice is PyObject_HEAD, then
// c10::Device; plan_torch_device checks that before anything relies on it.
inline DeviceBits& bits_of_device(PyObject* device) {
  return *reinterpret_cast<DeviceBits*>(reinterpret_cast<char*>(device) + sizeof(PyObject));
}

// True for a torch.device, of which there are no subclasses.
bool is_device(PyObject* object);

// "torch.musa." for "torch.cuda.", the prefix of a legacy type's name.
inline constexpr char kCudaPrefix[] = "torch.cuda.";
inline constexpr char kNativePrefix[] = "torch.musa.";

// True for torch.cuda.FloatTensor and similar types.
bool is_legacy_cuda_type(PyObject* object);

// torch.device(text); null with an exception on failure.
Object make_device(const char* text);

}  // namespace torchada::descriptors
