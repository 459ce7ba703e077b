// Counts lines as the markers say, so as to know what goes on.
#include "mcc/rewrite/whole_lines.h"

#include <algorithm>
#include <charconv>

namespace musasim::mcc {

namespace {

class Lines {
 public:
  explicit Lines(std::string_view text) : rest_(text) {}

  // With its newline; empty at the end.
  std::string_view next() {
    const std::string_view line = peek(rest_);
    rest_.remove_prefix(line.size());
    return line;
  }

  // Passes over definitions and the marker behind them, if that says `number`.
  bool pass_definitions(int number) {
    std::string_view rest = rest_;
    std::string_view line = peek(rest);
    if (!is_definition(line)) return false;
    for (; is_definition(line); line = peek(rest)) rest.remove_prefix(line.size());
    if (marked(line) != number) return false;
    rest.remove_prefix(line.size());
    rest_ = rest;
    return true;
  }

  static bool is_definition(std::string_view line) {
    return line.substr(0, 8) == "#define " || line.substr(0, 7) == "#undef ";
  }

  // The number of a line marker; 0 for another line.
  static int marked(std::string_view line) {
    int number = 0;
    if (line.substr(0, 2) == "# ")
      std::from_chars(line.data() + 2, line.data() + line.size(), number);
    return number;
  }

 private:
  static std::string_view peek(std::string_view rest) {
    const std::size_t newline = rest.find('\n');
    return rest.substr(0, newline == std::string_view::npos ? newline : newline + 1);
  }
  std::string_view rest_;
};

}  // namespace

std::string whole_lines(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  Lines lines(text);
  int number = 1;
  for (std::string_view line = lines.next(); !line.empty(); line = lines.next()) {
    result.append(line);
    const int marked = Lines::marked(line);
    if (marked != 0) {
      number = marked;
    } else if (Lines::is_definition(line)) {
      continue;  // a marker is behind it
    } else if (lines.pass_definitions(number)) {
      result.pop_back();  // the newline
    } else {
      ++number;
    }
  }
  return result;
}

}  // namespace musasim::mcc
