// The form of a kernel's function: which function of musasim::device its body calls, and with what.
#pragma once

#include <string>

namespace musasim::mcc {

struct Form {
  const char* call = "kernel";   // of musasim::device
  std::string flags = "kFiber";  // of musasim::device too
  std::string parameter;         // of the body, besides the indices
  std::string test;              // a lambda beside it
  std::string argument;
};

// The begin of the lambdas' parameters.
constexpr const char* kIndices =
    "([[maybe_unused]] const uint3& threadIdx, [[maybe_unused]] const uint3& blockIdx, "
    "[[maybe_unused]] const dim3& blockDim, [[maybe_unused]] const dim3& gridDim";
constexpr const char* kInlined = " __attribute__((always_inline)) ";

}  // namespace musasim::mcc
