// The end of the process: leaks, and the exit status when there were reports.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "machine/device/simulated_gpus.h"
#include "machine/memory/arena.h"
#include "machine/memory/check/check.h"
#include "musasim/check.h"

namespace musasim::check {

namespace {

bool g_leaks = true;

void at_exit(int status, void*) {
  if (in_bad_fork()) {
    return;
  }
  if (g_leaks) {
    report_leaks(0);
  }
  if (any_reports() && status == 0) {
    std::fflush(nullptr);
    _exit(MUSASIM_CHECK_EXIT_STATUS);
  }
}

// When the library is loaded, so that it runs after the destructors and handlers of the program.
__attribute__((constructor)) void watch_exit() {
  if (check_mode()) {
    const char* const value = std::getenv("MUSASIM_CHECK");
    g_leaks = value != nullptr && std::strstr(value, "noleak") == nullptr;
    on_exit(at_exit, nullptr);
  }
}

}  // namespace

}  // namespace musasim::check
