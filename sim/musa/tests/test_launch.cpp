// Launches in all their forms, function attributes, occupancy.
#include "module.h"

// MU_LAUNCH_PARAM_END and its like are C.
#pragma GCC diagnostic ignored "-Wold-style-cast"

TEST(arguments_come_as_pointers_or_as_a_buffer) {
  const Module module;
  const Memory memory(400);
  Scale scale(memory.at);
  const MUfunction function = module.function("scale");
  OK(muLaunchKernel(function, 1, 1, 1, 100, 1, 1, 0, nullptr, scale.arguments, nullptr));
  scale.check(6);
  struct {
    MUdeviceptr data;
    float factor;
    int n;
  } buffer{memory.at, 0.5F, 100};
  size_t size = sizeof(buffer);
  void* extra[] = {MU_LAUNCH_PARAM_BUFFER_POINTER, &buffer, MU_LAUNCH_PARAM_BUFFER_SIZE, &size,
                   MU_LAUNCH_PARAM_END};
  OK(muLaunchKernel(function, 1, 1, 1, 100, 1, 1, 0, nullptr, nullptr, extra));
  scale.check(3);
  IS(muLaunchKernel(function, 1, 1, 1, 100, 1, 1, 0, nullptr, scale.arguments, extra),
     INVALID_VALUE);
  IS(muLaunchKernel(function, 1, 1, 1, 100, 1, 1, 0, nullptr, nullptr, nullptr), INVALID_VALUE);
}

TEST(wrong_launches_are_told) {
  const Module module;
  const Memory memory(400);
  Scale scale(memory.at);
  const MUfunction function = module.function("scale");
  IS(muLaunchKernel(function, 0, 1, 1, 1, 1, 1, 0, nullptr, scale.arguments, nullptr),
     INVALID_VALUE);
  IS(muLaunchKernel(function, 1, 1, 1, 4096, 1, 1, 0, nullptr, scale.arguments, nullptr),
     INVALID_VALUE);
  IS(muLaunchKernel(function, 1, 1, 1, 1, 1, 1, 1 << 30, nullptr, scale.arguments, nullptr),
     INVALID_VALUE);
  IS(muLaunchKernel(nullptr, 1, 1, 1, 1, 1, 1, 0, nullptr, scale.arguments, nullptr),
     INVALID_HANDLE);
  IS(muLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, reinterpret_cast<MUstream>(&scale),
                    scale.arguments, nullptr),
     INVALID_HANDLE);
}

TEST(a_launch_is_described_by_a_config) {
  const Module module;
  const Memory memory(400);
  Scale scale(memory.at);
  MUlaunchAttribute attribute{};
  attribute.id = MU_LAUNCH_ATTRIBUTE_PRIORITY;
  MUlaunchConfig config{};
  config.gridDimX = 2;
  config.gridDimY = config.gridDimZ = 1;
  config.blockDimX = 50;
  config.blockDimY = config.blockDimZ = 1;
  config.attrs = &attribute;
  config.numAttrs = 1;
  const MUfunction function = module.function("scale");
  OK(muLaunchKernelEx(&config, function, scale.arguments, nullptr));
  scale.check(6);
  attribute.id = MU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
  attribute.value.clusterDim.x = 2;
  attribute.value.clusterDim.y = attribute.value.clusterDim.z = 1;
  IS(muLaunchKernelEx(&config, function, scale.arguments, nullptr), NOT_SUPPORTED);
  config.attrs = nullptr;
  IS(muLaunchKernelEx(&config, function, scale.arguments, nullptr), INVALID_VALUE);
  IS(muLaunchKernelEx(nullptr, function, scale.arguments, nullptr), INVALID_VALUE);
}

TEST(a_cooperative_launch_knows_that_it_is_one) {
  const Module module;
  const Memory memory(8);
  MUdeviceptr at = memory.at;
  void* arguments[] = {&at};
  const MUfunction function = module.function("use_shared");
  OK(muLaunchCooperativeKernel(function, 2, 1, 1, 32, 1, 1, 64, nullptr, arguments));
  EQUAL(read<unsigned>(at, 2)[0], 64U);
  EQUAL(read<unsigned>(at, 2)[1], 1U);
  IS(muLaunchCooperativeKernel(function, 1 << 20, 1, 1, 1024, 1, 1, 64, nullptr, arguments),
     COOPERATIVE_LAUNCH_TOO_LARGE);
}

TEST(a_host_function_runs_in_order) {
  const Memory memory(4);
  OK(muMemsetD32Async(memory.at, 1, 1, nullptr));
  int value = 0;
  OK(muLaunchHostFunc(nullptr, [](void* data) { *static_cast<int*>(data) = 9; }, &value));
  OK(muStreamSynchronize(nullptr));
  EQUAL(value, 9);
  IS(muLaunchHostFunc(nullptr, nullptr, &value), INVALID_VALUE);
}

