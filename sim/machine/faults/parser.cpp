// The grammar of MUSASIM_FAULTS (include/musasim/faults.h has it for people).
#include <array>
#include <cctype>
#include <cstdlib>
#include <set>
#include <utility>

#include "machine/faults/rule.h"
#include "machine/settings/settings.h"

namespace musasim::faults {

namespace {

struct NamedKind {
  const char* name;
  Kind kind;
  const char* keys;  // beside after and times
  musaError_t error;
};

constexpr std::array<NamedKind, 6> kKinds = {{
    {"alloc", Kind::alloc, " device above ", musaErrorMemoryAllocation},
    {"kernel", Kind::kernel, " device name error ", musaErrorIllegalAddress},
    {"copy", Kind::copy, " device direction above error delay_ms ", musaErrorECCUncorrectable},
    {"device_lost", Kind::device_lost, " device after_ms ", musaErrorDevicesUnavailable},
    {"mccl", Kind::mccl, " rank delay_ms ", musaSuccess},
    {"graph", Kind::graph, " live ", musaErrorMemoryAllocation},
}};

constexpr std::array<std::pair<const char*, musaError_t>, 7> kErrors = {{
    {"illegal_access", musaErrorIllegalAddress},
    {"misaligned", musaErrorMisalignedAddress},
    {"launch_failure", musaErrorLaunchFailure},
    {"timeout", musaErrorLaunchTimeout},
    {"assert", musaErrorAssert},
    {"ecc", musaErrorECCUncorrectable},
    {"unknown", musaErrorUnknown},
}};

constexpr std::array<std::pair<const char*, musaMemcpyKind>, 4> kDirections = {{
    {"h2h", musaMemcpyHostToHost},
    {"h2d", musaMemcpyHostToDevice},
    {"d2h", musaMemcpyDeviceToHost},
    {"d2d", musaMemcpyDeviceToDevice},
}};

std::string trimmed(const std::string& text) {
  const char* blanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(blanks);
  return first == std::string::npos ? ""
                                    : text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

// The parts of the text between the separators, trimmed.
std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::size_t start = 0;
  while (start <= text.size()) {
    const std::size_t end = std::min(text.find(separator, start), text.size());
    parts.push_back(trimmed(text.substr(start, end - start)));
    start = end + 1;
  }
  return parts;
}

template <class Table>
auto look_up(const Table& table, const std::string& key, const std::string& value) {
  std::string known;
  for (const auto& [name, meaning] : table) {
    if (value == name) {
      return meaning;
    }
    known += (known.empty() ? "" : ", ") + std::string(name);
  }
  throw RuleError(key + "=" + value + ": expected one of " + known);
}

std::uint64_t number(const std::string& key, const std::string& value) {
  char* end = nullptr;
  const unsigned long long parsed = std::strtoull(value.c_str(), &end, 10);
  const bool digit = !value.empty() && std::isdigit(static_cast<unsigned char>(value[0])) != 0;
  if (!digit || *end != '\0' || parsed > 1000000000000ull) {
    throw RuleError(key + "=" + value + ": expected a number from 0 to 1000000000000");
  }
  return parsed;
}

int small_number(const std::string& key, const std::string& value) {
  return static_cast<int>(std::min<std::uint64_t>(number(key, value), 1 << 20));
}

std::size_t bytes(const std::string& key, const std::string& value) {
  try {
    return parse_memory_size(value);
  } catch (const SettingsError&) {
    throw RuleError(key + "=" + value + ": expected a size in bytes, or one like 512M or 16G");
  }
}

void set(Rule& rule, const std::string& key, const std::string& value) {
  if (key == "device") {
    rule.device = small_number(key, value);
  } else if (key == "after") {
    rule.after = number(key, value);
  } else if (key == "times") {
    rule.times = number(key, value);
  } else if (key == "above") {
    rule.above = bytes(key, value);
  } else if (key == "live") {
    rule.live = number(key, value);
  } else if (key == "name" && !value.empty()) {
    rule.name = value;
  } else if (key == "error") {
    rule.error = look_up(kErrors, key, value);
  } else if (key == "direction") {
    rule.direction = look_up(kDirections, key, value);
  } else if (key == "delay_ms") {
    rule.delay = std::chrono::milliseconds(number(key, value));
  } else if (key == "after_ms") {
    rule.after_time = std::chrono::milliseconds(number(key, value));
  } else if (key == "rank") {
    rule.rank = small_number(key, value);
  } else {
    throw RuleError(key + "=: expected a value");
  }
}

const NamedKind& find_kind(const std::string& name) {
  std::string known;
  for (const NamedKind& kind : kKinds) {
    if (name == kind.name) {
      return kind;
    }
    known += (known.empty() ? "" : ", ") + std::string(kind.name);
  }
  throw RuleError("`" + name + "`: expected one of " + known);
}

// Whether the settings say how often the fault strikes.
bool parse_settings(Rule& rule, const NamedKind& kind, const std::string& text) {
  std::set<std::string> keys;
  for (const std::string& setting : split(text, ',')) {
    const std::size_t equals = setting.find('=');
    const std::string key = trimmed(setting.substr(0, equals));
    const std::string known = std::string(" after times") + kind.keys;
    if (key.empty() || equals == std::string::npos ||
        known.find(" " + key + " ") == std::string::npos) {
      throw RuleError("`" + setting + "`: expected KEY=VALUE; the keys of " + kind.name + " are" +
                      known.substr(0, known.size() - 1));
    }
    if (!keys.insert(key).second) {
      throw RuleError("`" + setting + "`: the key " + key + " is given twice");
    }
    set(rule, key, trimmed(setting.substr(equals + 1)));
  }
  if (keys.count("after") + keys.count("times") > 0 && keys.count("after_ms") > 0) {
    throw RuleError("`" + text + "`: give either after_ms, or after and times");
  }
  return keys.count("times") > 0;
}

}  // namespace

Rules parse_rules(const std::string& text) {
  Rules rules;
  for (const std::string& part : split(text, ';')) {
    if (part.empty()) {
      continue;
    }
    const std::size_t colon = std::min(part.find(':'), part.size());
    const NamedKind kind = find_kind(trimmed(part.substr(0, colon)));
    auto rule = std::make_unique<Rule>();
    rule->kind = kind.kind;
    rule->error = kind.error;
    const bool has_times =
        colon < part.size() && parse_settings(*rule, kind, part.substr(colon + 1));
    if (rule->delay.count() != 0) {
      rule->error = musaSuccess;  // it is slow instead
    }
    const bool breaks = rule->kind == Kind::kernel || rule->kind == Kind::copy;
    if (!has_times && breaks && rule->error != musaSuccess) {
      rule->times = 1;
    }
    rules.push_back(std::move(rule));
  }
  return rules;
}

}  // namespace musasim::faults
