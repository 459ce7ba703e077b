// The special registers of PTX, and the types of those that are declared.
#pragma once

#include <string_view>

namespace torchada::ptx {

bool is_special_register(std::string_view name);
// The C++ that reads it, without the namespace of the functions; empty for one that MUSA has not.
std::string_view special_register(std::string_view name);

// The type in C++ of a register that is declared with a type of PTX; empty where it is none.
std::string_view type_of_register(std::string_view type);

}  // namespace torchada::ptx
