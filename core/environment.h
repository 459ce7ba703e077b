// The core's environment variables, read as the Python side reads them.
#pragma once

#include <string>

namespace torchada {

// The variable's value in lower case without spaces around it; empty when unset.
std::string environment_value(const char* variable);

// True for off, 0, false and no.
bool is_switched_off(const char* variable);

}  // namespace torchada
