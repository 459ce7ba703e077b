// Status codes, and the last error of a thread.
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <set>
#include <string>
#include <thread>

#include "check.h"
#include "environment.h"
#include "machine/device/simulated_gpus.h"
#include "musa_runtime_api.h"

namespace {

const Environment environment({{"MUSASIM_DEVICES", "2"}});

const musaError_t kCodes[] = {
#define MUSASIM_ERROR(name, text) musa##name,
#include "machine/device/errors.def"
#undef MUSASIM_ERROR
};

}  // namespace

TEST(every_code_has_its_own_name_and_a_text) {
  std::set<std::string> names;
  for (const musaError_t code : kCodes) {
    const std::string name = musaGetErrorName(code);
    EQUAL(name.compare(0, 4, "musa"), 0);
    CHECK(names.insert(name).second);
    CHECK(std::strlen(musaGetErrorString(code)) > 4);
    CHECK(std::strcmp(musaGetErrorString(code), "unrecognized error code") != 0);
  }
  EQUAL(names.size(), sizeof kCodes / sizeof kCodes[0]);
}

TEST(names_and_texts_are_those_of_the_platform) {
  EQUAL(std::string(musaGetErrorName(musaSuccess)), "musaSuccess");
  EQUAL(std::string(musaGetErrorName(musaErrorMemoryAllocation)), "musaErrorMemoryAllocation");
  EQUAL(std::string(musaGetErrorString(musaSuccess)), "no error");
  EQUAL(std::string(musaGetErrorString(musaErrorMemoryAllocation)), "out of memory");
  EQUAL(std::string(musaGetErrorString(musaErrorNoDevice)), "no MUSA-capable device is detected");
  EQUAL(std::string(musaGetErrorString(musaErrorIllegalAddress)),
        "an illegal memory access was encountered");
}

TEST(unknown_codes_are_told_as_such) {
  const auto unknown = static_cast<musaError_t>(12345);
  EQUAL(std::string(musaGetErrorName(unknown)), "unrecognized error code");
  EQUAL(std::string(musaGetErrorString(unknown)), "unrecognized error code");
}

TEST(last_error_stays_until_it_is_taken) {
  EQUAL(musaGetLastError(), musaSuccess);
  EQUAL(musaGetDevice(nullptr), musaErrorInvalidValue);
  int count = 0;
  EQUAL(musaGetDeviceCount(&count), musaSuccess);
  EQUAL(musaPeekAtLastError(), musaErrorInvalidValue);
  EQUAL(musaPeekAtLastError(), musaErrorInvalidValue);
  EQUAL(musaGetLastError(), musaErrorInvalidValue);
  EQUAL(musaGetLastError(), musaSuccess);
}

TEST(last_error_is_the_latest_one) {
  EQUAL(musaGetDevice(nullptr), musaErrorInvalidValue);
  EQUAL(musaSetDevice(99), musaErrorInvalidDevice);
  EQUAL(musaGetLastError(), musaErrorInvalidDevice);
}

TEST(threads_have_their_own_last_error) {
  EQUAL(musaGetDevice(nullptr), musaErrorInvalidValue);
  std::thread([] {
    EQUAL(musaPeekAtLastError(), musaSuccess);
    EQUAL(musaSetDevice(-1), musaErrorInvalidDevice);
  }).join();
  EQUAL(musaGetLastError(), musaErrorInvalidValue);
}

// Before the device breaks below.
TEST(children_of_a_process_that_used_a_device_cannot) {
  EQUAL(musaDeviceSynchronize(), musaSuccess);
  const pid_t child = fork();
  if (child == 0) {
    int count = 0;
    void* memory = nullptr;
    const bool as_told = musaGetDeviceCount(&count) == musaErrorInitializationError &&
                         musaMalloc(&memory, 16) == musaErrorInitializationError &&
                         musaSetDevice(0) == musaErrorInitializationError &&
                         musaGetLastError() == musaErrorInitializationError &&
                         std::strcmp(musaGetErrorString(musaSuccess), "no error") == 0;
    _exit(as_told ? 0 : 1);
  }
  int status = -1;
  EQUAL(waitpid(child, &status, 0), child);
  EQUAL(status, 0);
}

TEST(sticky_errors_stay_and_concern_one_device) {
  EQUAL(musaSetDevice(1), musaSuccess);
  musasim::break_device(1, musaErrorIllegalAddress);
  EQUAL(musaDeviceSynchronize(), musaErrorIllegalAddress);
  EQUAL(musaGetLastError(), musaErrorIllegalAddress);
  EQUAL(musaGetLastError(), musaErrorIllegalAddress);
  EQUAL(musaDeviceReset(), musaErrorIllegalAddress);
  EQUAL(musaDeviceSynchronize(), musaErrorIllegalAddress);
  EQUAL(musaSetDevice(0), musaSuccess);
  musaGetLastError();
  EQUAL(musaGetLastError(), musaSuccess);
  EQUAL(musaDeviceSynchronize(), musaSuccess);
}

TEST_MAIN()
