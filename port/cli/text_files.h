// Files that the command line names; - is standard input or output. Each: false, and errno.
#pragma once

#include <string>

namespace torchada::port {

bool read_text(const std::string& path, std::string* text);
bool write_text(const std::string& path, const std::string& text);
// Nothing, or all of it; pipes and devices are written to, never replaced.
bool write_whole(const std::string& path, const std::string& text);

}  // namespace torchada::port
