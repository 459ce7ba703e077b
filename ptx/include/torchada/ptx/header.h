// The text of torchada/ptx.h, which the translation calls, in one file with all that it includes.
#pragma once

#include <string_view>

namespace torchada::ptx {

std::string_view header();

// True for a text that begins as header() does: that of a port, of whatever version.
inline bool is_header(std::string_view text) {
  const std::string_view title = header().substr(0, header().find('\n') + 1);
  return text.substr(0, title.size()) == title;
}

}  // namespace torchada::ptx
