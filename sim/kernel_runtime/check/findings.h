// The findings of one launch, by all its carriers. Each kind is told once for each place of the program;
// how often it was there is told when the grid has ended. What ends the kernel is told once.
#pragma once

#include <map>
#include <mutex>
#include <string>
#include <utility>

#include "kernel_runtime/check/finding.h"

namespace musasim::device::check {

class Findings {
 public:
  explicit Findings(std::string kernel) : kernel_(std::move(kernel)) {}
  ~Findings();
  Findings(const Findings&) = delete;
  Findings& operator=(const Findings&) = delete;

  // Counts it. Whether it is to be told, by report(). `caller`: nullptr for what ends the kernel.
  bool is_new(const std::string& kind, const void* caller);
  void report(const Finding& finding);

 private:
  using Key = std::pair<std::string, const void*>;
  struct Found {
    unsigned long long count = 0;
    std::string line;    // of the source
    std::string record;  // a JSON object without its end
  };

  const std::string kernel_;
  std::mutex mutex_;
  std::map<Key, Found> found_;
};

}  // namespace musasim::device::check
