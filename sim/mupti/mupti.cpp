// The part of the profiling interface that works: version, names of status codes, timestamps.
#include "mupti.h"

#include <ctime>

namespace {

struct Result {
  MUptiResult code;
  const char* name;
};

constexpr Result kResults[] = {
#define MUSASIM_RESULT(name) {name, #name},
#include "mupti/results.def"
#undef MUSASIM_RESULT
};

constexpr uint64_t kNanoseconds = 1000000000;

}  // namespace

MUptiResult muptiGetVersion(uint32_t* version) {
  if (version == nullptr) {
    return MUPTI_ERROR_INVALID_PARAMETER;
  }
  *version = MUPTI_API_VERSION;
  return MUPTI_SUCCESS;
}

MUptiResult muptiGetResultString(MUptiResult result, const char** str) {
  if (str == nullptr) {
    return MUPTI_ERROR_INVALID_PARAMETER;
  }
  for (const Result& known : kResults) {
    if (known.code == result) {
      *str = known.name;
      return MUPTI_SUCCESS;
    }
  }
  return MUPTI_ERROR_INVALID_PARAMETER;
}

// Of the system's clock, so that records can be put beside those of the host.
MUptiResult muptiGetTimestamp(uint64_t* timestamp) {
  if (timestamp == nullptr) {
    return MUPTI_ERROR_INVALID_PARAMETER;
  }
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  *timestamp =
      static_cast<uint64_t>(now.tv_sec) * kNanoseconds + static_cast<uint64_t>(now.tv_nsec);
  return MUPTI_SUCCESS;
}
