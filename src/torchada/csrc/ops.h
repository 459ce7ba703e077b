// What operator overrides are written with; docs/custom_musa_ops.md is the guide.
//
// An override is registered for PrivateUse1, the dispatch key of MUSA:
//
//   TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
//     if (torchada::is_override_enabled("abs")) m.impl("abs", torchada::abs_impl);
//   }
#pragma once

#include <ATen/ATen.h>
#include <ATen/Dispatch.h>
#include <torch/library.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace torchada {

// True for 1, on, true and yes.
inline bool is_on(const std::string& variable) {
  const char* const text = std::getenv(variable.c_str());
  std::string value(text == nullptr ? "" : text);
  std::transform(value.begin(), value.end(), value.begin(),
                 [](unsigned char letter) { return std::tolower(letter); });
  return value == "1" || value == "on" || value == "true" || value == "yes";
}

// The operators that are overridden in this process.
inline std::vector<std::string>& registered_ops() {
  static std::vector<std::string> names;
  return names;
}

// To be asked when an override is registered: false under TORCHADA_DISABLE_OP_OVERRIDE_<op_name>=1.
inline bool is_override_enabled(const char* op_name) {
  if (is_on(std::string("TORCHADA_DISABLE_OP_OVERRIDE_") + op_name)) return false;
  registered_ops().emplace_back(op_name);
  return true;
}

// A line on stdout under TORCHADA_DEBUG_CPP_OPS=1.
inline void log_op_call(const char* op_name) {
  static const bool is_wanted = is_on("TORCHADA_DEBUG_CPP_OPS");
  if (!is_wanted) return;
  std::printf("[torchada] %s called\n", op_name);
  std::fflush(stdout);
}

}  // namespace torchada
