// __torch_function__: whether a subclass or a mode handles an access, and who asked for it.
#pragma once

#include <Python.h>

#include <string>

#include "perspective/asker.h"

namespace torchada::descriptors {

// Looks up what the other functions need. Returns an empty string, or what is wrong.
std::string find_has_torch_function();

// True when a subclass or a mode is to handle an access: PyTorch's own function then does it and,
// in the end, comes back to us with __torch_function__ disabled.
bool has_torch_function(PyObject* tensor);

// An access that a __torch_function__ handles comes back from that handler, which is PyTorch's code
// more often than not. Who asked is known only at the start, so it is remembered until then.
class AskedFor {
 public:
  explicit AskedFor(PyObject* self) : outer_(current_), self_(self), view_(view_for(self)) {
    current_ = this;
    ++open_;
  }
  AskedFor(const AskedFor&) = delete;
  AskedFor& operator=(const AskedFor&) = delete;
  ~AskedFor() {
    current_ = outer_;
    --open_;
  }

  // The view of the code that asked about `self`.
  static perspective::View view_for(PyObject* self);

 private:
  static thread_local const AskedFor* current_;
  // In all threads, guarded by the GIL: reading a thread_local costs more than the rest.
  static Py_ssize_t open_;
  const AskedFor* outer_;
  PyObject* self_;
  perspective::View view_;
};

}  // namespace torchada::descriptors
