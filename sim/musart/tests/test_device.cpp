// Choosing devices; flags, reset.
#include <thread>

#include "check.h"
#include "environment.h"
#include "musa_runtime_api.h"

namespace {

const Environment environment({{"MUSASIM_DEVICES", "3"}});

int device() {
  int current = -1;
  EQUAL(musaGetDevice(&current), musaSuccess);
  return current;
}

int device_of_new_thread() {
  int current = -1;
  std::thread([&] { current = device(); }).join();
  return current;
}

}  // namespace

TEST(count_is_what_was_asked_for) {
  int count = 0;
  EQUAL(musaGetDeviceCount(&count), musaSuccess);
  EQUAL(count, 3);
  EQUAL(musaGetDeviceCount(nullptr), musaErrorInvalidValue);
}

TEST(each_thread_has_its_device) {
  EQUAL(musaSetDevice(2), musaSuccess);
  EQUAL(device(), 2);
  EQUAL(device_of_new_thread(), 0);
  EQUAL(musaSetDevice(3), musaErrorInvalidDevice);
  EQUAL(musaSetDevice(-1), musaErrorInvalidDevice);
  EQUAL(device(), 2);
  EQUAL(musaSetDevice(0), musaSuccess);
  EQUAL(musaGetDevice(nullptr), musaErrorInvalidValue);
}

TEST(memory_belongs_to_the_chosen_device) {
  EQUAL(musaSetDevice(1), musaSuccess);
  void* memory = nullptr;
  EQUAL(musaMalloc(&memory, 64), musaSuccess);
  musaPointerAttributes attributes{};
  EQUAL(musaPointerGetAttributes(&attributes, memory), musaSuccess);
  EQUAL(attributes.device, 1);
  EQUAL(musaFree(memory), musaSuccess);
  EQUAL(musaSetDevice(0), musaSuccess);
}

TEST(valid_devices_give_threads_their_first_device) {
  int order[] = {2, 1};
  EQUAL(musaSetValidDevices(order, 2), musaSuccess);
  EQUAL(device_of_new_thread(), 2);
  EQUAL(device(), 0);  // chose one before
  EQUAL(musaSetValidDevices(nullptr, 0), musaSuccess);
  EQUAL(device_of_new_thread(), 0);
  int wrong[] = {7};
  EQUAL(musaSetValidDevices(wrong, 1), musaErrorInvalidDevice);
  EQUAL(musaSetValidDevices(nullptr, 1), musaErrorInvalidValue);
  EQUAL(musaSetValidDevices(order, -1), musaErrorInvalidValue);
}

TEST(flags_are_kept) {
  unsigned flags = 0;
  EQUAL(musaSetDeviceFlags(musaDeviceScheduleBlockingSync), musaSuccess);
  EQUAL(musaGetDeviceFlags(&flags), musaSuccess);
  EQUAL(flags, unsigned{musaDeviceScheduleBlockingSync | musaDeviceMapHost});
  EQUAL(musaSetDeviceFlags(musaDeviceScheduleSpin | musaDeviceScheduleYield),
        musaErrorInvalidValue);
  EQUAL(musaSetDeviceFlags(0x100), musaErrorInvalidValue);
  EQUAL(musaGetDeviceFlags(nullptr), musaErrorInvalidValue);
  EQUAL(musaSetDeviceFlags(musaDeviceScheduleAuto), musaSuccess);
}

TEST(init_device_sets_flags_without_choosing) {
  EQUAL(musaInitDevice(1, musaDeviceScheduleYield, musaInitDeviceFlagsAreValid), musaSuccess);
  EQUAL(device(), 0);
  EQUAL(musaInitDevice(1, 0x100, musaInitDeviceFlagsAreValid), musaErrorInvalidValue);
  EQUAL(musaInitDevice(1, 0, 2), musaErrorInvalidValue);
  EQUAL(musaInitDevice(5, 0, 0), musaErrorInvalidDevice);
  EQUAL(musaSetDevice(1), musaSuccess);
  unsigned flags = 0;
  EQUAL(musaGetDeviceFlags(&flags), musaSuccess);
  EQUAL(flags & musaDeviceScheduleMask, unsigned{musaDeviceScheduleYield});
  EQUAL(musaSetDevice(0), musaSuccess);
}

