// Owning reference to a Python object.
#pragma once

#include <Python.h>

#include <string>
#include <utility>

namespace torchada {

class Object {
 public:
  Object() = default;
  // Takes over a new reference (may be null: then a Python exception is set).
  explicit Object(PyObject* owned) : pointer_(owned) {}
  static Object borrowed(PyObject* pointer) {
    Py_XINCREF(pointer);
    return Object(pointer);
  }
  Object(const Object& other) : pointer_(other.pointer_) { Py_XINCREF(pointer_); }
  Object(Object&& other) noexcept : pointer_(std::exchange(other.pointer_, nullptr)) {}
  Object& operator=(Object other) noexcept {
    std::swap(pointer_, other.pointer_);
    return *this;
  }
  ~Object() { Py_XDECREF(pointer_); }

  PyObject* get() const { return pointer_; }
  PyObject* release() { return std::exchange(pointer_, nullptr); }
  explicit operator bool() const { return pointer_ != nullptr; }

 private:
  PyObject* pointer_ = nullptr;
};

// Attribute of a module that is already imported, by dotted path, e.g. ("torch", "_C.TensorBase").
Object attribute_of_module(const char* module, const char* path);

// Text of the current Python exception, which is cleared.
std::string take_exception_text();

}  // namespace torchada
