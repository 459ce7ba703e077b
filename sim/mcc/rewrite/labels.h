// Labels of a function whose body stands there twice.
#pragma once

#include <string>

namespace musasim::mcc {

// The body, with other names for the labels that it jumps to.
std::string with_other_labels(std::string body);

}  // namespace musasim::mcc
