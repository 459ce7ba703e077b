// Texts that the engine copies as they are.
#pragma once

#include <string_view>

namespace torchada::port {

constexpr char kWideText[] = "UTF-16 text is copied as it is";

bool is_utf16(std::string_view text);

}  // namespace torchada::port
