// Errors in words: the text behind mcclGetLastError, and MCCL_DEBUG=WARN on stderr.
#pragma once

#include <string>

#include "machine/export.h"
#include "mccl.h"

namespace musasim::collective {

// Keeps the text as the process' last error, prints it if MCCL_DEBUG asks for it, returns `code`.
MUSASIM_API mcclResult_t fail(mcclResult_t code, const std::string& text);

// fail() for an error of the machine: mcclUnhandledMusaError.
MUSASIM_API mcclResult_t fail_musa(musaError_t error, const char* doing);

// The last text; stays valid in the calling thread until its next call.
MUSASIM_API const char* last_error() noexcept;

}  // namespace musasim::collective
