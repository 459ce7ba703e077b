// What every function of muBLASLt does first: its name for reports, the log, the handle.
#pragma once

#include "machine/device/api_call.h"
#include "mublasLt/descriptor.h"

namespace musasim::lt {

class LtCall {
 public:
  explicit LtCall(const char* name) noexcept;

  // Success, or why work cannot be done with the handle now.
  Status check(mublasLtHandle_t handle) const noexcept;

 private:
  ApiCall api_;
};

Status status_of(musaError_t error) noexcept;

}  // namespace musasim::lt
