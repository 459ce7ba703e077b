// _MusaDeviceProperties and the function that makes one.
#pragma once

#include <Python.h>

namespace musasim {

// A new reference to `_get_device_properties(index)`.
PyObject* properties_function();

}  // namespace musasim
