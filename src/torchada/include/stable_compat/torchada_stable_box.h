// PyTorch's stable interface in whole, for sources that are compiled with -include of this file. Where torch 2.9
// lacks what later releases have (TORCH_BOX, members of Tensor, operators), it is made of what 2.9 has.
#pragma once

#if !__has_include(<torch/csrc/stable/stableivalue_conversions.h>)
#error "torchada: PyTorch before 2.9 has no such stable interface; include PyTorch's own headers"
#endif

#include <torch/csrc/stable/accelerator.h>
#include <torch/csrc/stable/device.h>
#include <torch/csrc/stable/library.h>
#include <torch/csrc/stable/macros.h>
#include <torch/csrc/stable/ops.h>
#include <torch/csrc/stable/tensor.h>
#include <torch/headeronly/core/Dispatch.h>
#include <torch/headeronly/util/HeaderOnlyArrayRef.h>

// Later releases define it in library.h.
#ifndef TORCH_BOX
#include "torchada_stable_2_9/box.h"
#if __has_include(<torch_musa/csrc/core/MUSAStream.h>)
#include "torchada_stable_2_9/functions_of_musa.h"
#endif
#define TORCH_BOX(function) (&::torchada::stable::boxed<(function)>)
#endif
