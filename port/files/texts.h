// Texts that the engine copies as they are.
#pragma once

#include <string_view>

namespace torchada::port {

constexpr char kWideText[] = "the file is UTF-16 or UTF-32 text; it was copied and not translated";

bool is_utf16(std::string_view text);

}  // namespace torchada::port
