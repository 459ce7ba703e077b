// The special registers of PTX.
#pragma once

#include <string_view>

namespace torchada::ptx {

bool is_special_register(std::string_view name);
// The C++ that reads it, without the namespace of the functions; empty for one that MUSA has not.
std::string_view special_register(std::string_view name);

}  // namespace torchada::ptx
