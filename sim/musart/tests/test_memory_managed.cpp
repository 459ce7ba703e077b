// Managed memory, advice and prefetching.
#include <cstdlib>
#include <cstring>

#include "check.h"
#include "gate.h"
#include "musa_runtime_api.h"

namespace {

int attribute(musaMemRangeAttribute which, const void* pointer, std::size_t bytes) {
  int value = -100;
  EQUAL(musaMemRangeGetAttribute(&value, sizeof value, which, pointer, bytes), musaSuccess);
  return value;
}

char* managed(std::size_t bytes) {
  void* pointer = nullptr;
  EQUAL(musaMallocManaged(&pointer, bytes, musaMemAttachGlobal), musaSuccess);
  return static_cast<char*>(pointer);
}

}  // namespace

TEST(host_and_device_share_managed_memory) {
  char* memory = managed(1000);
  std::memset(memory, 3, 1000);
  EQUAL(musaMemset(memory, 4, 500), musaSuccess);
  EQUAL(musaDeviceSynchronize(), musaSuccess);
  EQUAL(int{memory[499]}, 4);
  EQUAL(int{memory[500]}, 3);
  char host[10];
  EQUAL(musaMemcpy(host, memory + 495, 10, musaMemcpyDefault), musaSuccess);
  EQUAL(int{host[4]}, 4);
  EQUAL(int{host[5]}, 3);
  EQUAL(musaMemcpy(memory, host, 10, musaMemcpyHostToDevice), musaSuccess);
  EQUAL(musaFree(memory), musaSuccess);
}

TEST(advice_is_kept_by_range) {
  char* memory = managed(1 << 20);
  const std::size_t half = 1 << 19;
  EQUAL(attribute(musaMemRangeAttributePreferredLocation, memory, half), musaInvalidDeviceId);
  EQUAL(musaMemAdvise(memory, half, musaMemAdviseSetReadMostly, 0), musaSuccess);
  EQUAL(attribute(musaMemRangeAttributeReadMostly, memory, half), 1);
  EQUAL(attribute(musaMemRangeAttributeReadMostly, memory, half + 1), 0);
  EQUAL(musaMemAdvise(memory, half, musaMemAdviseUnsetReadMostly, 0), musaSuccess);
  EQUAL(attribute(musaMemRangeAttributeReadMostly, memory, half), 0);
  EQUAL(musaMemAdvise(memory, 2 * half, musaMemAdviseSetPreferredLocation, musaCpuDeviceId),
        musaSuccess);
  EQUAL(attribute(musaMemRangeAttributePreferredLocation, memory, 2 * half), musaCpuDeviceId);
  const musaMemLocation first{musaMemLocationTypeDevice, 0};
  EQUAL(musaMemAdvise_v2(memory + half, half, musaMemAdviseSetPreferredLocation, first),
        musaSuccess);
  EQUAL(attribute(musaMemRangeAttributePreferredLocation, memory + half, half), 0);
  EQUAL(attribute(musaMemRangeAttributePreferredLocation, memory, 2 * half), musaInvalidDeviceId);
  EQUAL(musaFree(memory), musaSuccess);
}

TEST(devices_that_access_are_listed) {
  char* memory = managed(4096);
  EQUAL(musaMemAdvise(memory, 4096, musaMemAdviseSetAccessedBy, 1), musaSuccess);
  EQUAL(musaMemAdvise(memory, 4096, musaMemAdviseSetAccessedBy, 0), musaSuccess);
  int list[3] = {};
  int location = 0;
  void* data[] = {list, &location};
  std::size_t sizes[] = {sizeof list, sizeof location};
  musaMemRangeAttribute which[] = {musaMemRangeAttributeAccessedBy,
                                   musaMemRangeAttributeLastPrefetchLocation};
  EQUAL(musaMemPrefetchAsync(memory, 4096, 1, nullptr), musaSuccess);
  EQUAL(musaMemRangeGetAttributes(data, sizes, which, 2, memory, 4096), musaSuccess);
  EQUAL(list[0], 0);
  EQUAL(list[1], 1);
  EQUAL(list[2], musaInvalidDeviceId);
  EQUAL(location, 1);
  EQUAL(musaMemAdvise(memory, 4096, musaMemAdviseUnsetAccessedBy, 0), musaSuccess);
  EQUAL(musaMemRangeGetAttributes(data, sizes, which, 1, memory, 4096), musaSuccess);
  EQUAL(list[0], 1);
  EQUAL(musaFree(memory), musaSuccess);
}

