// Names of kernels from names of types that are local to them.
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

// g++: const char* naming_of() [with Local = kernel(int)::<lambda()>; auto function = kernel]
// clang: const char *naming_of() [Local = (lambda at kernels.mu:3:5), function = &kernel]
std::string function_in_text(const std::string& text) {
  const auto between = [&text](const std::string& before, const std::string& behind) {
    const std::size_t found = text.find(before);
    const std::size_t end = text.rfind(behind);
    if (found == std::string::npos || end == std::string::npos) return std::string();
    const std::size_t begin = found + before.size();
    return text.substr(begin, end - begin);
  };
  for (const std::string& name :
       {between("Local = ", "::<lambda"), between("function = &", "]"), between("Local = ", "]")}) {
    if (!name.empty()) return name;
  }
  return text;
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
