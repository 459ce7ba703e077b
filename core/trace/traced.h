// A callable that records its calls, and stands for the function that it calls in all else.
#pragma once

#include <Python.h>

namespace torchada::trace {

// Adds the type Traced(function, name) to `module`. Calling one calls `function`, with no Python frame
// between. It equals `function` and has its attributes and hash; __wrapped__ is `function`. -1 with an
// exception on failure.
int add_traced_type(PyObject* module);

}  // namespace torchada::trace
