// What is said when a kernel's thread needs more stack than it has.
#pragma once

#include <cstddef>

namespace musasim::device {

// The closed page of a stack, for as long as it exists.
void add_guard(const char* page, std::size_t bytes);
void remove_guard(const char* page);

// Signals of the calling thread get a stack of their own, and an access to a closed page ends the process
// with a message.
void watch_for_overflow();

}  // namespace musasim::device
