// Peer access and PCI addresses.
#include <string>

#include "check.h"
#include "environment.h"
#include "machine/device/peers.h"
#include "musa_runtime_api.h"

namespace {

const Environment environment({{"MUSASIM_DEVICES", "3"}});

}  // namespace

TEST(devices_reach_each_other_but_not_themselves) {
  int can = -1;
  EQUAL(musaDeviceCanAccessPeer(&can, 0, 1), musaSuccess);
  EQUAL(can, 1);
  EQUAL(musaDeviceCanAccessPeer(&can, 2, 2), musaSuccess);
  EQUAL(can, 0);
  EQUAL(musaDeviceCanAccessPeer(&can, 0, 3), musaErrorInvalidDevice);
  EQUAL(musaDeviceCanAccessPeer(nullptr, 0, 1), musaErrorInvalidValue);
}

TEST(access_is_enabled_once_and_in_one_direction) {
  EQUAL(musaDeviceEnablePeerAccess(1, 0), musaSuccess);
  CHECK(musasim::peer_access_enabled(0, 1));
  CHECK(!musasim::peer_access_enabled(1, 0));
  EQUAL(musaDeviceEnablePeerAccess(1, 0), musaErrorPeerAccessAlreadyEnabled);
  EQUAL(musaDeviceDisablePeerAccess(1), musaSuccess);
  CHECK(!musasim::peer_access_enabled(0, 1));
  EQUAL(musaDeviceDisablePeerAccess(1), musaErrorPeerAccessNotEnabled);
}

TEST(enabling_says_what_is_wrong) {
  EQUAL(musaDeviceEnablePeerAccess(0, 0), musaErrorInvalidDevice);
  EQUAL(musaDeviceEnablePeerAccess(3, 0), musaErrorInvalidDevice);
  EQUAL(musaDeviceEnablePeerAccess(1, 1), musaErrorInvalidValue);
  EQUAL(musaDeviceDisablePeerAccess(-1), musaErrorInvalidDevice);
}

TEST(reset_ends_what_the_device_enabled) {
  EQUAL(musaSetDevice(2), musaSuccess);
  EQUAL(musaDeviceEnablePeerAccess(0, 0), musaSuccess);
  EQUAL(musaDeviceReset(), musaSuccess);
  CHECK(!musasim::peer_access_enabled(2, 0));
  EQUAL(musaSetDevice(0), musaSuccess);
}

TEST(pairs_have_attributes) {
  int value = -1;
  EQUAL(musaDeviceGetP2PAttribute(&value, musaDevP2PAttrAccessSupported, 0, 1), musaSuccess);
  EQUAL(value, 1);
  EQUAL(musaDeviceGetP2PAttribute(&value, musaDevP2PAttrPerformanceRank, 0, 1), musaSuccess);
  EQUAL(value, 0);
  EQUAL(musaDeviceGetP2PAttribute(&value, musaDevP2PAttrAccessSupported, 1, 1),
        musaErrorInvalidDevice);
  EQUAL(musaDeviceGetP2PAttribute(&value, static_cast<musaDeviceP2PAttr>(7), 0, 1),
        musaErrorInvalidValue);
  EQUAL(musaDeviceGetP2PAttribute(nullptr, musaDevP2PAttrAccessSupported, 0, 1),
        musaErrorInvalidValue);
}

TEST(pci_addresses_lead_back_to_their_device) {
  char address[32];
  for (int device = 0; device < 3; ++device) {
    int found = -1;
    EQUAL(musaDeviceGetPCIBusId(address, sizeof address, device), musaSuccess);
    EQUAL(std::string(address).size(), 12u);
    EQUAL(musaDeviceGetByPCIBusId(&found, address), musaSuccess);
    EQUAL(found, device);
  }
  EQUAL(std::string(address), "0000:03:00.0");
}

TEST(pci_addresses_have_shorter_forms) {
  int found = -1;
  EQUAL(musaDeviceGetByPCIBusId(&found, "0000:02:00"), musaSuccess);
  EQUAL(found, 1);
  EQUAL(musaDeviceGetByPCIBusId(&found, "03:00.0"), musaSuccess);
  EQUAL(found, 2);
}

TEST(pci_functions_say_what_is_wrong) {
  int found = -1;
  char address[13];
  EQUAL(musaDeviceGetByPCIBusId(&found, "0000:7f:00.0"), musaErrorInvalidDevice);
  EQUAL(musaDeviceGetByPCIBusId(&found, "somewhere"), musaErrorInvalidValue);
  EQUAL(musaDeviceGetByPCIBusId(&found, nullptr), musaErrorInvalidValue);
  EQUAL(musaDeviceGetByPCIBusId(nullptr, "0000:01:00.0"), musaErrorInvalidValue);
  EQUAL(musaDeviceGetPCIBusId(address, 12, 0), musaErrorInvalidValue);
  EQUAL(musaDeviceGetPCIBusId(address, 13, 0), musaSuccess);
  EQUAL(musaDeviceGetPCIBusId(nullptr, 13, 0), musaErrorInvalidValue);
  EQUAL(musaDeviceGetPCIBusId(address, 13, 3), musaErrorInvalidDevice);
}

TEST_MAIN()
