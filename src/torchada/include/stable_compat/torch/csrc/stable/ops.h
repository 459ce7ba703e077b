// PyTorch's stable operators: torch 2.9 has fewer than later releases.
#pragma once

#include <torch/csrc/stable/tensor.h>

#include_next <torch/csrc/stable/ops.h>

#ifdef TORCHADA_STABLE_TENSOR
#include "torchada_stable_2_9/ops.h"
#endif
