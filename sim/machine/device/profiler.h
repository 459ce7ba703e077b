// Whether the program wants to be profiled right now. A new process does.
#pragma once

#include "machine/export.h"

namespace musasim {

MUSASIM_API void set_profiling(bool on) noexcept;
MUSASIM_API bool profiling() noexcept;

}  // namespace musasim