TEST(choose_finds_the_device_that_fits) {
  musaDeviceProp wanted{};
  EQUAL(musaGetDeviceProperties(&wanted, 2), musaSuccess);
  int chosen = -1;
  EQUAL(musaChooseDevice(&chosen, &wanted), musaSuccess);
  EQUAL(chosen, 2);
  const musaDeviceProp any{};
  EQUAL(musaChooseDevice(&chosen, &any), musaSuccess);
  EQUAL(chosen, 0);
  EQUAL(musaChooseDevice(nullptr, &any), musaErrorInvalidValue);
  EQUAL(musaChooseDevice(&chosen, nullptr), musaErrorInvalidValue);
}

TEST(reset_frees_the_memory_of_the_device) {
  EQUAL(musaSetDevice(1), musaSuccess);
  std::size_t before = 0;
  std::size_t total = 0;
  EQUAL(musaMemGetInfo(&before, &total), musaSuccess);
  void* memory = nullptr;
  EQUAL(musaMalloc(&memory, 1 << 20), musaSuccess);
  EQUAL(musaDeviceSetLimit(musaLimitStackSize, 4096), musaSuccess);
  EQUAL(musaDeviceReset(), musaSuccess);
  std::size_t after = 0;
  EQUAL(musaMemGetInfo(&after, &total), musaSuccess);
  EQUAL(after, before);
  EQUAL(musaFree(memory), musaErrorInvalidValue);
  std::size_t stack = 0;
  EQUAL(musaDeviceGetLimit(&stack, musaLimitStackSize), musaSuccess);
  EQUAL(stack, 1024u);
  EQUAL(musaSetDevice(0), musaSuccess);
}

TEST(synchronize_waits_for_the_device) {
  int host[4] = {1, 2, 3, 4};
  void* memory = nullptr;
  int back[4] = {};
  EQUAL(musaMalloc(&memory, sizeof host), musaSuccess);
  EQUAL(musaMemcpyAsync(memory, host, sizeof host, musaMemcpyHostToDevice, nullptr), musaSuccess);
  EQUAL(musaMemcpyAsync(back, memory, sizeof back, musaMemcpyDeviceToHost, nullptr), musaSuccess);
  EQUAL(musaDeviceSynchronize(), musaSuccess);
  EQUAL(back[3], 4);
  EQUAL(musaThreadSynchronize(), musaSuccess);
  EQUAL(musaFree(memory), musaSuccess);
}

TEST(old_names_do_the_same) {
  EQUAL(musaThreadSetLimit(musaLimitStackSize, 2048), musaSuccess);
  std::size_t value = 0;
  EQUAL(musaThreadGetLimit(&value, musaLimitStackSize), musaSuccess);
  EQUAL(value, 2048u);
  EQUAL(musaThreadSetCacheConfig(musaFuncCachePreferL1), musaSuccess);
  musaFuncCache config = musaFuncCachePreferNone;
  EQUAL(musaThreadGetCacheConfig(&config), musaSuccess);
  EQUAL(config, musaFuncCachePreferL1);
  EQUAL(musaThreadExit(), musaSuccess);
  EQUAL(musaDeviceGetLimit(&value, musaLimitStackSize), musaSuccess);
  EQUAL(value, 1024u);
  double number = 0.1;
  EQUAL(musaSetDoubleForDevice(&number), musaSuccess);
  EQUAL(musaSetDoubleForHost(&number), musaSuccess);
  EQUAL(number, 0.1);
  EQUAL(musaSetDoubleForHost(nullptr), musaErrorInvalidValue);
}

TEST_MAIN()
