// The runtime's questions about devices start the driver: muInit need not be called.
#include "check.h"
#include "musa.h"
#include "musa_runtime_api.h"

TEST(a_call_of_the_runtime_starts_the_driver) {
  MUdevice device = -1;
  EQUAL(static_cast<int>(muDeviceGet(&device, 0)), static_cast<int>(MUSA_ERROR_NOT_INITIALIZED));
  int count = 0;
  EQUAL(static_cast<int>(musaGetDeviceCount(&count)), static_cast<int>(musaSuccess));
  EQUAL(static_cast<int>(muDeviceGet(&device, 0)), static_cast<int>(MUSA_SUCCESS));
  EQUAL(device, 0);
}

TEST_MAIN()
