// The configuration of a launch written as kernel<<<grid, block, shared, stream>>>(...) until it calls the
// kernel's stub: a stack for each thread.
#pragma once

#include <cstddef>
#include <vector>

#include "driver_types.h"
#include "machine/export.h"

namespace musasim {

struct CallConfiguration {
  dim3 grid;
  dim3 block;
  std::size_t shared_bytes = 0;
  musaStream_t stream = nullptr;
  std::vector<unsigned char> arguments;  // of musaSetupArgument
};

MUSASIM_API void push_call(CallConfiguration configuration);
// False: there is none.
MUSASIM_API bool pop_call(CallConfiguration* configuration);
// The top one, to add arguments to; nullptr when there is none.
MUSASIM_API CallConfiguration* current_call_configuration() noexcept;

}  // namespace musasim
