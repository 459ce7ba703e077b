// The text of torchada/ptx.h, which the translation calls, in one file with all that it includes.
#pragma once

#include <string_view>

namespace torchada::ptx {

std::string_view header();

}  // namespace torchada::ptx
