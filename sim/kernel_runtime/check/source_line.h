// The place of a return address in the source.
#pragma once

#include <string>

namespace musasim::device::check {

struct SourcePlace {
  std::string function;
  std::string line;  // "file.mu:12"; nothing where it cannot be told
};
SourcePlace source_place(const void* return_address);
// Whether the first one is on a later line of the same function.
bool is_behind(const SourcePlace& place, const SourcePlace& other);

// "file.mu:12", or the place in the program where that cannot be told.
std::string source_line(const void* return_address);
// The same, but nothing where it cannot be told.
std::string known_source_line(const void* return_address);

}  // namespace musasim::device::check
