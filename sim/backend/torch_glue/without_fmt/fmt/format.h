// The part of the fmt library that Kineto's headers use, for a torch that ships the former without the latter
// (2.7.1): "{}" in a text stands for the next argument.
#pragma once

#include <sstream>
#include <string>
#include <string_view>

namespace fmt {

namespace detail {

inline void write(std::ostream& out, std::string_view text) { out << text; }

template <class First, class... Rest>
void write(std::ostream& out, std::string_view text, const First& first, const Rest&... rest) {
  const std::size_t hole = text.find("{}");
  if (hole == std::string_view::npos) {
    out << text;
    return;
  }
  out << text.substr(0, hole) << first;
  write(out, text.substr(hole + 2), rest...);
}

}  // namespace detail

template <class... Arguments>
std::string format(std::string_view text, const Arguments&... arguments) {
  std::ostringstream out;
  detail::write(out, text, arguments...);
  return out.str();
}

}  // namespace fmt
