// Reads the simulated devices from the runtime.
#include <cstdio>
#include <cstdlib>

#include "machine/settings/inventory.h"
#include "musa_runtime_api.h"
#include "sdk/gmi/gmi.h"

namespace musasim::gmi {

namespace {

std::string uuid_text(const musaUUID_t& uuid) {
  std::string text;
  for (int i = 0; i < 16; ++i) {
    char byte[4];
    std::snprintf(byte, sizeof byte, "%02x", static_cast<unsigned char>(uuid.bytes[i]));
    text += i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "";
    text += byte;
  }
  return text;
}

Device from_properties(int index, const musaDeviceProp& p) {
  Device device;
  device.index = index;
  device.name = p.name;
  device.uuid = uuid_text(p.uuid);
  char address[32];
  std::snprintf(address, sizeof address, "%08x:%02x:%02x.0", p.pciDomainID, p.pciBusID,
                p.pciDeviceID);
  device.pci = address;
  device.memory = p.totalGlobalMem;
  device.clock = p.clockRate / 1000;
  device.memory_clock = p.memoryClockRate / 1000;
  device.compute_units = p.multiProcessorCount;
  device.bus_width = p.memoryBusWidth;
  device.capability = std::to_string(p.major) + "." + std::to_string(p.minor);
  return device;
}

}  // namespace

bool find_devices(std::vector<Device>* devices, std::string* error) {
  // A management tool counts the machine's devices, a runtime those that are visible.
  unsetenv("MUSA_VISIBLE_DEVICES");
  int count = 0;
  musaError_t status = musaGetDeviceCount(&count);
  for (int index = 0; status == musaSuccess && index < count; ++index) {
    musaDeviceProp properties;
    status = musaGetDeviceProperties(&properties, index);
    devices->push_back(from_properties(index, properties));
  }
  if (count > 0 && read_inventory().model->linked) {
    for (Device& device : *devices) device.links = count - 1;
  }
  if (status == musaErrorNoDevice) {
    // A setting that cannot be used leaves no devices, too; the runtime has named it on stderr.
    *error = "the simulator has no devices";
    return false;
  }
  if (status != musaSuccess) {
    *error = std::string("the simulated devices cannot be used: ") + musaGetErrorString(status);
    return false;
  }
  return true;
}

std::string mebibytes(std::size_t bytes) { return std::to_string(bytes >> 20) + "MiB"; }

}  // namespace musasim::gmi
