// Counts what was found in a launch.
#include "kernel_runtime/check/findings.h"

#include <unistd.h>

#include <cstdio>

#include "kernel_runtime/check/source_line.h"

namespace musasim::device::check {

bool Findings::is_new(const char* kind, const void* caller) {
  const std::lock_guard<std::mutex> lock(mutex_);
  return ++counts_[{kind, caller}] == 1;
}

Findings::~Findings() {
  for (const auto& [key, count] : counts_) {
    if (count > 1 && key.second != nullptr) {
      std::fprintf(stderr, "==%d== musasim: %s at %s in kernel %s: %llu times in this launch\n",
                   static_cast<int>(getpid()), key.first.c_str(), source_line(key.second).c_str(),
                   kernel_.c_str(), count);
    }
  }
}

}  // namespace musasim::device::check
