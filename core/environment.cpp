// The core's environment variables, read as the Python side reads them.
#include "environment.h"

#include <cctype>
#include <cstdlib>

namespace torchada {

std::string environment_value(const char* variable) {
  const char* text = std::getenv(variable);
  std::string value = text == nullptr ? "" : text;
  const auto first = value.find_first_not_of(" \t\n");
  if (first == std::string::npos) return {};
  value = value.substr(first, value.find_last_not_of(" \t\n") - first + 1);
  for (char& letter : value) {
    letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  }
  return value;
}

bool is_switched_off(const char* variable) {
  const std::string value = environment_value(variable);
  return value == "off" || value == "0" || value == "false" || value == "no";
}

}  // namespace torchada
