// Fibers, on which the threads of a block run, and lists of them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "kernel_runtime/context_switch.h"
#include "kernel_runtime/sanitizer.h"
#include "kernel_runtime/stack.h"
#include "musasim/device/sync.h"
#include "vector_types.h"

namespace musasim::device {

struct Fiber {
  StackPointer context = nullptr;  // where it was left
  Fiber* next = nullptr;           // in the one list that it may be in
  void* known_stack = nullptr;     // as a sanitizer knows it
  uint3 index{};                   // of the thread that runs on it
  unsigned rank = 0;
  Lanes met{};                        // with whom its last operation of the warp was
  const void* last_access = nullptr;  // to memory: where, in kernels that are checked
  // Where the kernel called its last barrier or operation of a warp.
  const void* place = nullptr;
  // The library runs on it, and not the kernel.
  bool in_library = true;
  // It stands at any place of the kernel, not where the thread waits.
  bool interrupted = false;

  // Notes the state of the processor's registers in which the thread was interrupted. True where it was noted before,
  // not long ago: the thread goes through a loop that changes nothing.
  bool was_seen(std::uint64_t state) noexcept {
    const bool seen = std::find(states_.begin(), states_.end(), state) != states_.end();
    if (!seen) {
      states_[next_state_++ % states_.size()] = state;
    }
    return seen;
  }

  Fiber(std::size_t bytes, std::size_t number)
      : stack_(bytes + kPage), colour_(number * kColour % kPage) {}
  ~Fiber() { sanitizer::forget_stack(known_stack); }
  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;
  // Stacks begin at different places of their pages, so that they do not all compete for the same lines
  // of the cache.
  void* top() const noexcept { return stack_.top() - colour_; }
  const Stack& stack() const noexcept { return stack_; }
  std::size_t bytes() const noexcept { return stack_.bytes() - kPage; }
  // Bytes that the calling function and those that called it have on the stack; 0: they are on another one.
  std::size_t depth() const noexcept {
    const auto* const here = static_cast<const char*>(__builtin_frame_address(0));
    return stack_.holds(here) ? static_cast<std::size_t>(static_cast<const char*>(top()) - here)
                              : 0;
  }

 private:
  static constexpr std::size_t kPage = 4096;
  static constexpr std::size_t kColour = 5 * 64;

  Stack stack_;
  std::size_t colour_;
  std::array<std::uint64_t, 16> states_{};
  unsigned next_state_ = 0;
};

// First in, first out.
class FiberList {
 public:
  bool empty() const noexcept { return first_ == nullptr; }

  void push(Fiber* fiber) noexcept {
    fiber->next = nullptr;
    *end_ = fiber;
    end_ = &fiber->next;
  }

  // nullptr: there is none.
  Fiber* pop() noexcept {
    Fiber* const fiber = first_;
    if (fiber != nullptr) {
      first_ = fiber->next;
      if (first_ == nullptr) {
        end_ = &first_;
      }
    }
    return fiber;
  }

  // All of the other list, which is empty then.
  void append(FiberList& other) noexcept {
    if (!other.empty()) {
      *end_ = other.first_;
      end_ = other.end_;
      other.clear();
    }
  }

  template <class Visit>
  void for_each(Visit visit) const {
    for (const Fiber* fiber = first_; fiber != nullptr; fiber = fiber->next) {
      visit(*fiber);
    }
  }

  void clear() noexcept {
    first_ = nullptr;
    end_ = &first_;
  }

  FiberList() = default;
  FiberList(const FiberList&) = delete;
  FiberList& operator=(const FiberList&) = delete;

 private:
  Fiber* first_ = nullptr;
  Fiber** end_ = &first_;
};

}  // namespace musasim::device
