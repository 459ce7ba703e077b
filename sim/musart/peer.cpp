// Peer access and PCI addresses.
#include "machine/device/peers.h"

#include <cstring>

#include "machine/device/pci.h"
#include "machine/device/properties.h"
#include "musart/api.h"

using namespace musasim;

musaError_t musaDeviceCanAccessPeer(int* canAccessPeer, int device, int peerDevice) {
  return ask(__func__, [&]() -> musaError_t {
    if (!is_device(device) || !is_device(peerDevice)) {
      return musaErrorInvalidDevice;
    }
    return store(canAccessPeer, can_access_peer(device, peerDevice));
  });
}

musaError_t musaDeviceEnablePeerAccess(int peerDevice, unsigned int flags) {
  return api(__func__, [&]() -> musaError_t {
    if (flags != 0) {
      return musaErrorInvalidValue;
    }
    return is_device(peerDevice) ? enable_peer_access(current_device(), peerDevice)
                                 : musaErrorInvalidDevice;
  });
}

musaError_t musaDeviceDisablePeerAccess(int peerDevice) {
  return api(__func__, [&]() -> musaError_t {
    return is_device(peerDevice) ? disable_peer_access(current_device(), peerDevice)
                                 : musaErrorInvalidDevice;
  });
}

musaError_t musaDeviceGetP2PAttribute(int* value, musaDeviceP2PAttr attr, int srcDevice,
                                      int dstDevice) {
  return ask(__func__, [&]() -> musaError_t {
    if (value == nullptr) {
      return musaErrorInvalidValue;
    }
    if (!is_device(srcDevice) || !is_device(dstDevice)) {
      return musaErrorInvalidDevice;
    }
    return p2p_attribute(attr, srcDevice, dstDevice, value);
  });
}

musaError_t musaDeviceGetPCIBusId(char* pciBusId, int len, int device) {
  return ask(__func__, [&]() -> musaError_t {
    if (!is_device(device)) {
      return musaErrorInvalidDevice;
    }
    const std::string address = pci_address(device);
    if (pciBusId == nullptr || len <= static_cast<int>(address.size())) {
      return musaErrorInvalidValue;
    }
    std::memcpy(pciBusId, address.c_str(), address.size() + 1);
    return musaSuccess;
  });
}

musaError_t musaDeviceGetByPCIBusId(int* device, const char* pciBusId) {
  return ask(__func__, [&]() -> musaError_t {
    if (device == nullptr || pciBusId == nullptr) {
      return musaErrorInvalidValue;
    }
    const int found = device_at(pciBusId);
    if (found < 0) {
      return found == kNoAddress ? musaErrorInvalidValue : musaErrorInvalidDevice;
    }
    *device = found;
    return musaSuccess;
  });
}
