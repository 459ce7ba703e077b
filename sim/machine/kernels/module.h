// A module: a table of kernels and variables, from a fat binary or from a loaded file, and the
// memory of its variables on each device. Internal to machine/kernels.
#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "driver_types.h"
#include "machine/kernels/kernel.h"
#include "machine/settings/settings.h"
#include "musasim/kernel.h"

namespace musasim {

class Module {
 public:
  // `device` is that of a loaded module, -1 for a fat binary. `library` is closed at the end, and
  // then `file`, which it came from (or -1): open files keep the loader's names apart.
  Module(const musasimModule& table, int device, void* library, int file);
  ~Module();
  Module(const Module&) = delete;
  Module& operator=(const Module&) = delete;

  int device() const noexcept { return device_; }
  const musasimModule& table() const noexcept { return table_; }
  const std::vector<std::unique_ptr<Kernel>>& kernels() const noexcept { return kernels_; }
  Kernel* kernel(const std::string& name) const noexcept;
  // Index in the table; -1 when there is none.
  int variable(const std::string& name) const noexcept;

  // The addresses of the variables on the device, by index; makes them at the first call.
  musaError_t variables_on(int device, void* const** addresses) const;
  // Frees the device's variables, and forgets what was set for its functions. Managed variables that
  // were made on it are only forgotten: their memory goes with the device's.
  void reset_device(int device) const noexcept;

  // The host's pointer to a managed variable, set when the variable is made.
  void set_managed_pointer(int variable, void** host_pointer) const;

 private:
  using Addresses = std::vector<void*>;

  musaError_t make_variable(unsigned index, int device, void** address) const;
  musaError_t make_all(int device, Addresses& addresses) const;
  void free_variables(const Addresses& addresses, std::size_t count) const noexcept;

  const musasimModule& table_;
  const int device_;
  void* const library_;
  const int file_;
  std::vector<std::unique_ptr<Kernel>> kernels_;
  std::unordered_map<std::string, Kernel*> kernels_by_name_;
  std::unordered_map<std::string, int> variables_by_name_;

  mutable std::mutex mutex_;  // for what is below
  mutable std::array<std::atomic<Addresses*>, kMaxDevices> addresses_{};
  mutable std::vector<void*> managed_;  // by index; null until made
  mutable std::vector<int> managed_devices_;
  mutable std::vector<void**> managed_pointers_;
};

using ModulePtr = std::shared_ptr<const Module>;

}  // namespace musasim
