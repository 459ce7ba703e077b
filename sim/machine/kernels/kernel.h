// Kernels as the machine holds them: rows of the tables of loaded modules, and what is kept of each
// on each device (a MUfunction, which is also a musaFunction_t).
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "driver_types.h"
#include "machine/export.h"
#include "machine/settings/settings.h"
#include "musasim/kernel.h"

namespace musasim {

class Module;
class Kernel;

// A kernel on a device. Its address is the handle; find_function() knows the living ones.
struct Function {
  const Kernel* kernel = nullptr;
  int device = 0;
  std::atomic<int> max_dynamic_shared{-1};  // -1: never set, the device's default holds
  std::atomic<int> carveout{-1};
  std::atomic<int> cache_config{0};
  std::atomic<int> shared_config{0};
  std::atomic<int> non_portable_cluster{0};
};

class Kernel {
 public:
  Kernel(const Module& module, const musasimKernel& row);
  ~Kernel();
  Kernel(const Kernel&) = delete;
  Kernel& operator=(const Kernel&) = delete;

  const Module& module() const noexcept { return module_; }
  const musasimKernel& row() const noexcept { return row_; }
  // The name as people write it: demangled, without return type and parameters.
  const std::string& shown_name() const noexcept { return shown_name_; }
  const std::vector<std::size_t>& parameter_sizes() const noexcept { return sizes_; }
  // A limit that __musaRegisterFunction gave; 0 when there is none.
  int thread_limit() const noexcept { return thread_limit_; }
  void set_thread_limit(int limit) noexcept { thread_limit_ = limit; }
  // True at the first call: the warning about its launch bounds is for this launch to give.
  bool first_beyond_bounds() const noexcept { return !beyond_bounds_.exchange(true); }

  // Made when it is first asked for, and stays as long as the kernel.
  MUSASIM_API Function& on(int device) const;
  // Forgets what was set for the function on the device.
  void reset(int device) const noexcept;

 private:
  const Module& module_;
  const musasimKernel& row_;
  std::string shown_name_;
  std::vector<std::size_t> sizes_;
  int thread_limit_ = 0;
  mutable std::atomic<bool> beyond_bounds_{false};
  mutable std::array<std::atomic<Function*>, kMaxDevices> functions_{};
};

// Keeps the kernel's module too.
using KernelPtr = std::shared_ptr<const Kernel>;

}  // namespace musasim
