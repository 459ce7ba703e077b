// Names that make a function wait, and names of what other threads may change.
#pragma once

#include <string_view>

namespace musasim::mcc {

bool waits(std::string_view word);
bool sees_other_threads(std::string_view word);

}  // namespace musasim::mcc
