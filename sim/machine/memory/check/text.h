// Text of a report in a buffer of fixed size: also used where no memory can be had.
#pragma once

#include <cstdarg>
#include <cstddef>
#include <cstdio>

namespace musasim::check {

class Text {
 public:
  __attribute__((format(printf, 2, 3))) void add(const char* format, ...) noexcept {
    va_list arguments;
    va_start(arguments, format);
    add_list(format, arguments);
    va_end(arguments);
  }
  void add_list(const char* format, va_list arguments) noexcept {
    const std::size_t room = sizeof text_ - length_;
    const int written = std::vsnprintf(text_ + length_, room, format, arguments);
    if (written > 0) {
      length_ +=
          static_cast<std::size_t>(written) < room ? static_cast<std::size_t>(written) : room - 1;
    }
  }
  const char* data() const noexcept { return text_; }
  std::size_t length() const noexcept { return length_; }

 private:
  char text_[3072] = {};
  std::size_t length_ = 0;
};

}  // namespace musasim::check