TEST(prefetching_takes_its_place_in_the_stream) {
  char* memory = managed(4096);
  const musaMemLocation first{musaMemLocationTypeDevice, 0};
  EQUAL(musaMemPrefetchAsync_v2(memory, 4096, first, 0, nullptr), musaSuccess);
  EQUAL(attribute(musaMemRangeAttributeLastPrefetchLocation, memory, 4096), 0);
  EQUAL(musaMemPrefetchAsync(memory, 4096, musaCpuDeviceId, nullptr), musaSuccess);
  EQUAL(musaStreamSynchronize(nullptr), musaSuccess);
  EQUAL(attribute(musaMemRangeAttributeLastPrefetchLocation, memory, 4096), musaCpuDeviceId);
  EQUAL(musaFree(memory), musaSuccess);
}

TEST(attachment_keeps_the_order_of_the_stream) {
  char* memory = managed(4096);
  musaStream_t stream = nullptr;
  EQUAL(musaStreamCreate(&stream), musaSuccess);
  Gate gate;
  EQUAL(gate.hold(stream), musaSuccess);
  EQUAL(musaMemsetAsync(memory, 6, 4096, stream), musaSuccess);
  EQUAL(musaStreamAttachMemAsync(stream, memory, 0, musaMemAttachSingle), musaSuccess);
  EQUAL(musaStreamQuery(stream), musaErrorNotReady);
  gate.open();
  EQUAL(musaStreamSynchronize(stream), musaSuccess);
  EQUAL(int{memory[4095]}, 6);
  EQUAL(musaStreamAttachMemAsync(stream, memory, 100, musaMemAttachSingle), musaErrorInvalidValue);
  EQUAL(musaStreamAttachMemAsync(stream, memory, 0, 0), musaErrorInvalidValue);
  EQUAL(musaStreamDestroy(stream), musaSuccess);
  EQUAL(musaFree(memory), musaSuccess);
  musaGetLastError();
}

TEST(only_managed_memory_takes_advice) {
  void* device = nullptr;
  EQUAL(musaMalloc(&device, 100), musaSuccess);
  EQUAL(musaMemAdvise(device, 100, musaMemAdviseSetReadMostly, 0), musaErrorInvalidValue);
  EQUAL(musaMemPrefetchAsync(device, 100, 0, nullptr), musaErrorInvalidValue);
  EQUAL(musaStreamAttachMemAsync(nullptr, device, 0, musaMemAttachGlobal), musaErrorInvalidValue);
  EQUAL(musaFree(device), musaSuccess);
  char* memory = managed(100);
  EQUAL(musaMemAdvise(memory, 101, musaMemAdviseSetReadMostly, 0), musaErrorInvalidValue);
  EQUAL(musaMemAdvise(memory, 100, musaMemAdviseSetPreferredLocation, 7), musaErrorInvalidDevice);
  EQUAL(musaMemPrefetchAsync(memory, 100, 7, nullptr), musaErrorInvalidDevice);
  int value = 0;
  EQUAL(musaMemRangeGetAttribute(&value, 3, musaMemRangeAttributeReadMostly, memory, 100),
        musaErrorInvalidValue);
  EQUAL(musaFree(memory), musaSuccess);
  musaGetLastError();
}

int main(int argc, char** argv) {
  setenv("MUSASIM_DEVICES", "2", 1);
  return ::testing::run_all(argc, argv);
}
