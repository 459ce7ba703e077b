// The driver and the runtime together: devices, contexts, memory, streams, errors.
#include <thread>

#include "module.h"
#include "musa_runtime_api.h"

namespace {

MUcontext current() {
  MUcontext found = nullptr;
  OK(muCtxGetCurrent(&found));
  return found;
}

}  // namespace

TEST(the_runtime_makes_the_primary_context_current) {
  std::thread([] {
    CHECK(current() == nullptr);
    EQUAL(musaSetDevice(1), musaSuccess);
    void* pointer = nullptr;
    EQUAL(musaMalloc(&pointer, 16), musaSuccess);
    MUcontext primary = nullptr;
    OK(muDevicePrimaryCtxRetain(&primary, 1));
    CHECK(current() == primary);
    MUdevice device = -1;
    OK(muCtxGetDevice(&device));
    EQUAL(device, 1);
    unsigned flags = 0;
    int active = 0;
    OK(muDevicePrimaryCtxGetState(1, &flags, &active));
    EQUAL(active, 1);
    OK(muDevicePrimaryCtxRelease(1));
    EQUAL(musaFree(pointer), musaSuccess);
  }).join();
}

TEST(the_current_context_is_the_runtimes_device) {
  MUcontext second = nullptr;
  OK(muCtxCreate(&second, 0, 1));
  int device = -1;
  EQUAL(musaGetDevice(&device), musaSuccess);
  EQUAL(device, 1);
  EQUAL(musaSetDevice(0), musaSuccess);
  CHECK(current() == context);
  OK(muCtxDestroy(second));
}

TEST(memory_is_known_to_both) {
  void* pointer = nullptr;
  EQUAL(musaMalloc(&pointer, 400), musaSuccess);
  const auto address = reinterpret_cast<MUdeviceptr>(pointer);
  OK(muMemsetD32(address, 5, 100));
  int value = 0;
  EQUAL(musaMemcpy(&value, static_cast<int*>(pointer) + 99, 4, musaMemcpyDeviceToHost),
        musaSuccess);
  EQUAL(value, 5);
  size_t size = 0;
  OK(muMemGetAddressRange(nullptr, &size, address));
  EQUAL(size, size_t{400});
  OK(muMemFree(address));
  EQUAL(musaFree(pointer), musaErrorInvalidValue);
}

TEST(streams_and_events_are_the_same_objects) {
  musaStream_t stream = nullptr;
  musaEvent_t event = nullptr;
  EQUAL(musaStreamCreate(&stream), musaSuccess);
  EQUAL(musaEventCreate(&event), musaSuccess);
  OK(muEventRecord(event, stream));
  EQUAL(musaEventSynchronize(event), musaSuccess);
  OK(muEventDestroy(event));
  OK(muStreamDestroy(stream));
  EQUAL(musaStreamSynchronize(stream), musaErrorInvalidResourceHandle);
}

TEST(a_function_of_a_module_is_launched_by_the_runtime) {
  const Module module;
  const Memory memory(400);
  Scale scale(memory.at);
  EQUAL(musaLaunchKernel(module.function("scale"), dim3(1), dim3(100), scale.arguments, 0, nullptr),
        musaSuccess);
  EQUAL(musaDeviceSynchronize(), musaSuccess);
  scale.check(6);
}

TEST(errors_of_the_driver_are_not_the_runtimes) {
  musaGetLastError();
  MUdeviceptr pointer = 0;
  IS(muMemAlloc(&pointer, 0), INVALID_VALUE);
  EQUAL(musaGetLastError(), musaSuccess);
}

TEST_MAIN()