TEST(attributes_of_functions_are_read_and_set) {
  const Module module;
  const MUfunction function = module.function("use_shared");
  int value = 0;
  OK(muFuncGetAttribute(&value, MU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, function));
  EQUAL(value, 1024);
  OK(muFuncGetAttribute(&value, MU_FUNC_ATTRIBUTE_NUM_REGS, function));
  CHECK(value > 0);
  int limit = 0;
  OK(muDeviceGetAttribute(&limit, MU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, 0));
  OK(muFuncSetAttribute(function, MU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, limit));
  OK(muFuncGetAttribute(&value, MU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, function));
  EQUAL(value, limit);
  const Memory memory(8);
  MUdeviceptr at = memory.at;
  void* arguments[] = {&at};
  OK(muLaunchKernel(function, 1, 1, 1, 1, 1, 1, static_cast<unsigned>(limit), nullptr, arguments,
                    nullptr));
  EQUAL(read<unsigned>(at, 1)[0], static_cast<unsigned>(limit));
  IS(muFuncSetAttribute(function, MU_FUNC_ATTRIBUTE_NUM_REGS, 3), INVALID_VALUE);
  IS(muFuncSetAttribute(function, MU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, limit + 1),
     INVALID_VALUE);
  IS(muFuncGetAttribute(&value, static_cast<MUfunction_attribute>(31), function), INVALID_VALUE);
  IS(muFuncGetAttribute(&value, MU_FUNC_ATTRIBUTE_NUM_REGS, nullptr), INVALID_HANDLE);
}

TEST(preferences_of_functions_are_checked) {
  const Module module;
  const MUfunction function = module.function("scale");
  OK(muFuncSetCacheConfig(function, MU_FUNC_CACHE_PREFER_EQUAL));
  OK(muFuncSetSharedMemConfig(function, MU_SHARED_MEM_CONFIG_FOUR_BYTE_BANK_SIZE));
  IS(muFuncSetSharedMemConfig(function, static_cast<MUsharedconfig>(3)), INVALID_VALUE);
}

TEST(occupancy_follows_the_size_of_the_block) {
  const Module module;
  const MUfunction function = module.function("use_shared");
  int small = 0;
  int large = 0;
  OK(muOccupancyMaxActiveBlocksPerMultiprocessor(&small, function, 128, 0));
  OK(muOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&large, function, 1024, 0, 0));
  CHECK(large >= 1 && small > large);
  int grid = 0;
  int block = 0;
  OK(muOccupancyMaxPotentialBlockSize(&grid, &block, function, nullptr, 0, 0));
  CHECK(grid > 0 && block > 0 && block <= 1024);
  const auto shared = [](int size) { return static_cast<size_t>(size) * 4; };
  OK(muOccupancyMaxPotentialBlockSizeWithFlags(&grid, &block, function, shared, 0, 256, 0));
  CHECK(block <= 256);
  size_t bytes = 0;
  OK(muOccupancyAvailableDynamicSMemPerBlock(&bytes, function, 1, 128));
  CHECK(bytes > 0);
  IS(muOccupancyMaxActiveBlocksPerMultiprocessor(&small, function, -1, 0), INVALID_VALUE);
  IS(muOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&small, function, 128, 0, 77),
     INVALID_VALUE);
}

TEST(a_function_of_another_device_is_refused) {
  MUcontext second = nullptr;
  OK(muCtxCreate(&second, 0, 1));
  {
    const Module module;
    const MUfunction function = module.function("failing");
    OK(muCtxPushCurrent(context));
    IS(muLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, nullptr), INVALID_HANDLE);
    MUcontext popped = nullptr;
    OK(muCtxPopCurrent(&popped));
  }
  OK(muCtxDestroy(second));
}

TEST(a_failed_kernel_breaks_its_device_only) {
  MUcontext second = nullptr;
  OK(muCtxCreate(&second, 0, 1));
  MUmodule module = nullptr;
  OK(muModuleLoad(&module, MUSASIM_TEST_MODULE));
  MUfunction function = nullptr;
  OK(muModuleGetFunction(&function, module, "failing"));
  OK(muLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, nullptr));
  IS(muCtxSynchronize(), ASSERT);
  MUdeviceptr pointer = 0;
  IS(muMemAlloc(&pointer, 4), ASSERT);
  OK(muCtxDestroy(second));
  OK(muMemAlloc(&pointer, 4));
  OK(muMemFree(pointer));
}

TEST_MAIN()
