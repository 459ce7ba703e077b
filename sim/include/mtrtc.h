// The run-time compiler: kernels out of texts. mcc compiles them, so its options are mcc's; a program's name
// stands for its file in the log.
#pragma once

#include <stddef.h>

#include "musasim/driver/api_begin.h"

typedef enum {
  MTRTC_SUCCESS = 0,
  MTRTC_ERROR_OUT_OF_MEMORY = 1,
  MTRTC_ERROR_PROGRAM_CREATION_FAILURE = 2,
  MTRTC_ERROR_INVALID_INPUT = 3,
  MTRTC_ERROR_INVALID_PROGRAM = 4,
  MTRTC_ERROR_INVALID_OPTION = 5,
  MTRTC_ERROR_COMPILATION = 6,
  MTRTC_ERROR_BUILTIN_OPERATION_FAILURE = 7,
  MTRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION = 8,
  MTRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION = 9,
  MTRTC_ERROR_NAME_EXPRESSION_NOT_VALID = 10,
  MTRTC_ERROR_INTERNAL_ERROR = 11,
  MTRTC_ERROR_TIME_FILE_WRITE_FAILED = 12
} mtrtcResult;

typedef struct _mtrtcProgram* mtrtcProgram;

const char* mtrtcGetErrorString(mtrtcResult result);
mtrtcResult mtrtcVersion(int* major, int* minor);
mtrtcResult mtrtcGetNumSupportedArchs(int* numArchs);
mtrtcResult mtrtcGetSupportedArchs(int* supportedArchs);
mtrtcResult mtrtcCreateProgram(mtrtcProgram* prog, const char* src, const char* name,
                               int numHeaders, const char* const* headers,
                               const char* const* includeNames);
mtrtcResult mtrtcDestroyProgram(mtrtcProgram* prog);
mtrtcResult mtrtcCompileProgram(mtrtcProgram prog, int numOptions, const char* const* options);
// The compiled image, for muModuleLoadData.
mtrtcResult mtrtcGetMUSASize(mtrtcProgram prog, size_t* musaSizeRet);
mtrtcResult mtrtcGetMUSA(mtrtcProgram prog, char* musa);
// The same, as the library of SDK 5 names it.
mtrtcResult mtrtcGetFatBinSize(mtrtcProgram prog, size_t* fatBinSizeRet);
mtrtcResult mtrtcGetFatBin(mtrtcProgram prog, char* fatBin);
mtrtcResult mtrtcGetProgramLogSize(mtrtcProgram prog, size_t* logSizeRet);
mtrtcResult mtrtcGetProgramLog(mtrtcProgram prog, char* log);
mtrtcResult mtrtcAddNameExpression(mtrtcProgram prog, const char* name_expression);
mtrtcResult mtrtcGetLoweredName(mtrtcProgram prog, const char* name_expression,
                                const char** lowered_name);

#include "musasim/driver/api_end.h"
