// The functions of the profiling interface that work, and those that answer that they do not.
#include <dlfcn.h>
#include <unistd.h>

#include "check.h"
#include "mupti.h"

TEST(the_version_is_that_of_the_header) {
  uint32_t version = 0;
  EQUAL(static_cast<int>(muptiGetVersion(&version)), static_cast<int>(MUPTI_SUCCESS));
  EQUAL(version, static_cast<uint32_t>(MUPTI_API_VERSION));
  EQUAL(static_cast<int>(muptiGetVersion(nullptr)),
        static_cast<int>(MUPTI_ERROR_INVALID_PARAMETER));
}

TEST(status_codes_have_names) {
  const char* text = nullptr;
  muptiGetResultString(MUPTI_ERROR_NOT_SUPPORTED, &text);
  EQUAL(std::string(text), "MUPTI_ERROR_NOT_SUPPORTED");
  EQUAL(static_cast<int>(muptiGetResultString(static_cast<MUptiResult>(77777), &text)),
        static_cast<int>(MUPTI_ERROR_INVALID_PARAMETER));
}

TEST(timestamps_grow) {
  uint64_t first = 0;
  uint64_t second = 0;
  muptiGetTimestamp(&first);
  usleep(2000);
  muptiGetTimestamp(&second);
  CHECK(second >= first + 2000000);
  CHECK(second < first + 60000000000);
}

TEST(what_is_only_declared_is_not_supported) {
  using Function = int (*)();
  const char* const names[] = {
#define MUSASIM_UNSUPPORTED(name) #name,
#include "mupti/unsupported.def"
#undef MUSASIM_UNSUPPORTED
  };
  for (const char* name : names) {
    const auto function = reinterpret_cast<Function>(dlsym(RTLD_DEFAULT, name));
    CHECK(function != nullptr);
    EQUAL(function(), static_cast<int>(MUPTI_ERROR_NOT_SUPPORTED));
  }
}

TEST_MAIN()
