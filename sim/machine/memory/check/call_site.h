// The place that a public function was called from, for reports.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace musasim::check {

struct CallSite {
  static constexpr int kFrames = 4;
  const char* function = "";   // "" outside of a public function
  std::uint64_t number = 0;    // 0: the function is the name of a cache
  void* frames[kFrames] = {};  // return addresses in the user's code, innermost first
  int count = 0;
};

// The calling thread's present call.
std::shared_ptr<const CallSite> here();

}  // namespace musasim::check
