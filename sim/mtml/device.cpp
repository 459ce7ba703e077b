// Properties of a device.
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "mtml/handles.h"
#include "mtml/identity.h"

namespace musasim::mtml {

namespace {

MtmlPciInfo pci_info(int index) {
  MtmlPciInfo info{};  // a simulated device has no slot, so the numbers about it stay 0
  info.bus = bus_of(index);
  std::snprintf(info.sbdf, sizeof info.sbdf, "%08x:%02x:%02x.0", info.segment, info.bus,
                info.device);
  return info;
}

MtmlDeviceProperty properties() {
  MtmlDeviceProperty all{};  // no virtualization and no partitions
  all.mtLinkCap =
      inventory().model->linked ? MTML_DEVICE_SUPPORT_MTLINK : MTML_DEVICE_NOT_SUPPORT_MTLINK;
  return all;
}

// Sets the first `count` bits of a set of that many words.
void set_bits(unsigned long* words, unsigned size, long count) {
  constexpr unsigned kBits = 8 * sizeof *words;
  std::fill(words, words + size, 0ul);
  for (unsigned bit = 0; bit < count && bit < size * kBits; ++bit) {
    words[bit / kBits] |= 1ul << (bit % kBits);
  }
}

}  // namespace

}  // namespace musasim::mtml

using namespace musasim::mtml;

MtmlReturn mtmlDeviceGetIndex(const MtmlDevice* dev, unsigned int* index) {
  return answer(dev, index, [&] { return dev->index; });
}

MtmlReturn mtmlDeviceGetUUID(const MtmlDevice* dev, char* uuid, unsigned int length) {
  if (!is_live(dev)) {
    return MTML_ERROR_INVALID_ARGUMENT;
  }
  return answer_text(dev, uuid, length, uuid_of(dev->index).c_str());
}

MtmlReturn mtmlDeviceGetBrand(const MtmlDevice* dev, MtmlBrandType* type) {
  return answer(dev, type, [] { return MTML_BRAND_MTT; });
}

MtmlReturn mtmlDeviceGetName(const MtmlDevice* dev, char* name, unsigned int length) {
  if (!is_live(dev)) {
    return MTML_ERROR_INVALID_ARGUMENT;
  }
  return answer_text(dev, name, length, inventory().model->name);
}

MtmlReturn mtmlDeviceGetPciInfo(const MtmlDevice* dev, MtmlPciInfo* pci) {
  return answer(dev, pci, [&] { return pci_info(dev->index); });
}

MtmlReturn mtmlDeviceGetProperty(const MtmlDevice* dev, MtmlDeviceProperty* prop) {
  return answer(dev, prop, [] { return properties(); });
}

MtmlReturn mtmlDeviceCountFan(const MtmlDevice* dev, unsigned int* count) {
  return answer(dev, count, [] { return 0; });
}

MtmlReturn mtmlDeviceCountDisplayInterface(const MtmlDevice* dev, unsigned int* count) {
  return answer(dev, count, [] { return 0; });
}

MtmlReturn mtmlDeviceCountGpuCores(const MtmlDevice* dev, unsigned int* numCores) {
  return answer(dev, numCores, [] { return inventory().model->multiprocessors; });
}

// Simulated devices are near all processors, and near the first node of memory.

MtmlReturn mtmlDeviceGetCpuAffinityWithinNode(const MtmlDevice* dev, unsigned int cpuSetSize,
                                              unsigned long* cpuSet) {
  if (!is_live(dev) || cpuSet == nullptr) {
    return MTML_ERROR_INVALID_ARGUMENT;
  }
  set_bits(cpuSet, cpuSetSize, sysconf(_SC_NPROCESSORS_CONF));
  return MTML_SUCCESS;
}

MtmlReturn mtmlDeviceGetMemoryAffinityWithinNode(const MtmlDevice* dev, unsigned int nodeSetSize,
                                                 unsigned long* nodeSet) {
  if (!is_live(dev) || nodeSet == nullptr) {
    return MTML_ERROR_INVALID_ARGUMENT;
  }
  set_bits(nodeSet, nodeSetSize, 1);
  return MTML_SUCCESS;
}
