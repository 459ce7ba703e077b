// A callable that is one function for PyTorch and another for users.
#pragma once

#include <Python.h>

namespace torchada::perspective {

// Adds the type ByAsker(native, users) to `module`. Calling one calls `native` for those who see
// the truth, with no Python frame between, and `users` for everyone else; it binds to instances as
// functions do. __wrapped__ is `native` and __users__ the other; its other attributes are those of
// `native`. -1 with an exception on failure.
int add_by_asker_type(PyObject* module);

}  // namespace torchada::perspective
