// Memory for the texts of a run, in one piece: the system gives large pages, and clears them once.
#pragma once

#include <atomic>
#include <cstddef>

namespace torchada::port {

class TextMemory {
 public:
  TextMemory() = default;
  ~TextMemory();
  TextMemory(const TextMemory&) = delete;
  TextMemory& operator=(const TextMemory&) = delete;

  // Once. Where the system has not so much, there is room for nothing.
  void reserve(std::size_t size);
  // From any thread; null where no room is left. Taken back with the whole.
  char* allocate(std::size_t size);

 private:
  char* memory_ = nullptr;
  std::size_t size_ = 0;
  std::atomic<std::size_t> used_{0};
};

}  // namespace torchada::port
