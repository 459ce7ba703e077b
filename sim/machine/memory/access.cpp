// How many kernels run, and the views of device memory that are open for them.
#include "machine/memory/access.h"

#include <mutex>

#include "machine/memory/arena.h"
#include "machine/memory/check/view.h"

namespace musasim {

namespace {

struct State {
  std::mutex mutex;
  int kernels = 0;
};

State& state() {
  static State* const all = new State;
  return *all;
}

thread_local const char* t_kernel = nullptr;

}  // namespace

KernelAccess::KernelAccess(int, const char* name) noexcept : outer_(t_kernel) {
  if (!check_mode()) {
    return;
  }
  t_kernel = name;
  State& all = state();
  const std::lock_guard<std::mutex> lock(all.mutex);
  // All devices: a kernel may hold pointers to its peers' memory.
  if (all.kernels++ == 0) {
    for_each_arena([](Arena& arena) { arena.open_view(); });
  }
}

KernelAccess::~KernelAccess() {
  if (!check_mode()) {
    return;
  }
  t_kernel = outer_;
  State& all = state();
  const std::lock_guard<std::mutex> lock(all.mutex);
  if (--all.kernels == 0) {
    for_each_arena([](Arena& arena) { arena.close_view(); });
  }
}

const char* running_kernel() noexcept { return t_kernel; }

void check::open_new_views() {
  State& all = state();
  const std::lock_guard<std::mutex> lock(all.mutex);
  if (all.kernels != 0) {
    for_each_arena([](Arena& arena) { arena.open_view(); });
  }
}

}  // namespace musasim
