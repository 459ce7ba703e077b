// In check mode (MUSASIM_CHECK=1) device memory can be reached by its user addresses only while a
// kernel runs. Whoever runs code that uses user addresses does it within a KernelAccess.
#pragma once

#include "machine/export.h"

namespace musasim {

// Opens the user's view of device memory as long as it lives. `name` (of the kernel, kept by the
// caller) is for reports. Costs nothing outside of check mode.
class MUSASIM_API KernelAccess {
 public:
  explicit KernelAccess(int device, const char* name = "") noexcept;
  ~KernelAccess();
  KernelAccess(const KernelAccess&) = delete;
  KernelAccess& operator=(const KernelAccess&) = delete;

 private:
  const char* outer_;
};

// Kernel that the calling thread runs; nullptr outside of one.
const char* running_kernel() noexcept;

}  // namespace musasim
