// Managed memory: advice, prefetching, attachment.
#include "driver.h"

namespace {

struct Managed {
  MUdeviceptr at = 0;
  Managed() { OK(muMemAllocManaged(&at, 8192, MU_MEM_ATTACH_GLOBAL)); }
  ~Managed() { OK(muMemFree(at)); }
  Managed(const Managed&) = delete;
  Managed& operator=(const Managed&) = delete;
};

int attribute(MUmem_range_attribute which, const Managed& memory) {
  int value = -100;
  OK(muMemRangeGetAttribute(&value, sizeof(value), which, memory.at, 8192));
  return value;
}

}  // namespace

TEST(advice_is_kept) {
  const Managed memory;
  OK(muMemAdvise(memory.at, 8192, MU_MEM_ADVISE_SET_READ_MOSTLY, 0));
  EQUAL(attribute(MU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, memory), 1);
  OK(muMemAdvise(memory.at, 8192, MU_MEM_ADVISE_SET_PREFERRED_LOCATION, 1));
  OK(muMemAdvise(memory.at, 8192, MU_MEM_ADVISE_SET_ACCESSED_BY, 0));
  int preferred = -100;
  int accessed[3] = {};
  void* data[] = {&preferred, accessed};
  size_t sizes[] = {sizeof(preferred), sizeof(accessed)};
  MUmem_range_attribute attributes[] = {MU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION,
                                        MU_MEM_RANGE_ATTRIBUTE_ACCESSED_BY};
  OK(muMemRangeGetAttributes(data, sizes, attributes, 2, memory.at, 8192));
  EQUAL(preferred, 1);
  EQUAL(accessed[0], 0);
  EQUAL(accessed[1], -2);
  IS(muMemAdvise(memory.at, 8192, MU_MEM_ADVISE_SET_ACCESSED_BY, 9), INVALID_DEVICE);
  const Memory device(64);
  IS(muMemAdvise(device.at, 64, MU_MEM_ADVISE_SET_READ_MOSTLY, 0), INVALID_VALUE);
}

TEST(prefetching_is_remembered) {
  const Managed memory;
  EQUAL(attribute(MU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION, memory), -2);
  OK(muMemPrefetchAsync(memory.at, 8192, 1, nullptr));
  OK(muCtxSynchronize());
  EQUAL(attribute(MU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION, memory), 1);
  IS(muMemPrefetchAsync(memory.at, 8192, 5, nullptr), INVALID_DEVICE);
}

TEST(memory_is_attached_to_a_stream) {
  const Managed memory;
  OK(muStreamAttachMemAsync(nullptr, memory.at, 0, MU_MEM_ATTACH_HOST));
  OK(muCtxSynchronize());
  reinterpret_cast<int*>(memory.at)[0] = 3;
  EQUAL(read<int>(memory.at, 1)[0], 3);
  IS(muStreamAttachMemAsync(nullptr, memory.at, 0, 77), INVALID_VALUE);
}

TEST_MAIN()
