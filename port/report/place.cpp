// Counting lines.
#include "torchada/port/place.h"

#include "torchada/port/report.h"

namespace torchada::port {

namespace {

constexpr std::size_t kLongestLine = 160;

}  // namespace

LineColumn Places::at(std::size_t offset) {
  // Not beyond the offset: a line may be as long as the file.
  const std::string_view before = text_.substr(0, offset);
  while (true) {
    const std::size_t newline = before.find('\n', at_);
    if (newline == std::string_view::npos) break;
    at_ = line_begin_ = newline + 1;
    ++line_;
  }
  at_ = offset;
  return {line_, offset - line_begin_ + 1};
}

std::string Places::source_line() const {
  const std::string_view line = text_.substr(line_begin_, kLongestLine);
  std::string shown(line.substr(0, line.find('\n')));
  for (char& c : shown) {
    if (c == '\t' || c == '\r') c = ' ';
  }
  shown = printable(shown);
  while (!shown.empty() && shown.back() == ' ') shown.pop_back();
  return shown;
}

}  // namespace torchada::port
