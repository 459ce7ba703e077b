// Attributes of the real compiler that the host's has not.
#pragma once

#include <string>
#include <vector>

namespace musasim::mcc {

// The text without those that say nothing here (address spaces, hints), and with vectors that the host's
// compiler knows. Errors are added to the list.
std::string with_known_attributes(std::string text, bool clang, std::vector<std::string>* errors);

}  // namespace musasim::mcc
