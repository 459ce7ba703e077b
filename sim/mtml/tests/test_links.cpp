// Topology, access to each other's memory, and MtLink.
#include "check.h"
#include "machine.h"

TEST(all_devices_are_on_one_node) {
  const Machine machine(3, "S4000");
  MtmlDevice* device = machine.device(1);
  MtmlDeviceTopologyLevel level = MTML_TOPOLOGY_SYSTEM;
  EQUAL(mtmlDeviceGetTopologyLevel(device, device, &level), MTML_SUCCESS);
  EQUAL(level, MTML_TOPOLOGY_INTERNAL);
  EQUAL(mtmlDeviceGetTopologyLevel(device, machine.device(0), &level), MTML_SUCCESS);
  EQUAL(level, MTML_TOPOLOGY_NODE);
  unsigned count = 0;
  EQUAL(mtmlDeviceCountDeviceByTopologyLevel(device, MTML_TOPOLOGY_NODE, &count), MTML_SUCCESS);
  EQUAL(count, 2u);
  MtmlDevice* others[2] = {};
  EQUAL(mtmlDeviceGetDeviceByTopologyLevel(device, MTML_TOPOLOGY_NODE, 2, others), MTML_SUCCESS);
  CHECK(others[0] == machine.device(0) && others[1] == machine.device(2));
  EQUAL(mtmlDeviceGetDeviceByTopologyLevel(device, MTML_TOPOLOGY_NODE, 1, others),
        MTML_ERROR_INSUFFICIENT_SIZE);
  EQUAL(mtmlDeviceCountDeviceByTopologyLevel(device, MTML_TOPOLOGY_SINGLE, &count), MTML_SUCCESS);
  EQUAL(count, 0u);
  EQUAL(mtmlDeviceGetDeviceByTopologyLevel(device, MTML_TOPOLOGY_SINGLE, 0, nullptr), MTML_SUCCESS);
}

TEST(devices_read_and_write_each_other) {
  const Machine machine(2, "S80");
  for (const MtmlDeviceP2PCaps cap : {MTML_P2P_CAPS_READ, MTML_P2P_CAPS_WRITE}) {
    MtmlDeviceP2PStatus status = MTML_P2P_STATUS_UNKNOWN;
    EQUAL(mtmlDeviceGetP2PStatus(machine.device(0), machine.device(1), cap, &status), MTML_SUCCESS);
    EQUAL(status, MTML_P2P_STATUS_OK);
  }
  MtmlDeviceP2PStatus status = MTML_P2P_STATUS_UNKNOWN;
  EQUAL(mtmlDeviceGetP2PStatus(machine.device(0), machine.device(1),
                               static_cast<MtmlDeviceP2PCaps>(2), &status),
        MTML_ERROR_INVALID_ARGUMENT);
}

TEST(a_link_joins_every_two_devices) {
  const Machine machine(4, "S5000");
  MtmlMtLinkSpec spec;
  for (unsigned index = 0; index < 4; ++index) {
    MtmlDevice* local = machine.device(index);
    EQUAL(mtmlDeviceGetMtLinkSpec(local, &spec), MTML_SUCCESS);
    EQUAL(spec.linkNum, 3u);
    for (unsigned link = 0; link < spec.linkNum; ++link) {
      MtmlMtLinkState state = MTML_MTLINK_STATE_DOWN;
      EQUAL(mtmlDeviceGetMtLinkState(local, link, &state), MTML_SUCCESS);
      EQUAL(state, MTML_MTLINK_STATE_UP);
      MtmlDevice* remote = nullptr;
      EQUAL(mtmlDeviceGetMtLinkRemoteDevice(local, link, &remote), MTML_SUCCESS);
      CHECK(remote != local);
      unsigned count = 0;
      EQUAL(mtmlDeviceCountMtLinkLayouts(local, remote, &count), MTML_SUCCESS);
      EQUAL(count, 1u);
      MtmlMtLinkLayout layout;
      EQUAL(mtmlDeviceGetMtLinkLayouts(local, remote, 1, &layout), MTML_SUCCESS);
      EQUAL(layout.localLinkId, link);
      MtmlDevice* back = nullptr;
      EQUAL(mtmlDeviceGetMtLinkRemoteDevice(remote, layout.remoteLinkId, &back), MTML_SUCCESS);
      CHECK(back == local);
    }
  }
}

TEST(links_can_access_and_count_atomically) {
  const Machine machine(2, "S4000");
  for (const MtmlMtLinkCap cap : {MTML_MTLINK_CAP_P2P_ACCESS, MTML_MTLINK_CAP_P2P_ATOMICS}) {
    MtmlMtLinkCapStatus status = MTML_MTLINK_CAP_STATUS_NOT_SUPPORTED;
    EQUAL(mtmlDeviceGetMtLinkCapStatus(machine.device(0), 0, cap, &status), MTML_SUCCESS);
    EQUAL(status, MTML_MTLINK_CAP_STATUS_OK);
  }
  MtmlMtLinkCapStatus status = MTML_MTLINK_CAP_STATUS_NOT_SUPPORTED;
  EQUAL(mtmlDeviceGetMtLinkCapStatus(machine.device(0), 1, MTML_MTLINK_CAP_P2P_ACCESS, &status),
        MTML_ERROR_INVALID_ARGUMENT);
  unsigned count = 9;
  EQUAL(mtmlDeviceCountMtLinkLayouts(machine.device(0), machine.device(0), &count), MTML_SUCCESS);
  EQUAL(count, 0u);
}

TEST(boards_without_mtlink_have_no_links) {
  const Machine machine(2, "S80");
  MtmlMtLinkSpec spec;
  EQUAL(mtmlDeviceGetMtLinkSpec(machine.device(0), &spec), MTML_ERROR_NOT_SUPPORTED);
  MtmlMtLinkState state = MTML_MTLINK_STATE_UP;
  EQUAL(mtmlDeviceGetMtLinkState(machine.device(0), 0, &state), MTML_ERROR_NOT_SUPPORTED);
  unsigned count = 9;
  EQUAL(mtmlDeviceCountMtLinkLayouts(machine.device(0), machine.device(1), &count), MTML_SUCCESS);
  EQUAL(count, 0u);
}

TEST_MAIN()
