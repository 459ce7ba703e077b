// Access of one device to the memory of another.
#pragma once

#include "driver_types.h"
#include "musasim/api/macros.h"

#if defined(__cplusplus)
extern "C" {
#endif

MUSARTAPI musaError_t musaDeviceGetP2PAttribute(int* value, enum musaDeviceP2PAttr attr,
                                                int srcDevice, int dstDevice);
MUSARTAPI musaError_t musaDeviceCanAccessPeer(int* canAccessPeer, int device, int peerDevice);
MUSARTAPI musaError_t musaDeviceEnablePeerAccess(int peerDevice, unsigned int flags);
MUSARTAPI musaError_t musaDeviceDisablePeerAccess(int peerDevice);

#if defined(__cplusplus)
}
#endif
