// Reading of the environment.
#include "machine/settings/settings.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "machine/settings/host_memory.h"
#include "machine/settings/inventory.h"

namespace musasim {

namespace {

constexpr const char* kBlanks = " \t\r\n";

std::string without_blanks(const std::string& text) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  return first == std::string::npos
             ? std::string()
             : text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

// Without blanks around it; empty when unset.
std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return without_blanks(value == nullptr ? "" : value);
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

// The only device whose UUID is the text, or begins with what follows "GPU-"; -1 for none or several.
int device_of_uuid(const std::string& text, const Model& model, int physical_count) {
  const bool may_be_short = text.size() > 4 && text.rfind("GPU-", 0) == 0;
  const std::string wanted = may_be_short ? text.substr(4) : text;
  int found = -1;
  for (int index = 0; index < physical_count; ++index) {
    const std::string uuid = uuid_text(device_uuid(model, index));
    if (may_be_short ? uuid.rfind(wanted, 0) == 0 : uuid == wanted) {
      if (found >= 0) return -1;
      found = index;
    }
  }
  return found;
}

// The device that an entry of a list names; -1 for none.
int named_device(const std::string& entry, const Model& model, int physical_count) {
  char* end = nullptr;
  const long index = std::strtol(entry.c_str(), &end, 10);
  if (end != entry.c_str() && *end == '\0') {
    return index < 0 || index >= physical_count ? -1 : static_cast<int>(index);
  }
  return device_of_uuid(entry, model, physical_count);
}

bool is_auto(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  return text == "auto";
}

std::size_t memory_of_a_device(const std::string& text, int devices, std::size_t model) {
  if (is_auto(text)) {
    return fitting_memory(free_host_memory(), devices, model);
  }
  return text.empty() ? model : parse_memory_size(text);
}

}  // namespace

std::array<char, 16> device_uuid(const Model& model, int physical) {
  std::array<char, 16> uuid{};
  std::memcpy(uuid.data(), "musasim", 7);
  uuid[7] = static_cast<char>(model.major * 16 + model.minor);
  uuid[15] = static_cast<char>(physical);
  return uuid;
}

std::string uuid_text(const std::array<char, 16>& uuid) {
  std::string text;
  for (std::size_t i = 0; i < uuid.size(); ++i) {
    char byte[4];
    std::snprintf(byte, sizeof byte, "%02x", static_cast<unsigned char>(uuid[i]));
    text += i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "";
    text += byte;
  }
  return text;
}

std::size_t parse_memory_size(const std::string& text) {
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  const int shift = shift_of_suffix(end);
  constexpr double kLargest = 1ull << 42;
  const double bytes = shift < 0 ? 0 : number * static_cast<double>(1ull << shift);
  if (!starts_with_digit(text) || !(bytes >= 1 && bytes <= kLargest)) {
    throw SettingsError("MUSASIM_MEMORY=" + text +
                        ": expected a size in bytes, or one like 512M or 16G, up to 4T, or auto");
  }
  return static_cast<std::size_t>(bytes);
}

std::vector<int> parse_visible_devices(const std::string& text, const Model& model,
                                       int physical_count) {
  std::vector<int> visible;
  std::size_t start = 0;
  while (start <= text.size()) {
    const std::size_t comma = std::min(text.find(',', start), text.size());
    const std::string entry = text.substr(start, comma - start);
    start = comma + 1;
    const int index = named_device(without_blanks(entry), model, physical_count);
    if (index < 0) {
      break;
    }
    if (std::find(visible.begin(), visible.end(), index) != visible.end()) {
      return {};
    }
    visible.push_back(index);
  }
  return visible;
}

Inventory read_inventory() {
  Inventory inventory{};
  const std::string model = variable("MUSASIM_MODEL");
  inventory.model = find_model(model.empty() ? "S4000" : model);
  if (inventory.model == nullptr) {
    throw SettingsError("MUSASIM_MODEL=" + model + ": expected one of " + known_models());
  }
  const std::string devices = variable("MUSASIM_DEVICES");
  inventory.devices = devices.empty() ? 1 : parse_device_count(devices);
  const std::string memory = variable("MUSASIM_MEMORY");
  inventory.memory = memory_of_a_device(memory, inventory.devices, inventory.model->memory);
  return inventory;
}

Settings read_settings() {
  const Inventory machine = read_inventory();
  Settings settings{machine.model, machine.memory, !variable("MUSASIM_MEMORY").empty(), {}};
  if (std::getenv("MUSA_VISIBLE_DEVICES") != nullptr) {
    settings.visible =
        parse_visible_devices(variable("MUSA_VISIBLE_DEVICES"), *machine.model, machine.devices);
  } else {
    for (int index = 0; index < machine.devices; ++index) {
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
