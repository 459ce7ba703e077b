// Names of kernels from names of types that are local to them.
#include <algorithm>
#include <string>

#include "musasim/device/kernel.h"

namespace musasim::device {

namespace {

// A name without parameters is that of a function with C linkage: 6kernel.
bool is_plain(const std::string& encoding) {
  std::size_t digits = 0;
  std::size_t length = 0;
  while (digits < encoding.size() && encoding[digits] >= '0' && encoding[digits] <= '9') {
    length = length * 10 + static_cast<std::size_t>(encoding[digits++] - '0');
  }
  return digits != 0 && digits + length == encoding.size();
}

// The end of the function: behind it is E, and the lambda. npos: it is none that is local to a function.
std::size_t end_of_function(const std::string& name) {
  const std::size_t unnamed = name.rfind("EUl");
  if (unnamed != std::string::npos) {
    return unnamed;
  }
  const std::size_t numbered = name.rfind("$_");
  if (numbered == std::string::npos) {
    return std::string::npos;
  }
  return name.find_last_not_of("0123456789", numbered - 1);  // E3$_0
}

// g++: const char* naming_of() [with Local = kernel(int)::<lambda()>]
// clang: const char *naming_of() [Local = (lambda at kernels.mu:3:5)]
std::string function_in_text(const std::string& text) {
  static const std::string kBefore = "Local = ";
  const std::size_t found = text.find(kBefore);
  if (found == std::string::npos) {
    return text;
  }
  const std::size_t begin = found + kBefore.size();
  const std::size_t end = std::min(text.rfind("::<lambda"), text.rfind(']'));
  return text.substr(begin, end - begin);
}

}  // namespace

// The type is Z <function> E Ul <what the lambda takes> E _, where the last part cannot hold another "EUl"; with
// clang it may be Z <function> E <length of the name> $_ <number>.
std::string function_of_local(const char* type) {
  const std::string name = type;
  const std::size_t end = end_of_function(name);
  if (name.empty() || name[0] != 'Z' || end == std::string::npos) {
    return function_in_text(name);
  }
  const std::string encoding = name.substr(1, end - 1);
  if (is_plain(encoding)) {
    return encoding.substr(encoding.find_first_not_of("0123456789"));
  }
  return "_Z" + encoding;
}

}  // namespace musasim::device
