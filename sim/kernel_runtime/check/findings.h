// The findings of one launch, by all its carriers. Each kind is told once for each place of the program;
// how often it was there is told when the grid has ended. What ends the kernel has no place: it is told once.
#pragma once

#include <map>
#include <mutex>
#include <string>
#include <utility>

namespace musasim::device::check {

class Findings {
 public:
  explicit Findings(std::string kernel) : kernel_(std::move(kernel)) {}
  ~Findings();
  Findings(const Findings&) = delete;
  Findings& operator=(const Findings&) = delete;

  const std::string& kernel() const noexcept { return kernel_; }
  // Whether it is to be told. `caller`: a return address in the kernel, or nullptr.
  bool is_new(const char* kind, const void* caller);

 private:
  using Key = std::pair<std::string, const void*>;

  const std::string kernel_;
  std::mutex mutex_;
  std::map<Key, unsigned long long> counts_;
};

}  // namespace musasim::device::check
