// The state of random kernels, at the place that PyTorch's has.
#pragma once

#include <torch_musa/csrc/aten/musa/PhiloxMusaStateRaw.muh>
