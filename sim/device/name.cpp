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

}  // namespace

// The type is Z <function> E Ul <what the lambda takes> E _, where the last part cannot hold another "EUl".
std::string function_of_local(const char* type) {
  const std::string name = type;
  const std::size_t end = name.rfind("EUl");
  if (name.empty() || name[0] != 'Z' || end == std::string::npos) {
    return name;
  }
  const std::string encoding = name.substr(1, end - 1);
  if (is_plain(encoding)) {
    return encoding.substr(encoding.find_first_not_of("0123456789"));
  }
  return "_Z" + encoding;
}

}  // namespace musasim::device
