// mthreads-gmi -L, -q (as text and as JSON) and --query-gpu.
#include <cstdio>
#include <utility>

#include "sdk/gmi/gmi.h"

namespace musasim::gmi {

namespace {

using Rows = std::vector<std::pair<std::string, std::string>>;

// A group of rows; one without a name stands on the device's own level.
struct Section {
  const char* key;  // for -d
  const char* name;
  Rows rows;
};

std::string number(int value, const char* unit) { return std::to_string(value) + unit; }

int percent_used(const Device& device) {
  return device.memory ? static_cast<int>(device.used * 100 / device.memory) : 0;
}

std::vector<Section> sections_of(const Device& d) {
  const std::string none = kNotAvailable;
  return {
      {"NAME", "", {{"Product Name", d.name}, {"Product Brand", "MTT"}}},
      {"UUID", "", {{"GPU UUID", d.uuid}, {"Serial Number", none}, {"MTBios Version", none}}},
      {"COMPUTE",
       "",
       {{"Compute Capability", d.capability}, {"Compute Units", std::to_string(d.compute_units)}}},
      {"PCI", "PCI", {{"Bus Id", d.pci}, {"GPU Link Speed", none}, {"GPU Link Width", none}}},
      {"MTLINK", "MtLink", {{"Links", d.links > 0 ? std::to_string(d.links) : none}}},
      {"MEMORY",
       "FB Memory Usage",
       {{"Total", mebibytes(d.memory)},
        {"Used", mebibytes(d.used)},
        {"Free", mebibytes(d.memory - d.used)}}},
      {"UTILIZATION", "Utilization", {{"Gpu", "0%"}, {"Memory", number(percent_used(d), "%")}}},
      {"TEMPERATURE", "Temperature", {{"GPU Current Temp", none}}},
      {"POWER", "Power Readings", {{"Power Draw", none}, {"Current Power Limit", none}}},
      {"CLOCK",
       "Clocks",
       {{"Graphics", number(d.clock, "MHz")}, {"Memory", number(d.memory_clock, "MHz")}}},
      {"ECC", "ECC Mode", {{"Current", none}, {"Pending", none}}},
  };
}

bool wanted(const Section& section, const Request& request) {
  if (request.sections.empty()) return true;
  for (const std::string& name : request.sections) {
    if (name == section.key) return true;
  }
  return false;
}

void print_row(int indent, const std::string& name, const std::string& value) {
  std::printf("%*s%-*s: %s\n", indent, "", 44 - indent, name.c_str(), value.c_str());
}

void print_text(const std::vector<Device>& devices, const Request& request) {
  std::printf("Simulated by musasim: no GPU is asked\n\n");
  print_row(0, "Driver Version", kDriverVersion);
  print_row(0, "Attached GPUs", std::to_string(request.attached));
  for (const Device& device : devices) {
    std::printf("\nGPU%d %s\n", device.index, device.pci.c_str());
    for (const Section& section : sections_of(device)) {
      if (!wanted(section, request)) continue;
      const bool named = section.name[0] != '\0';
      if (named) std::printf("    %s\n", section.name);
      for (const auto& [name, value] : section.rows) print_row(named ? 8 : 4, name, value);
    }
  }
}

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + "\"";
}

// Members of an object, each on a line of its own.
std::string members(const Rows& rows, const std::string& indent) {
  std::string text;
  for (const auto& [name, value] : rows) {
    text += (text.empty() ? "" : ",\n") + indent + quoted(name) + ": " + value;
  }
  return text;
}

std::string device_json(const Device& device, const Request& request) {
  Rows rows = {{"Index", quoted(std::to_string(device.index))}};
  for (const Section& section : sections_of(device)) {
    if (!wanted(section, request)) continue;
    Rows values;
    for (const auto& [name, value] : section.rows) values.emplace_back(name, quoted(value));
    if (section.name[0] == '\0') {
      rows.insert(rows.end(), values.begin(), values.end());
    } else {
      rows.emplace_back(section.name, "{\n" + members(values, "        ") + "\n      }");
    }
  }
  return "    {\n" + members(rows, "      ") + "\n    }";
}

void print_json(const std::vector<Device>& devices, const Request& request) {
  std::string list;
  for (const Device& device : devices) {
    list += (list.empty() ? "" : ",\n") + device_json(device, request);
  }
  const Rows rows = {{"Simulated By", quoted("musasim")},
                     {"Driver Version", quoted(kDriverVersion)},
                     {"Attached GPUs", quoted(std::to_string(request.attached))},
                     {"GPU", list.empty() ? "[]" : "[\n" + list + "\n  ]"}};
  std::printf("{\n%s\n}\n", members(rows, "  ").c_str());
}

// The value of a field and its unit; a field without a value is known, but not simulated.
bool field_value(const Device& d, const std::string& field, std::string* value, std::string* unit) {
  const auto mega = [](std::size_t bytes) { return std::to_string(bytes >> 20); };
  const std::vector<std::vector<std::string>> known = {
      {"index", std::to_string(d.index), ""},
      {"name", d.name, ""},
      {"gpu_name", d.name, ""},
      {"uuid", d.uuid, ""},
      {"gpu_uuid", d.uuid, ""},
      {"pci.bus_id", d.pci, ""},
      {"driver_version", kDriverVersion, ""},
      {"memory.total", mega(d.memory), " MiB"},
      {"memory.used", mega(d.used), " MiB"},
      {"memory.free", mega(d.memory - d.used), " MiB"},
      {"utilization.gpu", "0", " %"},
      {"utilization.memory", std::to_string(percent_used(d)), " %"},
      {"clocks.gr", std::to_string(d.clock), " MHz"},
      {"clocks.mem", std::to_string(d.memory_clock), " MHz"},
      {"compute_cap", d.capability, ""},
      {"temperature.gpu", kNotAvailable, ""},
      {"power.draw", kNotAvailable, ""},
  };
  for (const auto& row : known) {
    if (row[0] == field) {
      *value = row[1];
      *unit = row[2];
      return true;
    }
  }
  return false;
}

}  // namespace

void print_list(const std::vector<Device>& devices) {
  for (const Device& device : devices) {
    std::printf("GPU %d : %s (UUID : %s)\n", device.index, device.name.c_str(),
                device.uuid.c_str());
  }
}

void print_query(const std::vector<Device>& devices, const Request& request) {
  (request.json ? print_json : print_text)(devices, request);
}

bool print_fields(const std::vector<Device>& devices, const Request& request, std::string* error) {
  std::string value;
  std::string unit;
  std::string line;
  for (const std::string& field : request.fields) {
    if (!field_value(Device(), field, &value, &unit)) {
      *error =
          "no field " + field + " in --query-gpu; there are index, name, uuid, pci.bus_id, " +
          "driver_version, memory.total, memory.used, memory.free, utilization.gpu, " +
          "utilization.memory, clocks.gr, clocks.mem, compute_cap, temperature.gpu, power.draw";
      return false;
    }
    const std::string title = unit.empty() ? field : field + " [" + unit.substr(1) + "]";
    line += (line.empty() ? "" : ", ") + title;
  }
  if (request.header) std::printf("%s\n", line.c_str());
  for (const Device& device : devices) {
    line.clear();
    for (const std::string& field : request.fields) {
      field_value(device, field, &value, &unit);
      line += (line.empty() ? "" : ", ") + value + (request.units ? unit : "");
    }
    std::printf("%s\n", line.c_str());
  }
  return true;
}

}  // namespace musasim::gmi
