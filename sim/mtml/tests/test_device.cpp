// Properties of a device and of its parts.
#include <string>

#include "check.h"
#include "machine.h"
#include "musa_runtime_api.h"

TEST(a_device_is_the_one_that_the_runtime_knows) {
  const Machine machine(2, "S5000");
  MtmlDevice* device = machine.device(1);
  unsigned index = 0;
  EQUAL(mtmlDeviceGetIndex(device, &index), MTML_SUCCESS);
  EQUAL(index, 1u);
  char name[MTML_DEVICE_NAME_BUFFER_SIZE];
  EQUAL(mtmlDeviceGetName(device, name, sizeof name), MTML_SUCCESS);
  musaDeviceProp known;
  EQUAL(musaGetDeviceProperties(&known, 1), musaSuccess);
  EQUAL(std::string(name), std::string(known.name));
  MtmlPciInfo pci;
  EQUAL(mtmlDeviceGetPciInfo(device, &pci), MTML_SUCCESS);
  EQUAL(static_cast<int>(pci.bus), known.pciBusID);
  EQUAL(std::string(pci.sbdf), "00000000:02:00.0");
  unsigned cores = 0;
  EQUAL(mtmlDeviceCountGpuCores(device, &cores), MTML_SUCCESS);
  EQUAL(static_cast<int>(cores), known.multiProcessorCount);
  MtmlBrandType brand = MTML_BRAND_UNKNOWN;
  EQUAL(mtmlDeviceGetBrand(device, &brand), MTML_SUCCESS);
  EQUAL(brand, MTML_BRAND_MTT);
  EQUAL(mtmlDeviceGetName(device, name, 3), MTML_ERROR_INSUFFICIENT_SIZE);
  EQUAL(mtmlDeviceGetName(nullptr, name, sizeof name), MTML_ERROR_INVALID_ARGUMENT);
}

TEST(a_device_has_no_fans_displays_and_partitions) {
  const Machine machine(1, "S80");
  unsigned count = 9;
  EQUAL(mtmlDeviceCountFan(machine.device(0), &count), MTML_SUCCESS);
  EQUAL(count, 0u);
  count = 9;
  EQUAL(mtmlDeviceCountDisplayInterface(machine.device(0), &count), MTML_SUCCESS);
  EQUAL(count, 0u);
  MtmlDeviceProperty all;
  EQUAL(mtmlDeviceGetProperty(machine.device(0), &all), MTML_SUCCESS);
  EQUAL(all.virtCap + all.virtRole + all.mpcCap + all.mpcType + all.mtLinkCap, 0);
  EQUAL(sizeof all, 8u);
  EQUAL(sizeof(MtmlPciInfo), 32u + 12 * 4 + 6 * 4);
}

TEST(affinity_is_one_node_with_all_processors) {
  const Machine machine(1, "S4000");
  unsigned long words[] = {0, 7, 7};
  EQUAL(mtmlDeviceGetCpuAffinityWithinNode(machine.device(0), 3, words), MTML_SUCCESS);
  CHECK((words[0] & 1) == 1);
  EQUAL(mtmlDeviceGetMemoryAffinityWithinNode(machine.device(0), 3, words), MTML_SUCCESS);
  EQUAL(words[0], 1ul);
  EQUAL(words[1] + words[2], 0ul);
  EQUAL(mtmlDeviceGetCpuAffinityWithinNode(machine.device(0), 3, nullptr),
        MTML_ERROR_INVALID_ARGUMENT);
}

TEST(the_gpu_has_a_clock_and_is_idle) {
  const Machine machine(1, "S4000");
  MtmlGpu* gpu = nullptr;
  EQUAL(mtmlDeviceInitGpu(machine.device(0), &gpu), MTML_SUCCESS);
  unsigned value = 0;
  EQUAL(mtmlGpuGetClock(gpu, &value), MTML_SUCCESS);
  EQUAL(value, 1750u);
  EQUAL(mtmlGpuGetMaxClock(gpu, &value), MTML_SUCCESS);
  EQUAL(value, 1750u);
  EQUAL(mtmlGpuGetUtilization(gpu, &value), MTML_SUCCESS);
  EQUAL(value, 0u);
  value = 9;
  EQUAL(mtmlGpuGetEngineUtilization(gpu, MTML_GPU_ENGINE_COMPUTE, &value), MTML_SUCCESS);
  EQUAL(value, 0u);
  EQUAL(mtmlGpuGetEngineUtilization(gpu, MTML_GPU_ENGINE_MAX, &value), MTML_ERROR_INVALID_ARGUMENT);
  EQUAL(mtmlDeviceFreeGpu(gpu), MTML_SUCCESS);
  EQUAL(mtmlDeviceFreeGpu(nullptr), MTML_ERROR_INVALID_ARGUMENT);
}

TEST(memory_in_use_is_that_of_this_process) {
  const Machine machine(2, "S4000");
  MtmlMemory* memory = nullptr;
  EQUAL(mtmlDeviceInitMemory(machine.device(0), &memory), MTML_SUCCESS);
  unsigned long long total = 0;
  EQUAL(mtmlMemoryGetTotal(memory, &total), MTML_SUCCESS);
  EQUAL(total, 48ull << 30);
  void* block = nullptr;
  EQUAL(musaMalloc(&block, std::size_t{1} << 30), musaSuccess);
  unsigned long long used = 0;
  EQUAL(mtmlMemoryGetUsed(memory, &used), MTML_SUCCESS);
  EQUAL(used, 1ull << 30);
  unsigned percent = 0;
  EQUAL(mtmlMemoryGetUtilization(memory, &percent), MTML_SUCCESS);
  EQUAL(percent, 2u);
  musaFree(block);
  EQUAL(mtmlMemoryGetUsed(memory, &used), MTML_SUCCESS);
  EQUAL(used, 0ull);
  EQUAL(mtmlDeviceFreeMemory(memory), MTML_SUCCESS);
}

TEST(memory_has_a_clock_a_bus_and_no_ecc) {
  const Machine machine(1, "S4000");
  MtmlMemory* memory = nullptr;
  EQUAL(mtmlDeviceInitMemory(machine.device(0), &memory), MTML_SUCCESS);
  unsigned value = 0;
  EQUAL(mtmlMemoryGetClock(memory, &value), MTML_SUCCESS);
  EQUAL(value, 8000u);
  EQUAL(mtmlMemoryGetMaxClock(memory, &value), MTML_SUCCESS);
  EQUAL(value, 8000u);
  EQUAL(mtmlMemoryGetBusWidth(memory, &value), MTML_SUCCESS);
  EQUAL(value, 384u);
  MtmlEccMode current = MTML_MEMORY_ECC_ENABLE;
  MtmlEccMode pending = MTML_MEMORY_ECC_ENABLE;
  EQUAL(mtmlMemoryGetEccMode(memory, &current, &pending), MTML_SUCCESS);
  EQUAL(current, MTML_MEMORY_ECC_DISABLE);
  EQUAL(pending, MTML_MEMORY_ECC_DISABLE);
}

TEST(what_a_simulated_device_lacks_is_not_supported) {
  const Machine machine(1, "S5000");
  unsigned value = 0;
  EQUAL(mtmlDeviceGetPowerUsage(machine.device(0), &value), MTML_ERROR_NOT_SUPPORTED);
  MtmlVpu* vpu = nullptr;
  EQUAL(mtmlDeviceInitVpu(machine.device(0), &vpu), MTML_ERROR_NOT_SUPPORTED);
}

TEST_MAIN()
