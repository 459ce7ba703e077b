// thrust::system_error: what its functions throw when the device fails, and the category of its codes.
#pragma once

#include <string>
#include <system_error>

#include "musa_runtime_api.h"
#include "thrust/detail/config.h"

namespace thrust {

using std::errc;
using std::error_category;
using std::error_code;
using std::error_condition;
using std::generic_category;
using std::system_category;
using std::system_error;

namespace detail {
class MusaCategory : public std::error_category {
 public:
  const char* name() const noexcept override { return "musa"; }
  std::string message(int code) const override {
    return musaGetErrorString(static_cast<musaError_t>(code));
  }
};
}  // namespace detail

inline const std::error_category& musa_category() {
  static const detail::MusaCategory category;
  return category;
}

namespace system {
using std::error_code;
using std::system_error;
using thrust::musa_category;
}  // namespace system

namespace detail {
inline void throw_on_error(musaError_t error, const char* what = "thrust") {
  if (error != musaSuccess) throw std::system_error(error, musa_category(), what);
}
}  // namespace detail

}  // namespace thrust
