// The logs of calls that the libraries' logger functions turn on, one a library.
#pragma once

#include <cstdio>

#include "machine/export.h"

namespace musasim {

// The libraries' callbacks have different signatures: each library casts its own back and calls it.
using LogCallback = void (*)();

// `library` names the log, "mublas" for example.
MUSASIM_API bool logging(const char* library) noexcept;
// Writes a line to where the log goes; to standard output if nobody said where.
MUSASIM_API void write_log(const char* library, const char* message) noexcept;
MUSASIM_API LogCallback log_callback(const char* library) noexcept;

MUSASIM_API void set_logging(const char* library, bool on) noexcept;
MUSASIM_API void set_log_callback(const char* library, LogCallback callback) noexcept;
MUSASIM_API void set_log_streams(const char* library, bool to_stdout, bool to_stderr) noexcept;
// The caller's file.
MUSASIM_API void set_log_file(const char* library, std::FILE* file) noexcept;
// Lines are added to the file of that name; null closes it. False when it cannot be opened, and then
// nothing has changed.
MUSASIM_API bool open_log_file(const char* library, const char* name) noexcept;
// Off until the process ends.
MUSASIM_API void disable_log(const char* library) noexcept;

}  // namespace musasim
