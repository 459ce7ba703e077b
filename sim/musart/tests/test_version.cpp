// Versions, the way to the driver, the profiler's switch.
#include "check.h"
#include "environment.h"
#include "machine/device/profiler.h"
#include "musa_runtime_api.h"

namespace {

const Environment environment({{"MUSASIM_DEVICES", "1"}});

}  // namespace

TEST(versions_are_those_of_the_header) {
  int runtime = 0;
  int driver = 0;
  EQUAL(musaRuntimeGetVersion(&runtime), musaSuccess);
  EQUAL(musaDriverGetVersion(&driver), musaSuccess);
  EQUAL(runtime, 40300);
  EQUAL(runtime, MUSART_VERSION);
  CHECK(driver >= runtime);
  EQUAL(musaRuntimeGetVersion(nullptr), musaErrorInvalidValue);
  EQUAL(musaDriverGetVersion(nullptr), musaErrorInvalidValue);
}

TEST(driver_functions_are_found_and_work) {
  void* function = nullptr;
  auto result = musaDriverEntryPointVersionNotSufficent;
  EQUAL(musaGetDriverEntryPoint("muDriverGetVersion", &function, musaEnableDefault, &result),
        musaSuccess);
  EQUAL(result, musaDriverEntryPointSuccess);
  int version = 0;
  EQUAL(reinterpret_cast<int (*)(int*)>(function)(&version), 0);
  EQUAL(version, MUSART_VERSION);
  EQUAL(musaGetDriverEntryPointByVersion("muInit", &function, 40000, musaEnableDefault, &result),
        musaSuccess);
  EQUAL(reinterpret_cast<int (*)(unsigned)>(function)(0), 0);
}

TEST(variants_are_chosen_by_flags) {
  void* legacy = nullptr;
  void* own = nullptr;
  EQUAL(musaGetDriverEntryPoint("muStreamSynchronize", &legacy, musaEnableLegacyStream, nullptr),
        musaSuccess);
  EQUAL(musaGetDriverEntryPoint("muStreamSynchronize", &own, musaEnablePerThreadDefaultStream,
                                nullptr),
        musaSuccess);
  CHECK(legacy != nullptr && own != nullptr && own != legacy);
  void* chosen = nullptr;
  EQUAL(musaGetDriverEntryPoint_ptsz("muStreamSynchronize", &chosen, musaEnableDefault, nullptr),
        musaSuccess);
  CHECK(chosen == own);
  EQUAL(musaGetDriverEntryPointByVersion_ptsz("muStreamSynchronize", &chosen, 40000,
                                              musaEnableDefault, nullptr),
        musaSuccess);
  CHECK(chosen == own);
}

TEST(missing_driver_functions_are_told) {
  void* function = &function;
  auto result = musaDriverEntryPointSuccess;
  EQUAL(musaGetDriverEntryPoint("muNoSuchThing", &function, musaEnableDefault, &result),
        musaSuccess);
  EQUAL(result, musaDriverEntryPointSymbolNotFound);
  CHECK(function == nullptr);
  EQUAL(musaGetDriverEntryPoint("muNoSuchThing", &function, musaEnableDefault, nullptr),
        musaErrorSymbolNotFound);
  EQUAL(musaGetDriverEntryPoint(nullptr, &function, musaEnableDefault, &result),
        musaErrorInvalidValue);
  EQUAL(musaGetDriverEntryPoint("muInit", nullptr, musaEnableDefault, &result),
        musaErrorInvalidValue);
  EQUAL(musaGetDriverEntryPoint("muInit", &function, 99, &result), musaErrorInvalidValue);
  EQUAL(musaGetDriverEntryPointByVersion("muInit", &function, 999999, musaEnableDefault, &result),
        musaErrorInvalidValue);
}

TEST(profiler_is_switched) {
  EQUAL(musaProfilerStop(), musaSuccess);
  CHECK(!musasim::profiling());
  EQUAL(musaProfilerStart(), musaSuccess);
  CHECK(musasim::profiling());
}

TEST_MAIN()
