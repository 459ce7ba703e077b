// Tells ThreadSanitizer when a thread goes on on another stack. Nothing in other builds.
#pragma once

#if defined(__SANITIZE_THREAD__)
#include <sanitizer/tsan_interface.h>
#endif

namespace musasim::device::sanitizer {

#if defined(__SANITIZE_THREAD__)
inline void* current_stack() { return __tsan_get_current_fiber(); }
// A function of its own would end on another stack than it began on, which new ones do not survive.
[[gnu::always_inline]] inline void go_to(void* stack) { __tsan_switch_to_fiber(stack, 0); }
inline void forget_stack(void* stack) {
  if (stack != nullptr) {
    __tsan_destroy_fiber(stack);
  }
}
inline void* new_stack() { return __tsan_create_fiber(0); }
#else
inline void* current_stack() { return nullptr; }
inline void go_to(void*) {}
inline void forget_stack(void*) {}
inline void* new_stack() { return nullptr; }
#endif

}  // namespace musasim::device::sanitizer
