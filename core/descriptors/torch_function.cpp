// __torch_function__: whether a subclass or a mode handles an access, and who asked for it.
#include "descriptors/torch_function.h"

#include <dlfcn.h>

#include "descriptors/object.h"

namespace torchada::descriptors {
namespace {

PyCFunction genuine_has_torch_function = nullptr;
// These two answer for torch.Tensor itself, sooner than PyTorch's function, which is asked about
// subclasses, and where `is_mode_active` is null.
PyTypeObject* tensor_type = nullptr;
bool (*is_mode_active)() = nullptr;

void find_modes() {
  void* handle = dlopen("libtorch_cpu.so", RTLD_LAZY | RTLD_NOLOAD);
  if (handle == nullptr) return;
  void* function = dlsym(handle, "_ZN2at4impl27torch_function_mode_enabledEv");
  is_mode_active = reinterpret_cast<bool (*)()>(function);
  dlclose(handle);
}

}  // namespace

thread_local const AskedFor* AskedFor::current_ = nullptr;
Py_ssize_t AskedFor::open_ = 0;

perspective::View AskedFor::view_for(PyObject* self) {
  if (open_ == 0) return perspective::asker_view();
  for (const AskedFor* asked = current_; asked != nullptr; asked = asked->outer_) {
    if (asked->self_ == self) return asked->view_;
  }
  return perspective::asker_view();
}

std::string find_has_torch_function() {
  const Object function = attribute_of_module("torch._C", "_has_torch_function_unary");
  if (!function) return take_exception_text();
  if (!PyCFunction_Check(function.get()) || PyCFunction_GetFlags(function.get()) != METH_O) {
    return "expected a built-in function of one argument";
  }
  genuine_has_torch_function = PyCFunction_GetFunction(function.get());
  // Borrowed, since the module keeps it: an owned reference would leak at each activation.
  tensor_type = reinterpret_cast<PyTypeObject*>(attribute_of_module("torch", "Tensor").get());
  if (tensor_type == nullptr) return take_exception_text();
  find_modes();
  return {};
}

bool has_torch_function(PyObject* tensor) {
  if (is_mode_active != nullptr && Py_TYPE(tensor) == tensor_type) return is_mode_active();
  PyObject* answer = genuine_has_torch_function(nullptr, tensor);
  const bool result = answer == Py_True;
  Py_XDECREF(answer);
  return result;
}

}  // namespace torchada::descriptors
