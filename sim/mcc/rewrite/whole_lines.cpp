// Counts lines as the markers say, so as to know what goes on.
#include "mcc/rewrite/whole_lines.h"

#include <charconv>

namespace musasim::mcc {

namespace {

// The origin of a line: # NUMBER "FILE" FLAGS. Of the flags, 3 tells a system header.
struct Marker {
  int number = 0;  // 0: no marker
  std::string_view file;
  bool is_system = false;

  bool has_place_of(const Marker& other) const {
    return number != 0 && number == other.number && file == other.file &&
           is_system == other.is_system;
  }
};

Marker read_marker(std::string_view line) {
  Marker marker;
  if (line.substr(0, 2) != "# ") return marker;
  std::from_chars(line.data() + 2, line.data() + line.size(), marker.number);
  const std::size_t open = line.find('"');
  const std::size_t close = line.rfind('"');
  if (open == std::string_view::npos || close == open) return Marker();
  marker.file = line.substr(open, close - open);
  marker.is_system = line.substr(close).find('3') != std::string_view::npos;
  return marker;
}

bool is_definition(std::string_view line) {
  return line.substr(0, 8) == "#define " || line.substr(0, 7) == "#undef ";
}

class Lines {
 public:
  explicit Lines(std::string_view text) : rest_(text) {}

  // The next line with its newline; empty at the end.
  std::string_view next() { return take(&rest_); }

  // Passes over definitions and the marker behind them, if that says the same place. Where it says
  // another one, it would be there without them, too.
  bool pass_definitions(const Marker& place) {
    std::string_view rest = rest_;
    std::string_view line = take(&rest);
    if (!is_definition(line)) return false;
    while (is_definition(line)) line = take(&rest);
    if (!read_marker(line).has_place_of(place)) return false;
    rest_ = rest;
    return true;
  }

 private:
  static std::string_view take(std::string_view* rest) {
    const std::size_t newline = rest->find('\n');
    const std::size_t size = newline == std::string_view::npos ? rest->size() : newline + 1;
    const std::string_view line = rest->substr(0, size);
    rest->remove_prefix(size);
    return line;
  }

  std::string_view rest_;
};

}  // namespace

std::string whole_lines(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  Lines lines(text);
  Marker place;
  place.number = 1;
  for (std::string_view line = lines.next(); !line.empty(); line = lines.next()) {
    result.append(line);
    if (is_definition(line)) continue;  // a marker is behind it
    const Marker marker = read_marker(line);
    if (marker.number != 0) {
      place = marker;
    } else if (line[0] != '#' && lines.pass_definitions(place)) {  // a pragma ends with its line
      result.pop_back();                                           // the newline
    } else {
      ++place.number;
    }
  }
  return result;
}

}  // namespace musasim::mcc
