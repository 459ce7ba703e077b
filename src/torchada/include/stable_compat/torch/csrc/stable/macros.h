// PyTorch's macros for stable sources, and the checks of MUSA's calls among them.
#pragma once

#if __has_include_next(<torch/csrc/stable/macros.h>)
#include_next <torch/csrc/stable/macros.h>
#else  // torch 2.9
#include <torch/csrc/stable/library.h>
#include <torch/headeronly/util/shim_utils.h>
#define STABLE_TORCH_ERROR_CODE_CHECK(call) TORCH_ERROR_CODE_CHECK(call)
#endif

#ifndef STD_MUSA_CHECK
#include <torch/headeronly/util/Exception.h>

// Throws std::runtime_error unless the call gives musaSuccess; needs musa_runtime.h.
#define STD_MUSA_CHECK(EXPR)                                                                    \
  do {                                                                                          \
    const musaError_t torchada_error = EXPR;                                                    \
    if (torchada_error != musaSuccess) {                                                        \
      (void)musaGetLastError(); /* else the next check would throw for this call */             \
      STD_TORCH_CHECK(false, "MUSA error: ", musaGetErrorString(torchada_error), " of " #EXPR); \
    }                                                                                           \
  } while (false)
#define STD_MUSA_KERNEL_LAUNCH_CHECK() STD_MUSA_CHECK(musaGetLastError())
#endif
