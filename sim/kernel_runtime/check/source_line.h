// The place of a return address in the source.
#pragma once

#include <string>

namespace musasim::device::check {

// "file.mu:12", or the place in the program where that cannot be told.
std::string source_line(const void* return_address);
// The same, but nothing where it cannot be told.
std::string known_source_line(const void* return_address);

}  // namespace musasim::device::check
