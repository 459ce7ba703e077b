// PCI addresses.
#include "machine/device/pci.h"

#include <cstdio>

#include "machine/device/properties.h"
#include "machine/device/simulated_gpus.h"

namespace musasim {

namespace {

struct Address {
  unsigned domain = 0;
  unsigned bus = 0;
  unsigned device = 0;
  unsigned function = 0;
};

// All of the text has to fit.
bool parse(const std::string& text, Address& a) {
  const int length = static_cast<int>(text.size());
  int end = 0;
  a = Address{};
  if (std::sscanf(text.c_str(), "%x:%x:%x.%x%n", &a.domain, &a.bus, &a.device, &a.function, &end) ==
          4 &&
      end == length) {
    return true;
  }
  a = Address{};
  if (std::sscanf(text.c_str(), "%x:%x:%x%n", &a.domain, &a.bus, &a.device, &end) == 3 &&
      end == length) {
    return true;
  }
  a = Address{};
  return std::sscanf(text.c_str(), "%x:%x.%x%n", &a.bus, &a.device, &a.function, &end) == 3 &&
         end == length;
}

}  // namespace

std::string pci_address(int index) {
  const musaDeviceProp& p = device_properties(index);
  char text[32];
  std::snprintf(text, sizeof text, "%04x:%02x:%02x.0", p.pciDomainID, p.pciBusID, p.pciDeviceID);
  return text;
}

int device_at(const std::string& address) {
  Address wanted;
  if (!parse(address, wanted)) {
    return kNoAddress;
  }
  for (int index = 0; index < device_count(); ++index) {
    const musaDeviceProp& p = device_properties(index);
    if (wanted.domain == static_cast<unsigned>(p.pciDomainID) &&
        wanted.bus == static_cast<unsigned>(p.pciBusID) &&
        wanted.device == static_cast<unsigned>(p.pciDeviceID) && wanted.function == 0) {
      return index;
    }
  }
  return kNoDeviceThere;
}

}  // namespace musasim
