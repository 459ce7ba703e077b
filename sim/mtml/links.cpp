// Links between devices: all devices are on one node, and joined by MtLink where their boards have it.
// One link joins every two of them. A device numbers its links by the others, in the order of their indices.
#include "mtml/handles.h"

namespace musasim::mtml {

namespace {

int link_to(int local, int remote) { return remote < local ? remote : remote - 1; }

int remote_of(int local, int link) { return link < local ? link : link + 1; }

unsigned links_of_a_device() { return static_cast<unsigned>(inventory().devices) - 1; }

bool are_live(const MtmlDevice* first, const MtmlDevice* second) {
  return is_live(first) && is_live(second);
}

MtmlDeviceTopologyLevel level_of(const MtmlDevice* first, const MtmlDevice* second) {
  return first == second ? MTML_TOPOLOGY_INTERNAL : MTML_TOPOLOGY_NODE;
}

// Checks the number of a link.
MtmlReturn check_link(const MtmlDevice* dev, unsigned link) {
  if (!is_live(dev)) {
    return MTML_ERROR_INVALID_ARGUMENT;
  }
  if (!inventory().model->linked) {
    return MTML_ERROR_NOT_SUPPORTED;
  }
  return link < links_of_a_device() ? MTML_SUCCESS : MTML_ERROR_INVALID_ARGUMENT;
}

}  // namespace

}  // namespace musasim::mtml

using namespace musasim::mtml;

MtmlReturn mtmlDeviceGetTopologyLevel(const MtmlDevice* dev1, const MtmlDevice* dev2,
                                      MtmlDeviceTopologyLevel* level) {
  if (!is_live(dev2)) {
    return MTML_ERROR_INVALID_ARGUMENT;
  }
  return answer(dev1, level, [&] { return level_of(dev1, dev2); });
}

MtmlReturn mtmlDeviceCountDeviceByTopologyLevel(const MtmlDevice* dev,
                                                MtmlDeviceTopologyLevel level,
                                                unsigned int* count) {
  return answer(dev, count,
                [&] { return level == MTML_TOPOLOGY_NODE ? inventory().devices - 1 : 0; });
}

MtmlReturn mtmlDeviceGetDeviceByTopologyLevel(const MtmlDevice* dev, MtmlDeviceTopologyLevel level,
                                              unsigned int count, MtmlDevice** devices) {
  unsigned found = 0;
  const MtmlReturn counted = mtmlDeviceCountDeviceByTopologyLevel(dev, level, &found);
  if (counted != MTML_SUCCESS || (count > 0 && devices == nullptr)) {
    return MTML_ERROR_INVALID_ARGUMENT;
  }
  if (count < found) {
    return MTML_ERROR_INSUFFICIENT_SIZE;
  }
  for (unsigned i = 0; i < found; ++i) {
    devices[i] = device_at(remote_of(dev->index, static_cast<int>(i)));
  }
  return MTML_SUCCESS;
}

MtmlReturn mtmlDeviceGetP2PStatus(const MtmlDevice* dev1, const MtmlDevice* dev2,
                                  MtmlDeviceP2PCaps p2pCap, MtmlDeviceP2PStatus* p2pStatus) {
  if (!is_live(dev2) || (p2pCap != MTML_P2P_CAPS_READ && p2pCap != MTML_P2P_CAPS_WRITE)) {
    return MTML_ERROR_INVALID_ARGUMENT;
  }
  return answer(dev1, p2pStatus, [] { return MTML_P2P_STATUS_OK; });
}

MtmlReturn mtmlDeviceGetMtLinkSpec(const MtmlDevice* dev, MtmlMtLinkSpec* spec) {
  if (is_live(dev) && !inventory().model->linked) {
    return MTML_ERROR_NOT_SUPPORTED;
  }
  return answer(dev, spec, [] {
    MtmlMtLinkSpec all{};  // a simulated link has neither a version nor a speed
    all.linkNum = links_of_a_device();
    return all;
  });
}

MtmlReturn mtmlDeviceGetMtLinkState(const MtmlDevice* dev, unsigned int linkId,
                                    MtmlMtLinkState* state) {
  const MtmlReturn checked = check_link(dev, linkId);
  return checked != MTML_SUCCESS ? checked
                                 : answer(dev, state, [] { return MTML_MTLINK_STATE_UP; });
}

MtmlReturn mtmlDeviceGetMtLinkCapStatus(const MtmlDevice* dev, unsigned int linkId,
                                        MtmlMtLinkCap capability, MtmlMtLinkCapStatus* status) {
  const MtmlReturn checked = check_link(dev, linkId);
  if (checked != MTML_SUCCESS) {
    return checked;
  }
  if (capability < MTML_MTLINK_CAP_P2P_ACCESS || capability >= MTML_MTLINK_CAP_COUNT) {
    return MTML_ERROR_INVALID_ARGUMENT;
  }
  return answer(dev, status, [] { return MTML_MTLINK_CAP_STATUS_OK; });
}

MtmlReturn mtmlDeviceGetMtLinkRemoteDevice(const MtmlDevice* dev, unsigned int linkId,
                                           MtmlDevice** remote) {
  const MtmlReturn checked = check_link(dev, linkId);
  if (checked != MTML_SUCCESS) {
    return checked;
  }
  return answer(dev, remote,
                [&] { return device_at(remote_of(dev->index, static_cast<int>(linkId))); });
}

MtmlReturn mtmlDeviceCountMtLinkLayouts(const MtmlDevice* local, const MtmlDevice* remote,
                                        unsigned int* linkCount) {
  if (!is_live(remote)) {
    return MTML_ERROR_INVALID_ARGUMENT;
  }
  return answer(local, linkCount,
                [&] { return inventory().model->linked && local != remote ? 1 : 0; });
}

MtmlReturn mtmlDeviceGetMtLinkLayouts(const MtmlDevice* local, const MtmlDevice* remote,
                                      unsigned int linkCount, MtmlMtLinkLayout* layouts) {
  if (!are_live(local, remote) || (linkCount > 0 && layouts == nullptr)) {
    return MTML_ERROR_INVALID_ARGUMENT;
  }
  if (!inventory().model->linked || local == remote) {
    return MTML_SUCCESS;
  }
  if (linkCount < 1) {
    return MTML_ERROR_INSUFFICIENT_SIZE;
  }
  *layouts = MtmlMtLinkLayout{};
  layouts->localLinkId = static_cast<unsigned>(link_to(local->index, remote->index));
  layouts->remoteLinkId = static_cast<unsigned>(link_to(remote->index, local->index));
  return MTML_SUCCESS;
}
