// Findings: what the user should know or do, with the place in the source.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace torchada::port {

enum class Severity : std::uint8_t { note, warning };

enum class Code : std::uint8_t {
#define CODE(identifier, spelling, severity, title, why, help) identifier,
#include "torchada/port/codes.def"
#undef CODE
  count,
};

struct CodeText {
  std::string_view spelling;
  Severity severity;
  std::string_view title;
  std::string_view why;
  std::string_view help;
};

const CodeText& text(Code code);

struct Finding {
  Code code = Code::unknown_name;
  Severity severity = Severity::warning;
  std::size_t begin = 0;
  std::size_t length = 0;
  std::string name;     // the name it is about, where there is one
  std::string message;  // what was found
  std::string help;     // empty: the code's
};

}  // namespace torchada::port
