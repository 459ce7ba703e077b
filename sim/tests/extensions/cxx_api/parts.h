// The parts of the extension that the tests build.
#pragma once

#include <ATen/core/Tensor.h>
#include <pybind11/stl.h>
#include <torch/csrc/utils/pybind.h>

void define_devices(pybind11::module_& m);
void define_memory(pybind11::module_& m);
void define_random(pybind11::module_& m);
void define_tensors(pybind11::module_& m);
