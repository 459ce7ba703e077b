// Functions that the platform lacks are there, and say so.
#include <dlfcn.h>

#include "check.h"
#include "environment.h"
#include "musa_runtime_api.h"

namespace {

const Environment environment({{"MUSASIM_DEVICES", "1"}});

const char* const kNames[] = {
#define MUSASIM_NOT_SUPPORTED(name) #name,
#include "musart/not_supported.def"
#undef MUSASIM_NOT_SUPPORTED
};

}  // namespace

TEST(each_is_exported_and_says_so) {
  for (const char* name : kNames) {
    void* function = dlsym(RTLD_DEFAULT, name);
    CHECK(function != nullptr);
    if (function != nullptr) {
      EQUAL(reinterpret_cast<musaError_t (*)()>(function)(), musaErrorNotSupported);
      EQUAL(musaGetLastError(), musaErrorNotSupported);
    }
  }
}

TEST_MAIN()
