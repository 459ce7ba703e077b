// Functions that are called when a device has too little memory.
#include "environment.h"
#include "stream_helpers.h"

namespace {

const Environment environment({{"MUSASIM_DEVICES", "2"}, {"MUSASIM_MEMORY", "64M"}});

constexpr std::size_t kTooMuch = std::size_t{65} << 20;

struct Heard {
  int count = 0;
  unsigned long long missing = 0;
  musaAsyncCallbackHandle_t handle = nullptr;
  musaError_t again = musaSuccess;
};

void listen(musaAsyncNotificationInfo_t* info, void* data, musaAsyncCallbackHandle_t handle) {
  Heard& heard = *static_cast<Heard*>(data);
  EQUAL(info->type, musaAsyncNotificationTypeOverBudget);
  ++heard.count;
  heard.missing = info->info.overBudget.bytesOverBudget;
  heard.handle = handle;
  heard.again = musaDeviceUnregisterAsyncNotification(0, handle);
}

// Hears of device 0 as long as it lives.
class Listener {
 public:
  Listener() {
    EQUAL(musaDeviceRegisterAsyncNotification(0, listen, &heard, &handle), musaSuccess);
  }
  ~Listener() { EQUAL(musaDeviceUnregisterAsyncNotification(0, handle), musaSuccess); }
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  Heard heard;
  musaAsyncCallbackHandle_t handle = nullptr;
};

void fail_to_allocate() {
  void* pointer = nullptr;
  EQUAL(musaMalloc(&pointer, kTooMuch), musaErrorMemoryAllocation);
  EQUAL(musaGetLastError(), musaErrorMemoryAllocation);
}

}  // namespace

TEST(a_failed_allocation_is_heard_of) {
  const Listener listener;
  std::size_t left = 0;
  std::size_t total = 0;
  EQUAL(musaMemGetInfo(&left, &total), musaSuccess);
  fail_to_allocate();
  EQUAL(listener.heard.count, 1);
  EQUAL(listener.heard.missing, kTooMuch - left);
  CHECK(listener.heard.handle == listener.handle);
}

TEST(one_that_fits_is_not) {
  const Listener listener;
  helpers::Ints fits(1000);
  EQUAL(listener.heard.count, 0);
}

TEST(pools_tell_too) {
  const Listener listener;
  void* pointer = nullptr;
  EQUAL(musaMallocAsync(&pointer, kTooMuch, nullptr), musaErrorMemoryAllocation);
  EQUAL(listener.heard.count, 1);
}

TEST(each_device_has_its_own) {
  const Listener listener;
  EQUAL(musaSetDevice(1), musaSuccess);
  fail_to_allocate();
  EQUAL(musaSetDevice(0), musaSuccess);
  EQUAL(listener.heard.count, 0);
}

TEST(no_longer_once_it_is_unregistered) {
  Heard heard;
  musaAsyncCallbackHandle_t handle = nullptr;
  EQUAL(musaDeviceRegisterAsyncNotification(0, listen, &heard, &handle), musaSuccess);
  const Listener other;
  EQUAL(musaDeviceUnregisterAsyncNotification(0, handle), musaSuccess);
  fail_to_allocate();
  EQUAL(heard.count, 0);
  EQUAL(other.heard.count, 1);
  EQUAL(musaDeviceUnregisterAsyncNotification(0, handle), musaErrorInvalidValue);
}

TEST(a_listener_must_not_change_the_list) {
  const Listener listener;
  fail_to_allocate();
  EQUAL(listener.heard.again, musaErrorNotPermitted);
}

TEST(bad_arguments_are_diagnosed) {
  musaAsyncCallbackHandle_t handle = nullptr;
  EQUAL(musaDeviceRegisterAsyncNotification(0, nullptr, nullptr, &handle), musaErrorInvalidValue);
  EQUAL(musaDeviceRegisterAsyncNotification(0, listen, nullptr, nullptr), musaErrorInvalidValue);
  EQUAL(musaDeviceRegisterAsyncNotification(2, listen, nullptr, &handle), musaErrorInvalidDevice);
  EQUAL(musaDeviceUnregisterAsyncNotification(-1, handle), musaErrorInvalidDevice);
}

TEST_MAIN()
