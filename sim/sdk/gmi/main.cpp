// mthreads-gmi: lists the simulated devices, with the command line of the platform's tool.
#include <algorithm>
#include <cstdio>
#include <cstring>

#include "sdk/gmi/gmi.h"

namespace {

using namespace musasim::gmi;

const char* const kHelp =
    "usage: mthreads-gmi [options | topo -m]\n"
    "Lists the simulated devices (MUSASIM_DEVICES, MUSASIM_MODEL, MUSASIM_MEMORY). Without "
    "options: a\n"
    "table.\n"
    "\n"
    "  -L, --list-gpus           one line for each device\n"
    "  -q, --query               everything about each device\n"
    "  -i, --id LIST             only these devices: numbers, UUIDs or PCI addresses\n"
    "  -d, --display LIST        with -q, only NAME, UUID, COMPUTE, PCI, MEMORY, UTILIZATION,\n"
    "                            TEMPERATURE, POWER, CLOCK or ECC\n"
    "  -j, --json                with -q, as JSON\n"
    "  --query-gpu=FIELDS        these values of each device; --format=csv,noheader,nounits\n"
    "  topo -m, topo --matrix    how near the devices are to each other\n"
    "  -v, --version             the version\n"
    "  -h, --help                this text\n"
    "\n"
    "What a simulated device does not have is N/A. A process has devices of its own, so the memory "
    "that\n"
    "other processes use is not seen.\n";

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == ',') {
      parts.emplace_back();
    } else if (c != ' ') {
      parts.back() += c;
    }
  }
  return parts;
}

// The options that take a value: -i 0, -i=0, --id=0.
struct Option {
  const char* short_name;
  const char* long_name;
  std::vector<std::string>* values;
};

// How many arguments the option at this place took; 0: it is another one, -1: its value is missing.
int take(const Option& option, const std::vector<std::string>& arguments, std::size_t at) {
  const std::string& word = arguments[at];
  for (const std::string name : {option.short_name, option.long_name}) {
    if (name.empty()) continue;
    if (word == name) {
      if (at + 1 == arguments.size()) return -1;
      *option.values = split(arguments[at + 1]);
      return 2;
    }
    if (word.compare(0, name.size() + 1, name + "=") == 0) {
      *option.values = split(word.substr(name.size() + 1));
      return 1;
    }
  }
  return 0;
}

int refuse(const std::string& text) {
  std::fprintf(stderr, "mthreads-gmi: %s\n", text.c_str());
  return 1;
}

// topo -m: the one command among the options.
bool is_topology(const std::vector<std::string>& arguments, std::size_t at) {
  return arguments[at] == "topo" && at + 1 < arguments.size() &&
         (arguments[at + 1] == "-m" || arguments[at + 1] == "--matrix");
}

bool parse(const std::vector<std::string>& arguments, Request* request, std::string* error) {
  std::vector<std::string> format;
  const Option options[] = {{"-i", "--id", &request->devices},
                            {"-d", "--display", &request->sections},
                            {"", "--query-gpu", &request->fields},
                            {"", "--format", &format}};
  for (std::size_t at = 0; at < arguments.size();) {
    const std::string& word = arguments[at];
    int taken = 0;
    for (const Option& option : options) {
      if (taken == 0) taken = take(option, arguments, at);
    }
    if (is_topology(arguments, at)) {
      request->topology = true;
      taken = 2;
    }
    if (taken < 0) {
      *error = word + " needs a value; --help shows the options";
      return false;
    }
    bool* flag = word == "-L" || word == "--list-gpus" ? &request->list
                 : word == "-q" || word == "--query"   ? &request->query
                 : word == "-j" || word == "--json"    ? &request->json
                                                       : nullptr;
    if (taken == 0 && flag == nullptr) {
      *error = "unknown option " + word + "; --help shows the options that the simulator has";
      return false;
    }
    if (flag != nullptr) *flag = true;
    at += static_cast<std::size_t>(std::max(taken, 1));
  }
  const auto has = [&](const char* name) {
    return std::find(format.begin(), format.end(), name) != format.end();
  };
  request->header = !has("noheader");
  request->units = !has("nounits");
  for (std::string& section : request->sections) {
    for (char& c : section) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  }
  return true;
}

bool named(const Device& device, const std::string& name) {
  return name == std::to_string(device.index) || name == device.uuid || name == device.pci ||
         "0000" + name == device.pci;
}

// Only the devices that -i names.
bool choose(Request* request, std::vector<Device>* devices, std::string* error) {
  request->attached = devices->size();
  if (request->devices.empty()) return true;
  std::vector<Device> chosen;
  for (const std::string& name : request->devices) {
    const auto at = std::find_if(devices->begin(), devices->end(),
                                 [&](const Device& device) { return named(device, name); });
    if (at == devices->end()) {
      *error = "no device " + name + "; -L lists the devices";
      return false;
    }
    chosen.push_back(*at);
  }
  *devices = chosen;
  return true;
}

int work(const std::vector<std::string>& arguments) {
  for (const std::string& word : arguments) {
    if (word == "-h" || word == "--help") return std::fputs(kHelp, stdout) < 0;
    if (word == "-v" || word == "--version") {
      std::printf("mthreads-gmi version : %s (musasim)\n", MUSASIM_SDK_VERSION);
      return 0;
    }
  }
  Request request;
  std::vector<Device> devices;
  std::string error;
  if (!parse(arguments, &request, &error) || !find_devices(&devices, &error) ||
      !choose(&request, &devices, &error)) {
    return refuse(error);
  }
  if (!request.fields.empty()) {
    return print_fields(devices, request, &error) ? 0 : refuse(error);
  }
  if (request.list) {
    print_list(devices);
  } else if (request.topology) {
    print_topology(devices);
  } else if (request.query || request.json) {
    print_query(devices, request);
  } else {
    print_table(devices);
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) { return work({argv + 1, argv + argc}); }
