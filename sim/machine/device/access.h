// In check mode (MUSASIM_CHECK=1) device memory can be reached by its user addresses only while a
// kernel runs. Whoever runs code that uses user addresses does it within a KernelAccess.
#pragma once

#include "machine/export.h"

namespace musasim {

// Opens the user's view of device memory as long as it lives. `name` (of the kernel, kept by the
// caller) is for reports. Costs nothing outside of check mode.
class MUSASIM_API KernelAccess {
 public:
  // The code that runs: the user's, or work of one of the libraries, whose pointers go through backing().
  enum class Code { kKernel, kLibrary };

  explicit KernelAccess(int device, const char* name = "", Code code = Code::kKernel) noexcept;
  ~KernelAccess();
  KernelAccess(const KernelAccess&) = delete;
  KernelAccess& operator=(const KernelAccess&) = delete;

 private:
  const char* outer_;
  const bool outer_library_;
};

// Kernel that the calling thread runs; nullptr outside of one.
const char* running_kernel() noexcept;
// One that some other thread runs: its own threads (those of OpenBLAS) cannot be told from the
// host's. For signal handlers.
const char* kernel_of_other_thread() noexcept;
// The calling thread runs work of a library, and no pageable host memory was seen in it yet.
bool takes_first_host_pointer() noexcept;
// The work that the calling thread runs may use host memory, pageable or not: no reports of that.
MUSASIM_API void allow_host_pointers() noexcept;

}  // namespace musasim
