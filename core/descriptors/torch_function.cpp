// __torch_function__: whether a subclass or a mode handles an access, and who asked for it.
#include "descriptors/torch_function.h"

#include "descriptors/object.h"

namespace torchada::descriptors {
namespace {

PyCFunction genuine_has_torch_function = nullptr;

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
  return {};
}

bool has_torch_function(PyObject* tensor) {
  PyObject* answer = genuine_has_torch_function(nullptr, tensor);
  const bool result = answer == Py_True;
  Py_XDECREF(answer);
  return result;
}

}  // namespace torchada::descriptors
