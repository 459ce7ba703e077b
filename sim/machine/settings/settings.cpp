// Reading of the environment.
#include "machine/settings/settings.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>

namespace musasim {

namespace {

constexpr const char* kBlanks = " \t\r\n";

// Without blanks around it; empty when unset.
std::string variable(const char* name) {
  const char* value = std::getenv(name);
  const std::string text = value == nullptr ? "" : value;
  const std::size_t first = text.find_first_not_of(kBlanks);
  return first == std::string::npos
             ? std::string()
             : text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

bool starts_with_digit(const std::string& text) {
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text.front())) != 0;
}

int parse_device_count(const std::string& text) {
  char* end = nullptr;
  const long count = std::strtol(text.c_str(), &end, 10);
  if (!starts_with_digit(text) || *end != '\0' || count > kMaxDevices) {
    throw SettingsError("MUSASIM_DEVICES=" + text + ": expected a number from 0 to " +
                        std::to_string(kMaxDevices));
  }
  return static_cast<int>(count);
}

int shift_of_suffix(std::string suffix) {
  std::transform(suffix.begin(), suffix.end(), suffix.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  if (suffix.size() > 1 && suffix.back() == 'b') {
    suffix.pop_back();
    if (suffix.size() > 1 && suffix.back() == 'i') {
      suffix.pop_back();
    }
  }
  const std::string units = "bkmgt";
  const std::size_t unit = suffix.empty() ? 0 : units.find(suffix);
  return suffix.size() > 1 || unit == std::string::npos ? -1 : static_cast<int>(unit) * 10;
}

}  // namespace

std::size_t parse_memory_size(const std::string& text) {
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  const int shift = shift_of_suffix(end);
  constexpr double kLargest = 1ull << 42;
  const double bytes = shift < 0 ? 0 : number * static_cast<double>(1ull << shift);
  if (!starts_with_digit(text) || !(bytes >= 1 && bytes <= kLargest)) {
    throw SettingsError("MUSASIM_MEMORY=" + text +
                        ": expected a size in bytes, or one like 512M or 16G, up to 4T");
  }
  return static_cast<std::size_t>(bytes);
}

std::vector<int> parse_visible_devices(const std::string& text, int physical_count) {
  std::vector<int> visible;
  std::size_t start = 0;
  while (start <= text.size()) {
    const std::size_t comma = std::min(text.find(',', start), text.size());
    const std::string entry = text.substr(start, comma - start);
    start = comma + 1;
    char* end = nullptr;
    const long index = std::strtol(entry.c_str(), &end, 10);
    while (*end == ' ') {
      ++end;
    }
    if (end == entry.c_str() || *end != '\0' || index < 0 || index >= physical_count) {
      break;
    }
    if (std::find(visible.begin(), visible.end(), index) != visible.end()) {
      return {};
    }
    visible.push_back(static_cast<int>(index));
  }
  return visible;
}

Settings read_settings() {
  Settings settings{};
  const std::string model = variable("MUSASIM_MODEL");
  settings.model = find_model(model.empty() ? "S4000" : model);
  if (settings.model == nullptr) {
    throw SettingsError("MUSASIM_MODEL=" + model + ": expected one of " + known_models());
  }
  const std::string memory = variable("MUSASIM_MEMORY");
  settings.memory = memory.empty() ? settings.model->memory : parse_memory_size(memory);
  const std::string devices = variable("MUSASIM_DEVICES");
  const int count = devices.empty() ? 1 : parse_device_count(devices);
  if (std::getenv("MUSA_VISIBLE_DEVICES") != nullptr) {
    settings.visible = parse_visible_devices(variable("MUSA_VISIBLE_DEVICES"), count);
  } else {
    for (int index = 0; index < count; ++index) {
      settings.visible.push_back(index);
    }
  }
  return settings;
}

bool launch_blocking() {
  static const bool blocking = variable("MUSA_LAUNCH_BLOCKING") == "1";
  return blocking;
}

}  // namespace musasim
