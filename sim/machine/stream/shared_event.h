// The part of an interprocess event that processes share: which recordings were begun, by whom, and
// which are done.
#pragma once

#include <cstdint>
#include <memory>

#include "driver_types.h"

namespace musasim {

class SharedEvent {
 public:
  // Throws std::bad_alloc when there is no shared memory.
  static std::shared_ptr<SharedEvent> create();
  // Empty, with `error` set, when the handle names nothing that is alive.
  static std::shared_ptr<SharedEvent> open(const musaIpcEventHandle_t& handle, musaError_t* error);
  ~SharedEvent();
  SharedEvent(const SharedEvent&) = delete;
  SharedEvent& operator=(const SharedEvent&) = delete;

  musaIpcEventHandle_t handle() const noexcept;

  // The number of a new recording by this process.
  std::uint64_t begin() noexcept;
  void finish(std::uint64_t number) noexcept;
  std::uint64_t latest() const noexcept;  // 0: never recorded
  bool done(std::uint64_t number) const noexcept;
  // Blocks. musaErrorExternalDevice when the process that should finish it is gone.
  musaError_t wait(std::uint64_t number) const noexcept;
  // Its process has ended without finishing it.
  bool abandoned(std::uint64_t number) const noexcept;

 private:
  struct Block;
  SharedEvent(Block* block, int file) noexcept : block_(block), file_(file) {}

  Block* const block_;
  const int file_;  // -1 where it was opened
};

}  // namespace musasim
