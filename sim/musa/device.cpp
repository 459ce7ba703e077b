// Devices and what they can do.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string>

#include "machine/device/pci.h"
#include "machine/device/peers.h"
#include "machine/device/properties.h"
#include "machine/memory/allocate.h"
#include "musa/api.h"

namespace d = musasim::driver;
using musasim::device_properties;

namespace {

// A function about a device: checks that there is such a device.
template <class Body>
MUresult about(const char* name, int device, Body&& body) noexcept {
  return d::initialized(name, [&]() -> musaError_t {
    return d::is_device(device) ? std::forward<Body>(body)() : musaErrorInvalidDevice;
  });
}

}  // namespace

MUresult muDeviceGet(MUdevice* device, int ordinal) {
  return d::initialized(__func__, [&] {
    return d::is_device(ordinal) ? d::store(device, ordinal) : musaErrorInvalidDevice;
  });
}

MUresult muDeviceGetCount(int* count) {
  return d::initialized(__func__, [&] { return d::store(count, musasim::device_count()); });
}

MUresult muDeviceGetName(char* name, int len, MUdevice dev) {
  return about(__func__, dev, [&] {
    if (name == nullptr || len <= 0) {
      return musaErrorInvalidValue;
    }
    std::snprintf(name, static_cast<std::size_t>(len), "%s", device_properties(dev).name);
    return musaSuccess;
  });
}

MUresult muDeviceGetUuid(MUuuid* uuid, MUdevice dev) {
  return about(__func__, dev, [&] { return d::store(uuid, device_properties(dev).uuid); });
}

MUresult muDeviceGetUuid_v2(MUuuid* uuid, MUdevice dev) {
  return about(__func__, dev, [&] { return d::store(uuid, device_properties(dev).uuid); });
}

MUresult muDeviceTotalMem(size_t* bytes, MUdevice dev) {
  return about(__func__, dev, [&] { return d::store(bytes, musasim::memory_info(dev).total); });
}

MUresult muDeviceGetAttribute(int* pi, MUdevice_attribute attrib, MUdevice dev) {
  return about(__func__, dev, [&] {
    return pi == nullptr ? musaErrorInvalidValue : musasim::device_attribute(dev, attrib, pi);
  });
}

MUresult muDeviceGetProperties(MUdevprop* prop, MUdevice dev) {
  return about(__func__, dev, [&] {
    const musaDeviceProp& from = device_properties(dev);
    MUdevprop to{};
    to.maxThreadsPerBlock = from.maxThreadsPerBlock;
    std::copy_n(from.maxThreadsDim, 3, to.maxThreadsDim);
    std::copy_n(from.maxGridSize, 3, to.maxGridSize);
    to.sharedMemPerBlock = static_cast<int>(from.sharedMemPerBlock);
    to.totalConstantMemory = static_cast<int>(from.totalConstMem);
    to.SIMDWidth = from.warpSize;
    to.memPitch = static_cast<int>(from.memPitch);
    to.regsPerBlock = from.regsPerBlock;
    to.clockRate = from.clockRate;
    to.textureAlign = static_cast<int>(from.textureAlignment);
    return d::store(prop, to);
  });
}

MUresult muDeviceComputeCapability(int* major, int* minor, MUdevice dev) {
  return about(__func__, dev, [&] {
    if (major == nullptr || minor == nullptr) {
      return musaErrorInvalidValue;
    }
    *major = device_properties(dev).major;
    *minor = device_properties(dev).minor;
    return musaSuccess;
  });
}

MUresult muDeviceGetByPCIBusId(MUdevice* dev, const char* pciBusId) {
  return d::initialized(__func__, [&] {
    if (dev == nullptr || pciBusId == nullptr) {
      return musaErrorInvalidValue;
    }
    const int found = musasim::device_at(pciBusId);
    if (found < 0) {
      return found == musasim::kNoAddress ? musaErrorInvalidValue : musaErrorInvalidDevice;
    }
    return d::store(dev, found);
  });
}

MUresult muDeviceGetPCIBusId(char* pciBusId, int len, MUdevice dev) {
  return about(__func__, dev, [&] {
    const std::string address = musasim::pci_address(dev);
    if (pciBusId == nullptr || len <= static_cast<int>(address.size())) {
      return musaErrorInvalidValue;
    }
    std::memcpy(pciBusId, address.c_str(), address.size() + 1);
    return musaSuccess;
  });
}

MUresult muDeviceCanAccessPeer(int* canAccessPeer, MUdevice dev, MUdevice peerDev) {
  return d::initialized(__func__, [&] {
    return d::is_device(dev) && d::is_device(peerDev)
               ? d::store(canAccessPeer, musasim::can_access_peer(dev, peerDev))
               : musaErrorInvalidDevice;
  });
}

MUresult muDeviceGetP2PAttribute(int* value, MUdevice_P2PAttribute attrib, MUdevice srcDevice,
                                 MUdevice dstDevice) {
  return d::initialized(__func__, [&]() -> musaError_t {
    if (!d::is_device(srcDevice) || !d::is_device(dstDevice)) {
      return musaErrorInvalidDevice;
    }
    return value == nullptr ? musaErrorInvalidValue
                            : musasim::p2p_attribute(attrib, srcDevice, dstDevice, value);
  });
}
