// mthreads-gmi: what it knows of the simulated devices, and the forms in which it prints it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace musasim::gmi {

// The driver is the simulator, so its version says that.
constexpr const char* kDriverVersion = MUSASIM_SDK_VERSION "-musasim";
// For what a simulated device does not have: temperatures, power, a serial number, ...
constexpr const char* kNotAvailable = "N/A";

struct Device {
  int index = 0;
  std::string name;
  std::string uuid;
  std::string pci;
  std::size_t memory = 0;  // bytes
  std::size_t used = 0;
  int clock = 0;  // MHz
  int memory_clock = 0;
  int compute_units = 0;
  int bus_width = 0;
  int links = 0;  // MtLink's, to other devices
  std::string capability;
};

struct Request {
  bool list = false;
  bool query = false;
  bool json = false;
  bool topology = false;
  std::vector<std::string> devices;   // -i: indices, UUIDs or PCI addresses; empty: all
  std::vector<std::string> sections;  // -d; empty: all
  std::vector<std::string> fields;    // --query-gpu
  bool header = true;                 // of --query-gpu
  bool units = true;
  std::size_t attached = 0;  // how many devices the machine has
};

// All devices of the machine. False with a text if there are none that can be used.
bool find_devices(std::vector<Device>* devices, std::string* error);

// Text as `N MiB`, without the blank.
std::string mebibytes(std::size_t bytes);

void print_list(const std::vector<Device>& devices);
void print_table(const std::vector<Device>& devices);
// How near each device is to each: all are on one node.
void print_topology(const std::vector<Device>& devices);
void print_query(const std::vector<Device>& devices, const Request& request);
// False with a text if a field is not known.
bool print_fields(const std::vector<Device>& devices, const Request& request, std::string* error);

}  // namespace musasim::gmi
