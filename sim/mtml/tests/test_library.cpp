// Initialization, and how devices are found.
#include <set>
#include <string>

#include "check.h"
#include "machine.h"

TEST(devices_are_counted_and_found) {
  setenv("MUSA_VISIBLE_DEVICES", "1", 1);  // hides devices from programs, not from the library
  const Machine machine(3, "S5000");
  unsigned count = 0;
  EQUAL(mtmlLibraryCountDevice(machine.library, &count), MTML_SUCCESS);
  EQUAL(count, 3u);
  MtmlDevice* device = nullptr;
  EQUAL(mtmlLibraryInitDeviceByIndex(machine.library, 2, &device), MTML_SUCCESS);
  char uuid[MTML_DEVICE_UUID_BUFFER_SIZE];
  EQUAL(mtmlDeviceGetUUID(device, uuid, sizeof uuid), MTML_SUCCESS);
  EQUAL(std::string(uuid), "6d757361-7369-6d31-0000-000000000002");
  MtmlDevice* same = nullptr;
  EQUAL(mtmlLibraryInitDeviceByUuid(machine.library, uuid, &same), MTML_SUCCESS);
  CHECK(same == device);
  for (const char* address : {"00000000:03:00.0", "0000:03:00.0", "0:3:0.0"}) {
    same = nullptr;
    EQUAL(mtmlLibraryInitDeviceByPciSbdf(machine.library, address, &same), MTML_SUCCESS);
    CHECK(same == device);
  }
  EQUAL(mtmlLibraryFreeDevice(device), MTML_SUCCESS);
  unsetenv("MUSA_VISIBLE_DEVICES");
}

TEST(what_is_not_there_is_refused) {
  const Machine machine(2, "S4000");
  MtmlDevice* device = nullptr;
  EQUAL(mtmlLibraryInitDeviceByIndex(machine.library, 2, &device), MTML_ERROR_INVALID_ARGUMENT);
  EQUAL(mtmlLibraryInitDeviceByUuid(machine.library, "x", &device), MTML_ERROR_NOT_FOUND);
  for (const char* address : {"0000:03:00.0", "0001:01:00.0", "0000:01:00.1", "x"}) {
    EQUAL(mtmlLibraryInitDeviceByPciSbdf(machine.library, address, &device), MTML_ERROR_NOT_FOUND);
  }
  EQUAL(mtmlLibraryInitDeviceByUuid(machine.library, nullptr, &device),
        MTML_ERROR_INVALID_ARGUMENT);
  EQUAL(mtmlLibraryInitDeviceByIndex(machine.library, 0, nullptr), MTML_ERROR_INVALID_ARGUMENT);
  CHECK(device == nullptr);
}

TEST(handles_live_until_the_last_shutdown) {
  setenv("MUSASIM_DEVICES", "1", 1);
  MtmlLibrary* first = nullptr;
  MtmlLibrary* second = nullptr;
  EQUAL(mtmlLibraryInit(&first), MTML_SUCCESS);
  setenv("MUSASIM_DEVICES", "2", 1);
  EQUAL(mtmlLibraryInit(&second), MTML_SUCCESS);
  CHECK(first != second);
  unsigned count = 0;
  EQUAL(mtmlLibraryCountDevice(second, &count), MTML_SUCCESS);
  EQUAL(count, 1u);  // as long as the first lives
  MtmlDevice* device = nullptr;
  EQUAL(mtmlLibraryInitDeviceByIndex(first, 0, &device), MTML_SUCCESS);
  EQUAL(mtmlLibraryShutDown(first), MTML_SUCCESS);
  EQUAL(mtmlLibraryShutDown(first), MTML_ERROR_INVALID_ARGUMENT);
  EQUAL(mtmlDeviceGetIndex(device, &count), MTML_SUCCESS);
  EQUAL(mtmlLibraryShutDown(second), MTML_SUCCESS);
  EQUAL(mtmlDeviceGetIndex(device, &count), MTML_ERROR_INVALID_ARGUMENT);
  EQUAL(mtmlLibraryFreeDevice(device), MTML_ERROR_INVALID_ARGUMENT);
  EQUAL(mtmlLibraryCountDevice(second, &count), MTML_ERROR_INVALID_ARGUMENT);
  EQUAL(mtmlLibraryInit(nullptr), MTML_ERROR_INVALID_ARGUMENT);
  const Machine again(2, "S4000");
  EQUAL(mtmlLibraryCountDevice(again.library, &count), MTML_SUCCESS);
  EQUAL(count, 2u);
}

TEST(a_wrong_setting_is_no_driver) {
  setenv("MUSASIM_MODEL", "S1", 1);
  MtmlLibrary* library = nullptr;
  EQUAL(mtmlLibraryInit(&library), MTML_ERROR_DRIVER_NOT_LOADED);
  const Machine none(0, "S80");
  unsigned count = 7;
  EQUAL(mtmlLibraryCountDevice(none.library, &count), MTML_SUCCESS);
  EQUAL(count, 0u);
}

TEST(the_system_names_its_driver) {
  const Machine machine(1, "S4000");
  MtmlSystem* system = nullptr;
  EQUAL(mtmlLibraryInitSystem(machine.library, &system), MTML_SUCCESS);
  char text[MTML_DRIVER_VERSION_BUFFER_SIZE];
  EQUAL(mtmlSystemGetDriverVersion(system, text, sizeof text), MTML_SUCCESS);
  const std::string driver = text;
  CHECK(driver.find("-musasim") != std::string::npos);
  EQUAL(mtmlLibraryGetVersion(machine.library, text, sizeof text), MTML_SUCCESS);
  EQUAL(std::string(text), driver);
  EQUAL(mtmlSystemGetDriverVersion(system, text, static_cast<unsigned>(driver.size())),
        MTML_ERROR_INSUFFICIENT_SIZE);
  EQUAL(mtmlLibraryFreeSystem(system), MTML_SUCCESS);
  EQUAL(mtmlLibraryFreeSystem(nullptr), MTML_ERROR_INVALID_ARGUMENT);
}

TEST(every_error_has_a_text_of_its_own) {
  std::set<std::string> texts;
  for (int code = MTML_SUCCESS; code <= MTML_ERROR_RESOURCE_IS_BUSY; ++code) {
    texts.insert(mtmlErrorString(static_cast<MtmlReturn>(code)));
  }
  texts.insert(mtmlErrorString(MTML_ERROR_UNKNOWN));
  EQUAL(texts.size(), 14u);
  EQUAL(std::string(mtmlErrorString(MTML_ERROR_NOT_SUPPORTED)), "Not Supported");
}

TEST_MAIN()
