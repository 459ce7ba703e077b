// The core's one log: stderr, only with TORCHADA_LOG=debug.
#pragma once

#include <string>

namespace torchada {

void log_debug(const std::string& text);

}  // namespace torchada
