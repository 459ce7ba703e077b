// What works of the run-time compiler, and what answers that it does not.
#include "mtrtc.h"
#include "testing/check.h"

#define IS(call, result) EQUAL(static_cast<int>(call), static_cast<int>(result))

TEST(the_version_is_told) {
  int major = 0;
  int minor = 0;
  IS(mtrtcVersion(&major, &minor), MTRTC_SUCCESS);
  EQUAL(major, 4);
  EQUAL(minor, 3);
  IS(mtrtcVersion(nullptr, &minor), MTRTC_ERROR_INVALID_INPUT);
}

TEST(the_architectures_are_told) {
  int count = 0;
  IS(mtrtcGetNumSupportedArchs(&count), MTRTC_SUCCESS);
  EQUAL(count, 3);
  int archs[3] = {};
  IS(mtrtcGetSupportedArchs(archs), MTRTC_SUCCESS);
  EQUAL(archs[0], 21);
  EQUAL(archs[2], 31);
}

TEST(status_codes_have_names) {
  EQUAL(std::string(mtrtcGetErrorString(MTRTC_ERROR_COMPILATION)), "MTRTC_ERROR_COMPILATION");
  EQUAL(std::string(mtrtcGetErrorString(static_cast<mtrtcResult>(999))), "MTRTC_ERROR unknown");
}

TEST(nothing_is_compiled) {
  mtrtcProgram program = reinterpret_cast<mtrtcProgram>(&program);
  const auto no = MTRTC_ERROR_BUILTIN_OPERATION_FAILURE;
  IS(mtrtcCreateProgram(&program, "", "a.mu", 0, nullptr, nullptr), no);
  CHECK(program == nullptr);
  size_t size = 0;
  const char* name = nullptr;
  IS(mtrtcCompileProgram(program, 0, nullptr), no);
  IS(mtrtcGetMUSASize(program, &size), no);
  IS(mtrtcGetMUSA(program, nullptr), no);
  IS(mtrtcGetProgramLogSize(program, &size), no);
  IS(mtrtcGetProgramLog(program, nullptr), no);
  IS(mtrtcAddNameExpression(program, "f"), no);
  IS(mtrtcGetLoweredName(program, "f", &name), no);
  IS(mtrtcDestroyProgram(&program), no);
}

TEST_MAIN()
