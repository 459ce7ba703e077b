// A kernel that takes its time.
#pragma once

#include <cstdint>

namespace musasim {

// Puts a kernel on the current stream that lasts so many cycles, of a nanosecond each.
void launch_sleep(std::int64_t cycles);

}  // namespace musasim
