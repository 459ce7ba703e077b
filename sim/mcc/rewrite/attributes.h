// Attributes of the real compiler that the host's has not.
#pragma once

#include <string>

#include "mcc/rewrite/rewrite.h"

namespace musasim::mcc {

// The text without those that say nothing here (address spaces, hints), and with vectors that the host's
// compiler knows. Errors are added to the result, and what of vectors only clang knows.
std::string with_known_attributes(std::string text, const RewriteOptions& options,
                                  Rewritten* result);

}  // namespace musasim::mcc
