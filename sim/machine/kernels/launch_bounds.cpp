#include "machine/kernels/launch_bounds.h"

#include <cstdio>
#include <string>

#include "machine/kernels/attributes.h"
#include "machine/memory/arena.h"
#include "machine/memory/check/check.h"

namespace musasim {

void report_beyond_bounds(const Function& function, std::size_t threads) {
  if (!function.kernel->first_beyond_bounds()) {
    return;
  }
  const std::string what = "kernel " + function.kernel->shown_name() + " is launched with " +
                           std::to_string(threads) + " threads in a block, beyond the " +
                           std::to_string(max_threads(function)) +
                           " of its __launch_bounds__; CUDA refuses this launch";
  if (check_mode()) {
    check::report_in_kernel(what, {}, false, nullptr);
  } else {
    std::fprintf(stderr, "musasim: warning: %s\n", what.c_str());
  }
}

}  // namespace musasim
