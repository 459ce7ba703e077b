// Stacks for the threads of kernels.
#pragma once

#include <cstddef>

namespace musasim::device {

// Memory is taken when it is touched. A page below it is closed, so that a kernel that needs more ends the
// process there and then instead of overwriting other memory; when the process holds very many stacks,
// further ones have no such page (a process can have 65530 mappings).
class Stack {
 public:
  explicit Stack(std::size_t bytes);
  ~Stack();
  Stack(const Stack&) = delete;
  Stack& operator=(const Stack&) = delete;

  char* top() const noexcept { return map_ + size_; }
  // Without the closed page.
  std::size_t bytes() const noexcept;
  bool holds(const void* address) const noexcept {
    return static_cast<std::size_t>(static_cast<const char*>(address) - map_) < size_;
  }
  // In the closed page.
  bool is_beyond(const void* address) const noexcept;

 private:
  char* map_ = nullptr;
  std::size_t size_;
  bool guarded_ = false;
};

}  // namespace musasim::device
