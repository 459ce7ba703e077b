// The Python module of the overrides, and the place of those that need no kernel.
#include "ops.h"

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) {
  m.def(
      "registered_ops", [] { return torchada::registered_ops(); },
      "The names of the operators that torchada overrides.");
}
