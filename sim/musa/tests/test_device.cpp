// Devices: names, memory, attributes, addresses.
#include "driver.h"

TEST(devices_are_numbered) {
  int count = 0;
  OK(muDeviceGetCount(&count));
  EQUAL(count, 2);
  MUdevice device = -1;
  OK(muDeviceGet(&device, 1));
  EQUAL(device, 1);
  IS(muDeviceGet(&device, 2), INVALID_DEVICE);
  IS(muDeviceGet(&device, -1), INVALID_DEVICE);
  IS(muDeviceGet(nullptr, 0), INVALID_VALUE);
}

TEST(devices_have_names_and_memory) {
  char name[64];
  OK(muDeviceGetName(name, sizeof(name), 0));
  CHECK(std::string(name).rfind("MTT S", 0) == 0);
  char shorter[4];
  OK(muDeviceGetName(shorter, sizeof(shorter), 0));
  EQUAL(std::string(shorter), "MTT");
  IS(muDeviceGetName(nullptr, 4, 0), INVALID_VALUE);
  size_t bytes = 0;
  OK(muDeviceTotalMem(&bytes, 0));
  CHECK(bytes > (size_t{1} << 30));
  IS(muDeviceTotalMem(&bytes, 7), INVALID_DEVICE);
}

TEST(identifiers_differ) {
  MUuuid first;
  MUuuid second;
  OK(muDeviceGetUuid(&first, 0));
  OK(muDeviceGetUuid_v2(&second, 1));
  CHECK(std::memcmp(&first, &second, sizeof(first)) != 0);
  OK(muDeviceGetUuid_v2(&second, 0));
  CHECK(std::memcmp(&first, &second, sizeof(first)) == 0);
}

TEST(attributes_agree_with_each_other) {
  int major = 0;
  int minor = 0;
  OK(muDeviceComputeCapability(&major, &minor, 0));
  int value = 0;
  OK(muDeviceGetAttribute(&value, MU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, 0));
  EQUAL(value, major);
  OK(muDeviceGetAttribute(&value, MU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, 0));
  EQUAL(value, minor);
  OK(muDeviceGetAttribute(&value, MU_DEVICE_ATTRIBUTE_WARP_SIZE, 0));
  EQUAL(value, major < 3 ? 128 : 32);
  MUdevprop properties;
  OK(muDeviceGetProperties(&properties, 0));
  EQUAL(properties.SIMDWidth, value);
  IS(muDeviceGetAttribute(&value, static_cast<MUdevice_attribute>(200), 0), INVALID_VALUE);
  IS(muDeviceGetAttribute(nullptr, MU_DEVICE_ATTRIBUTE_WARP_SIZE, 0), INVALID_VALUE);
}

TEST(devices_are_found_by_their_bus_address) {
  char address[32];
  OK(muDeviceGetPCIBusId(address, sizeof(address), 1));
  MUdevice device = -1;
  OK(muDeviceGetByPCIBusId(&device, address));
  EQUAL(device, 1);
  IS(muDeviceGetByPCIBusId(&device, "ffff:ff:1f.0"), INVALID_DEVICE);
  IS(muDeviceGetByPCIBusId(&device, "nonsense"), INVALID_VALUE);
  IS(muDeviceGetPCIBusId(address, 3, 1), INVALID_VALUE);
}

TEST(devices_reach_each_other) {
  int can = 0;
  OK(muDeviceCanAccessPeer(&can, 0, 1));
  EQUAL(can, 1);
  OK(muDeviceCanAccessPeer(&can, 0, 0));
  EQUAL(can, 0);
  OK(muDeviceGetP2PAttribute(&can, MU_DEVICE_P2P_ATTRIBUTE_ACCESS_SUPPORTED, 0, 1));
  EQUAL(can, 1);
  IS(muDeviceGetP2PAttribute(&can, MU_DEVICE_P2P_ATTRIBUTE_ACCESS_SUPPORTED, 0, 5), INVALID_DEVICE);
}

TEST_MAIN()
