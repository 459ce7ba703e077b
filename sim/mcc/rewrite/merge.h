// One text of two: what the device's code is with __MUSA_ARCH__, and the host's without.
#pragma once

#include <string>
#include <string_view>

namespace musasim::mcc {

// Device functions and kernels are the device's, host functions the host's. A function of both has both
// bodies, and ::musasim::device::inside() chooses when it runs. Between functions, what only one side has
// is kept; where the sides differ it is the device's.
std::string merge(std::string device, const std::string& host);

}  // namespace musasim::mcc
