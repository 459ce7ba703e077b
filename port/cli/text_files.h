// Whole texts from and to files, pipes and devices.
#pragma once

#include <string>

namespace torchada::port {

// `-` is standard input. False, and errno.
bool read_text(const std::string& path, std::string* text);

// Nothing, or all of it; `-` is standard output, and pipes and devices are written to, never replaced.
// False, and errno.
bool write_text(const std::string& path, const std::string& text);

}  // namespace torchada::port
