// The devices' addresses on the PCI bus, as text.
#pragma once

#include <string>

#include "machine/export.h"

namespace musasim {

// "0000:01:00.0"
MUSASIM_API std::string pci_address(int index);

// The device at "[domain:]bus:device[.function]", in hexadecimal. -1: none; -2: no such address.
constexpr int kNoDeviceThere = -1;
constexpr int kNoAddress = -2;
MUSASIM_API int device_at(const std::string& address);

}  // namespace musasim
