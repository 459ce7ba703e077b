// A process without devices.
#include <string>

#include "check.h"
#include "environment.h"
#include "musa_runtime_api.h"

namespace {

const Environment environment({{"MUSASIM_DEVICES", "2"}, {"MUSA_VISIBLE_DEVICES", ""}});

}  // namespace

TEST(count_says_so) {
  int count = -1;
  EQUAL(musaGetDeviceCount(&count), musaErrorNoDevice);
  EQUAL(count, 0);
}

TEST(every_use_says_so) {
  int value = 0;
  void* memory = nullptr;
  musaDeviceProp properties{};
  EQUAL(musaSetDevice(0), musaErrorNoDevice);
  EQUAL(musaGetDevice(&value), musaErrorNoDevice);
  EQUAL(musaMalloc(&memory, 1), musaErrorNoDevice);
  EQUAL(musaGetDeviceProperties(&properties, 0), musaErrorNoDevice);
  EQUAL(musaDeviceSynchronize(), musaErrorNoDevice);
  EQUAL(musaDeviceReset(), musaErrorNoDevice);
  EQUAL(musaGetLastError(), musaErrorNoDevice);
}

TEST(versions_are_known_without) {
  int version = 0;
  EQUAL(musaRuntimeGetVersion(&version), musaSuccess);
  EQUAL(version, MUSART_VERSION);
  EQUAL(std::string(musaGetErrorName(musaErrorNoDevice)), "musaErrorNoDevice");
}

TEST_MAIN()
