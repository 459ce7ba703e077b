// Names and texts of the status codes.
#pragma once

#include "machine/export.h"

namespace musasim {

// "musaErrorInvalidValue"; nullptr for a number that is no status code.
MUSASIM_API const char* error_name(int code) noexcept;
// "invalid argument"; nullptr likewise.
MUSASIM_API const char* error_text(int code) noexcept;

}  // namespace musasim
