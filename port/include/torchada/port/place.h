// From offsets to lines and columns, and the source line with its carets.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace torchada::port {

struct LineColumn {
  std::size_t line = 1;
  std::size_t column = 1;  // in bytes
};

// Takes offsets that only grow, so that the text is read once.
class Places {
 public:
  explicit Places(std::string_view text) : text_(text) {}

  LineColumn at(std::size_t offset);
  // The line that the last offset is in, cut where it is long; control bytes become `?`.
  std::string source_line() const;

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t line_begin_ = 0;
  std::size_t line_ = 1;
};

}  // namespace torchada::port
