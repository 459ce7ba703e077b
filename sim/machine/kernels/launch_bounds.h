// A launch with more threads than the kernel's __launch_bounds__ promise. CUDA refuses it. MUSA's
// owners rely on it: llama.cpp gives the kernels of mul_mat_vec_q bounds of 4 warps and launches 8.
// So it runs, with a warning, as the device has the registers for it.
#pragma once

#include <cstddef>

#include "machine/kernels/kernel.h"

namespace musasim {

// Warns on stderr, once for each kernel; in check mode (MUSASIM_CHECK=1) this is an error report.
void report_beyond_bounds(const Function& function, std::size_t threads);

}  // namespace musasim
