// Counts running kernels, and holds the views of device memory that are open for them.
#include "machine/device/access.h"

#include <mutex>
#include <set>
#include <string>

#include "machine/memory/arena.h"
#include "machine/memory/check/view.h"

namespace musasim {

namespace {

struct AccessState {
  std::mutex mutex;
  int kernels = 0;
  const char* latest = nullptr;  // kernel; one of `names`, which stay
  std::set<std::string> names;
};

AccessState& access_state() {
  static AccessState* const all = new AccessState;
  return *all;
}

thread_local const char* t_kernel = nullptr;
thread_local bool t_library = false;

}  // namespace

KernelAccess::KernelAccess(int, const char* name, Code code) noexcept
    : outer_(t_kernel), outer_library_(t_library) {
  if (!check_mode()) {
    return;
  }
  t_kernel = name;
  t_library = code == Code::kLibrary;
  AccessState& all = access_state();
  const std::lock_guard<std::mutex> lock(all.mutex);
  // All devices: a kernel may hold pointers to its peers' memory.
  all.latest = all.names.insert(name).first->c_str();
  if (all.kernels++ == 0) {
    for_each_arena([](Arena& arena) { arena.open_view(); });
  }
}

KernelAccess::~KernelAccess() {
  if (!check_mode()) {
    return;
  }
  t_kernel = outer_;
  t_library = outer_library_;
  AccessState& all = access_state();
  const std::lock_guard<std::mutex> lock(all.mutex);
  if (--all.kernels == 0) {
    for_each_arena([](Arena& arena) { arena.close_view(); });
  }
}

const char* running_kernel() noexcept { return t_kernel; }

const char* kernel_of_other_thread() noexcept {
  AccessState& all = access_state();
  const std::unique_lock<std::mutex> lock(all.mutex, std::try_to_lock);
  return lock && t_kernel == nullptr && all.kernels != 0 ? all.latest : nullptr;
}

bool takes_first_host_pointer() noexcept {
  const bool first = t_library;
  t_library = false;
  return first;
}

void allow_host_pointers() noexcept { t_library = false; }

void check::open_new_views() {
  AccessState& all = access_state();
  const std::lock_guard<std::mutex> lock(all.mutex);
  if (all.kernels != 0) {
    for_each_arena([](Arena& arena) { arena.open_view(); });
  }
}

}  // namespace musasim
