// The run-time compiler: version, supported architectures and status texts work, the rest is not
// supported.
#include "mtrtc.h"

namespace {

constexpr int kMajor = 4;
constexpr int kMinor = 3;
constexpr int kArchs[] = {21, 22, 31};
constexpr mtrtcResult kNotSupported = MTRTC_ERROR_BUILTIN_OPERATION_FAILURE;

constexpr const char* kNames[] = {"MTRTC_SUCCESS",
                                  "MTRTC_ERROR_OUT_OF_MEMORY",
                                  "MTRTC_ERROR_PROGRAM_CREATION_FAILURE",
                                  "MTRTC_ERROR_INVALID_INPUT",
                                  "MTRTC_ERROR_INVALID_PROGRAM",
                                  "MTRTC_ERROR_INVALID_OPTION",
                                  "MTRTC_ERROR_COMPILATION",
                                  "MTRTC_ERROR_BUILTIN_OPERATION_FAILURE",
                                  "MTRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION",
                                  "MTRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION",
                                  "MTRTC_ERROR_NAME_EXPRESSION_NOT_VALID",
                                  "MTRTC_ERROR_INTERNAL_ERROR",
                                  "MTRTC_ERROR_TIME_FILE_WRITE_FAILED"};

}  // namespace

const char* mtrtcGetErrorString(mtrtcResult result) {
  const auto index = static_cast<unsigned>(result);
  return index < sizeof(kNames) / sizeof(kNames[0]) ? kNames[index] : "MTRTC_ERROR unknown";
}

mtrtcResult mtrtcVersion(int* major, int* minor) {
  if (major == nullptr || minor == nullptr) {
    return MTRTC_ERROR_INVALID_INPUT;
  }
  *major = kMajor;
  *minor = kMinor;
  return MTRTC_SUCCESS;
}

mtrtcResult mtrtcGetNumSupportedArchs(int* numArchs) {
  if (numArchs == nullptr) {
    return MTRTC_ERROR_INVALID_INPUT;
  }
  *numArchs = static_cast<int>(sizeof(kArchs) / sizeof(kArchs[0]));
  return MTRTC_SUCCESS;
}

mtrtcResult mtrtcGetSupportedArchs(int* supportedArchs) {
  if (supportedArchs == nullptr) {
    return MTRTC_ERROR_INVALID_INPUT;
  }
  for (const int arch : kArchs) {
    *supportedArchs++ = arch;
  }
  return MTRTC_SUCCESS;
}

mtrtcResult mtrtcCreateProgram(mtrtcProgram* prog, const char*, const char*, int,
                               const char* const*, const char* const*) {
  if (prog != nullptr) {
    *prog = nullptr;
  }
  return kNotSupported;
}

mtrtcResult mtrtcDestroyProgram(mtrtcProgram*) { return kNotSupported; }

mtrtcResult mtrtcCompileProgram(mtrtcProgram, int, const char* const*) { return kNotSupported; }

mtrtcResult mtrtcGetMUSASize(mtrtcProgram, size_t*) { return kNotSupported; }

mtrtcResult mtrtcGetMUSA(mtrtcProgram, char*) { return kNotSupported; }

mtrtcResult mtrtcGetProgramLogSize(mtrtcProgram, size_t*) { return kNotSupported; }

mtrtcResult mtrtcGetProgramLog(mtrtcProgram, char*) { return kNotSupported; }

mtrtcResult mtrtcAddNameExpression(mtrtcProgram, const char*) { return kNotSupported; }

mtrtcResult mtrtcGetLoweredName(mtrtcProgram, const char*, const char**) { return kNotSupported; }
